import { besideConfiguration } from '../../../../src/lib/deliver/kubeadm/beside-configuration';
import { readControlPlaneNodes } from '../../../../src/lib/migration/control-plane-node';
import { CONTROLLER_MANAGER, kubeadmNodes, withEditEverywhere } from '../../../nodes';

const CONFIG = 'apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n';

/** What kubeadm does not make of a configuration, where kube-controller-manager has these variables and fields. */
function told(env: readonly string[], fields: string, config = CONFIG): readonly object[] {
  const nodes = withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text
    .replace(/^ {4}image: /m, `    env: [${env.map(name => `{name: ${name}, value: x}`).join(', ')}]\n$&`).replace(/^spec:\n/m, `spec:\n${fields}`));
  return besideConfiguration(readControlPlaneNodes(nodes), config, 'kubeadm.yaml');
}

const kcm = (proxies: readonly string[], lost: readonly string[]) => [{ component: 'kube-controller-manager', proxies, lost }];

it.each<[string, ReturnType<typeof told>, readonly object[]]>([
  ['nothing', told([], ''), []],
  ['proxies in any spelling', told(['no_proxy', 'HTTPS_PROXY'], ''), kcm(['HTTPS_PROXY', 'no_proxy'], [])],
  ['other variables, and names of hosts', told(['AWS_REGION'], '  dnsPolicy: None\n  hostAliases: []\n'),
    kcm([], ['AWS_REGION', 'dnsPolicy', 'hostAliases'])],
  ['less, where the configuration says it', told(['AWS_REGION', 'NO_PROXY', 'GODEBUG'], '',
    `${CONFIG}controllerManager:\n  extraEnvs: [{name: AWS_REGION, value: y}, {name: NO_PROXY, value: z}]\n`), kcm([], ['GODEBUG'])],
  ['all of it, where another component has it', told(['AWS_REGION'], '', `${CONFIG}apiServer:\n  extraEnvs: [{name: AWS_REGION, value: y}]\n`),
    kcm([], ['AWS_REGION'])],
])('kubeadm does not write: %s', (_, found, expected) => expect(found).toEqual(expected));
