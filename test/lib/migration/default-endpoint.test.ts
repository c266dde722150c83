import { ApiServerEndpoint } from '../../../src/lib/ccm/api-server-endpoint';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
import { defaultEndpoint } from '../../../src/lib/migration/default-endpoint';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { APISERVER, kubeadmNodes, withEditEverywhere } from '../../nodes';

const ENV = '/var/lib/kubelet/kubeadm-flags.env';
const own = ApiServerEndpoint.ownNode();

function withNodeIp(value: string | undefined) {
  return readControlPlaneNodes(value === undefined ? kubeadmNodes()
    : withEditEverywhere(kubeadmNodes(), ENV, text => text.replace('="', `="--node-ip=${value} `)));
}

describe('the default way to the API server', () => {
  // 1.29 was the first whose kubelet leaves the addresses of a new node to the cloud; 1.32 takes an unspecified --node-ip for a hint.
  it.each<[string, string | undefined, ApiServerEndpoint | undefined]>([
    ['1.28.15', undefined, own],
    ['1.29.15', undefined, undefined],
    ['1.29.15', '10.0.1.10', own],
    ['1.29.15', '0.0.0.0', undefined],
    ['1.31.14', '::', undefined],
    ['1.31.14', '10.0.1.10,fd00::1', own],
    ['1.32.13', undefined, undefined],
    ['1.32.13', '0.0.0.0', own],
    ['1.37.1', undefined, undefined],
  ])('of %s with --node-ip %s', (version, nodeIp, expected) => {
    expect(defaultEndpoint(KubernetesVersion.of(version), withNodeIp(nodeIp))).toEqual(expected);
  });

  it('is the Service where one node has no --node-ip', () => {
    const [first, ...others] = withNodeIp('10.0.1.10');
    expect(defaultEndpoint(KubernetesVersion.of('1.30.14'), [first, ...others])).toEqual(own);
    expect(defaultEndpoint(KubernetesVersion.of('1.30.14'), [first, ...withNodeIp(undefined).slice(1)])).toBeUndefined();
  });

  it('takes the port of the manifests', () => {
    const nodes = readControlPlaneNodes(
      withEditEverywhere(kubeadmNodes(), APISERVER, text => text.replace('--secure-port=6443', '--secure-port=8443')),
    );
    expect(defaultEndpoint(KubernetesVersion.of('1.27.16'), nodes)).toEqual(ApiServerEndpoint.ownNode(8443));
  });

  it.each<[string, string, boolean]>([['1.27.16', '1.28.15', true],
    ['1.28.15', '1.29.15', false]])('reaches the pods from %s to %s: own node %s', (from, to, isOwn) => {
    const migration = new Migration({
      clusterId: 'prod-eu',
      ccm: CustomCcm.of({
        cloud: CloudProvider.GCE,
        image: 'registry.example/gce-ccm:v1',
        rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
      }),
      fromVersion: KubernetesVersion.of(from),
      toVersion: KubernetesVersion.of(to),
    });
    expect(JSON.stringify(migration._model.phase(MigrationPhase.MIXED).ccm!.objects).includes('status.hostIP')).toBe(isOwn);
  });
});
