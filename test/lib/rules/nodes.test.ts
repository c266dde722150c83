import { ccm, CcmInput, CCM_FLAGS, Files, findingsOf, KCM_26, KCM_27, node } from './input';
import { said } from './said';
import { flags, model, view } from './views';
import { parseImage } from '../../../src/lib/kubernetes/image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { ccmImageKnownBad, KnownOfRelease, ofRelease } from '../../../src/lib/rules/ccm-image-known-bad';
import { nodeNameSourceChanges } from '../../../src/lib/rules/node-name-source-changes';
import { ToldFinding, toldOf } from '../../../src/lib/rules/rule';
import { ComponentView } from '../../../src/lib/view/model';
import { firstImageWithout, lastCcmOf, lastImageOf } from '../../newest-ccm';
import { ccm as ccmProcess } from '../proof/processes';

type Table = readonly (readonly [string, Record<string, Files>, readonly string[]])[];

const withCcm = (input: CcmInput) => ({ dist: ccm(input) });
const CCM_TAG = 'registry.k8s.io/provider-aws/cloud-controller-manager:';
const OTHER_IMAGE = 'example.com/openstack-cloud-controller-manager:v1.27.1';
const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const nameOf = (minor: string) => `CCM ${minor} (DaemonSet kube-system/aws-cloud-controller-manager)`;
const KUBELET = 'var/lib/kubelet/kubeadm-flags.env';
/** What is no workload does not ask the scheduler. */
const STATIC_CCM = {
  'etc/kubernetes/manifests/ccm.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n'
    + '  nodeSelector: {node-role.kubernetes.io/control-plane: ""}\n  containers:\n  - name: x\n    image: x/cloud-controller-manager:v1.27.10\n    '
      + 'command: [cloud-controller-manager]\n',
};

function table(rule: string, rows: Table): void {
  describe(rule, () => {
    it.each(rows)('tells %s', (_, folders, expected) => expect(said(rule, folders)).toEqual(expected));
  });
}

const HOST_IP = '        env:\n        - {name: KUBERNETES_SERVICE_HOST, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}\n        args:\n';
const ownNode = (selector?: string, env = HOST_IP) => ({ 'ccm.yaml': ccm({ nodeSelector: selector })['ccm.yaml'].replace('        args:\n', env) });
const in29 = (...kubelet: string[]) => node({ version: '1.29.15', kcm: KCM_27, kubelet: ['--v=2', ...kubelet], mounts: [] });
const EXTERNAL = '--cloud-provider=external';

table('ccm-endpoint-without-node-address', [
  ['the node that has no address', { new: in29(EXTERNAL), dist: ownNode() }, [
    `dist/ccm.yaml:11 warning: ${nameOf('1.27')} reaches the API server by status.hostIP, and kubelet 1.29 of node of new has no usable --node-ip`,
  ]],
  ['one of several',
    { a: in29(EXTERNAL, '--node-ip=10.0.0.1'), b: in29(), c: node({ kubelet: [EXTERNAL] }), d: in29(EXTERNAL, '--node-ip=::'), dist: ownNode() }, [
      `dist/ccm.yaml:11 warning: ${nameOf('1.27')} reaches the API server by status.hostIP, and kubelet 1.29 of node of d has no usable --node-ip`,
    ]],
  ['nothing where another address is given', { new: in29(EXTERNAL), dist: ownNode(undefined, HOST_IP.replace('hostIP', 'podIP')) }, []],
  ['nothing where none is given', { new: in29(EXTERNAL), dist: ccm() }, []],
  ['nothing of a kubelet that is not external', { new: in29(), dist: ownNode() }, []],
  ['nothing of a kubelet with an address', { new: in29(EXTERNAL, '--node-ip=10.0.0.1'), dist: ownNode() }, []],
  ['nothing of nodes that it cannot be on', { new: in29(EXTERNAL, '--node-labels=pool=a'), dist: ownNode('pool: b') }, []],
  ['nothing of a kubelet of no known release', { new: { [KUBELET]: `KUBELET_KUBEADM_ARGS="${EXTERNAL}"\n` }, dist: ownNode() }, []],
]);

const in27 = (...kubelet: string[]) => node({ version: '1.27.16', kcm: KCM_27, kubelet: ['--v=2', ...kubelet], mounts: [] });
const pod = (...images: string[]): Files => ({
  'app.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: app}\nspec:\n  containers:\n'
    + `${images.map((image, index) => `  - {name: c${index}, image: "${image}"}\n`).join('')}`,
});
const ECR = '123456789012.dkr.ecr.eu-central-1.amazonaws.com';
const NO_CONFIG = '--image-credential-provider-bin-dir=/b';
const NO_FOLDER = '--image-credential-provider-config=/c';
const inEcr = (reference: string, file = 'app/app.yaml') => 'new/var/lib/kubelet/kubeadm-flags.env:1 error: kubelet 1.27 of node of new has no '
  + `credential provider, but ${reference} (${file}) is in ECR`;

const CONFIGURATION = 'var/lib/kubelet/config.yaml';
const configured = (gates: string, ...kubelet: string[]) => ({
  new: { ...in27(...kubelet), [CONFIGURATION]: `kind: KubeletConfiguration\nstaticPodPath: /etc/kubernetes/manifests\nfeatureGates: ${gates}\n` },
});
const refusedGate = (place: string, gate: string) => [`new/${place} error: kubelet 1.27 of node of new does not accept the feature gate ${gate}`
  + (gate.includes(': ') ? ' => Remove the gate from featureGates of that configuration.' : '')];

table('feature-gate-refused', [
  ['a gate that the release does not have, in the configuration of a kubelet',
    configured('{RotateKubeletServerCertificate: true, IPv6DualStack: true}'), refusedGate(`${CONFIGURATION}:3`, 'IPv6DualStack: true')],
  ['one that it keeps at another value', configured('{CSIMigrationAWS: false}'), refusedGate(`${CONFIGURATION}:3`, 'CSIMigrationAWS: false')],
  ['the last of those that drop-ins give another value', {
    new: {
      ...configured('{CSIMigrationAWS: false, IPv6DualStack: true}', '--config-dir=/etc/kubernetes/kubelet.conf.d').new,
      'etc/kubernetes/kubelet.conf.d/10-own.conf': 'featureGates:\n  CSIMigrationAWS: true\n',
    },
  }, [
    ...refusedGate('etc/kubernetes/kubelet.conf.d/10-own.conf:2', 'CSIMigrationAWS: true'),
    ...refusedGate(`${CONFIGURATION}:3`, 'IPv6DualStack: true'),
  ]],
  ['one of another release that concerns kubelets alone', configured('{DynamicKubeletConfig: false}'),
    refusedGate(`${CONFIGURATION}:3`, 'DynamicKubeletConfig: false')],
  ['nothing of one that no release has', configured('{NoSuchGate: true}'), []],
  ['nothing of a kube-controller-manager, by this rule',
    { new: node({ version: '1.27.16', kcm: ['--feature-gates=DynamicKubeletConfig=false'] }) }, []],
  ['nothing of what is no boolean there', configured('{IPv6DualStack: "true"}'), []],
  ['the flag in its place where both have it', configured('{IPv6DualStack: true}', '--feature-gates=IPv6DualStack=true'),
    refusedGate(`${KUBELET}:1`, 'IPv6DualStack=true')],
]);

const written = (text: string) => ({ new: { ...in27(), [CONFIGURATION]: `staticPodPath: /etc/kubernetes/manifests\n${text}` } });
const endsKubelet = (line: number, what: string) => [`new/${CONFIGURATION}:${line} error: the kubelet of new does not start: ${what}`];

table('kubelet-configuration-refused', [
  ['another version', written('kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1\n'),
    endsKubelet(3, 'its configuration has apiVersion "kubelet.config.k8s.io/v1", and kubelet.config.k8s.io/v1beta1 is the only one')],
  ['another kind', written('apiVersion: kubelet.config.k8s.io/v1beta1\nkind: Kubelet\n'),
    endsKubelet(3, 'its configuration is of kind "Kubelet", not KubeletConfiguration')],
  ['a gate that is no boolean', written('apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates: {NodeSwap: 1}\n'),
    endsKubelet(4, 'featureGates.NodeSwap of its configuration must be a boolean, got 1')],
  ['what is none of it', written('apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nregisterNode: false\n'), []],
  ['a node without one', { new: in27() }, []],
]);

table('ecr-without-credential-provider', [
  ['an image of a pod', { new: in27(), app: pod('x/y:1', `${ECR}/app:1`) }, [inEcr(`${ECR}/app:1`)]],
  ['a pause image', { new: in27(`--pod-infra-container-image=${ECR}/pause:3.9`) }, [inEcr(`${ECR}/pause:3.9`, 'new/var/lib/kubelet/kubeadm-flags.'
    + 'env')]],
  ['an image of a component', { new: in27(), dist: ccm({ image: `${ECR}/aws-cloud-controller-manager:v1.27.10` }) }, [inEcr(`${ECR}/`
    + 'aws-cloud-controller-manager:v1.27.10', 'dist/ccm.yaml')]],
  ['an image of a component without a tag', { new: in27(), dist: ccm({ image: `${ECR}/aws-cloud-controller-manager@sha256:0` }) },
    [inEcr(`${ECR}/aws-cloud-controller-manager`, 'dist/ccm.yaml')]],
  ['a kubelet that has the folder alone', { new: in27(NO_CONFIG), app: pod(`${ECR}/app:1`) }, [inEcr(`${ECR}/app:1`)]],
  ['a kubelet that has the configuration alone', { new: in27(NO_FOLDER), app: pod(`${ECR}/app:1`) }, [inEcr(`${ECR}/app:1`)]],
  ['nothing of a kubelet with both', { new: in27(NO_CONFIG, NO_FOLDER), app: pod(`${ECR}/app:1`) }, []],
  ['nothing of 1.26, which can log in', { old: node({ kubelet: ['--v=2'] }), app: pod(`${ECR}/app:1`) }, []],
  ['nothing of a kubelet of no known release', { new: { [KUBELET]: 'KUBELET_KUBEADM_ARGS="--v=2"\n' }, app: pod(`${ECR}/app:1`) }, []],
  ['nothing of a pause image without a value', { new: in27('--pod-infra-container-image') }, []],
]);

describe('a registry of ECR', () => {
  it.each([
    '123456789012.dkr.ecr.us-east-1.amazonaws.com',
    '123456789012.dkr-ecr.us-east-1.on.aws',
    '123456789012.dkr.ecr-fips.us-gov-west-1.amazonaws.com',
    '123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn',
    '123456789012.dkr-ecr.cn-north-1.on.amazonwebservices.com.cn',
    '123456789012.dkr.ecr.eusc-de-east-1.amazonaws.eu',
    '123456789012.dkr.ecr.us-isob-east-1.sc2s.sgov.gov',
    '123456789012.dkr.ecr.us-iso-east-1.c2s.ic.gov',
    '123456789012.dkr.ecr.eu-isoe-west-1.cloud.adc-e.uk',
    '123456789012.dkr.ecr.us-isof-south-1.csp.hci.ic.gov',
  ])('is %s', host => expect(said('ecr-without-credential-provider', { new: in27(), app: pod(`${host}/app:1`) })).toEqual([inEcr(`${host}/app:1`)]));

  it.each([
    '1123456789012.dkr.ecr.us-east-1.amazonaws.com',
    '12345678901.dkr.ecr.us-east-1.amazonaws.com',
    '123456789012.dkr.ecr.us-east-1.amazonaws.com.evil.example',
    '123456789012.dkr.ecr.us-east-1.example.com',
    '123456789012.dkr.ecr.-east-1.amazonaws.com',
    '123456789012.dkr.ecr.amazonaws.com',
    'public.ecr.aws',
    `mirror.example.com/${ECR}`,
  ])('is not %s', host => expect(said('ecr-without-credential-provider', { new: in27(), app: pod(`${host}/app:1`) })).toEqual([]));
});

table('ccm-does-not-tolerate-control-plane', [
  ['the taint', withCcm({ tolerations: '      - {key: x, operator: Exists}\n' }), [
    `dist/ccm.yaml:16 error: ${nameOf('1.27')} does not tolerate 'node-role.kubernetes.io/control-plane', the NoSchedule taint of control-plane `
      + 'nodes of 1.27',
  ]],
  ['both taints of 1.24', { old: node({ version: '1.24.17' }), dist: ccm({ tolerations: '      - {key: x, operator: Exists}\n' }) }, [
    `dist/ccm.yaml:16 error: ${nameOf('1.27')} does not tolerate 'node-role.kubernetes.io/master' and 'node-role.kubernetes.io/control-plane', the `
      + 'NoSchedule taint of control-plane nodes of 1.24',
  ]],
  ['nothing where it is tolerated as it is, without a value', withCcm({
    tolerations: '      - {key: node-role.kubernetes.io/control-plane, effect: NoSchedule}\n',
  }), []],
  ['nothing of a static pod', { new: STATIC_CCM }, []],
]);

table('ccm-does-not-tolerate-uninitialized', [
  ['nothing where another program initializes nodes',
    withCcm({ flags: [...CCM_FLAGS, '--controllers=*,-cloud-node'], tolerations: '      - {key: x, operator: Exists}\n' }), []],
  ['the taint where its controllers are not known',
    withCcm({ image: OTHER_IMAGE.replace('v1.27.1', 'latest'), tolerations: '      - {key: x, operator: Exists}\n' }), [
      'dist/ccm.yaml:16 error?: CCM (DaemonSet kube-system/aws-cloud-controller-manager) does not tolerate '
        + 'node.cloudprovider.kubernetes.io/uninitialized',
    ]],
  ['the taint', withCcm({ tolerations: '      - {key: x, operator: Exists}\n' }), [
    `dist/ccm.yaml:16 error?: ${nameOf('1.27')} does not tolerate node.cloudprovider.kubernetes.io/uninitialized`,
  ]],
  ['nothing of a static pod', { new: STATIC_CCM }, []],
]);

const ROUTES = ['--cloud-provider=aws', '--cluster-name=prod', '--allocate-node-cidrs=true', '--cluster-cidr=10.0.0.0/16'];
const atFault = (tag: string, rest: string, remedy: string) =>
  `dist/ccm.yaml:21 warning: ${nameOf(tag.slice(1, 5))}, image ${tag}: ${rest} => Run ${remedy}.`;
const service = (annotations: string) => ({
  'service.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: web, annotations: {${annotations}}}\nspec: {type: LoadBalancer}\n`,
});
const GROUPS = 'service.beta.kubernetes.io/aws-load-balancer-security-groups: sg-1';
const REVOKES = atFault('v1.36.1', 'when a classic load balancer gets security groups by annotation, whole rules of the nodes\' security group are '
  + 'revoked with the one that refers to the old group, also those of the nodes among each other '
  + '(pkg/providers/v1/aws_loadbalancer.go, buildSecurityGroupRuleReferences, at v1.36.1:1917 and v1.36.2:1918)',
firstImageWithout('revokes-other-rules', 'v1.36.1'));
const EMPTY = atFault('v1.24.0', 'a target group is made without targets, so a new network load balancer answers nothing until it is reconciled '
  + 'again (kubernetes/cloud-provider-aws#301, #302)', 'v1.24.1');
const WITHOUT_REGION = atFault('v1.33.0', 'the client of DescribeInstanceTopology asks STS without a region (Missing Region), so labels of the '
  + 'network are left out; nodes stay uninitialized, at v1.30.4, v1.30.5, v1.31.2 and v1.31.3 all of them, from v1.30.8, v1.31.6 and v1.32.2 on '
  + 'those of types hpc, trn and p (gardener/gardener-extension-provider-aws#1363, zalando-incubator/kubernetes-on-aws#9903)', 'v1.33.2')
  .replace('=> Run', '=> Set AWS_REGION for its container. Or run');
const SSL_POLICY = 'service.beta.kubernetes.io/aws-load-balancer-ssl-negotiation-policy: ELBSecurityPolicy-TLS-1-2-2017-01';

table('ccm-image-known-bad', [
  ['the reason and where to read more', withCcm({ image: `${CCM_TAG}v1.28.1` }), [
    atFault('v1.28.1', 'a new node that gets its provider ID after the service controller saw it does not join load balancers, until another node '
      + 'comes or goes (kubernetes/cloud-provider-aws#824, #861, kubernetes/kops#16496)', 'v1.28.5'),
  ]],
  ['a fault of load balancers, which most clusters have', withCcm({ image: `${CCM_TAG}v1.31.9` }), [
    atFault('v1.31.9', 'each reconcile of a load balancer adds rules of its security group that are there: it fails with '
      + 'InvalidPermission.Duplicate, and later changes of the Service never arrive (kubernetes/cloud-provider-aws#1222, #1207)',
    'v1.31.8'),
  ]],
  ['a fault of a web identity without a region',
    withCcm({ image: `${CCM_TAG}v1.33.0\n        env: [{name: AWS_WEB_IDENTITY_TOKEN_FILE, value: /token}]` }), [WITHOUT_REGION]],
  ['a fault of routes where it makes them', withCcm({ image: `${CCM_TAG}v1.34.3`, flags: ROUTES }), [
    atFault('v1.34.3', 'routes are not listed where several instances have one ("expected to receive a single instance only"), so none is made or '
      + 'removed (kubernetes/cloud-provider-aws#1351, #1388)', `v1.33.4 or ${lastImageOf('1.36')}`),
  ]],
  ['nothing of it where it makes none', withCcm({ image: `${CCM_TAG}v1.34.3` }), []],
  ['a fault of Services where one has what it takes',
    { dist: { ...ccm({ image: `${CCM_TAG}v1.36.1` }), ...service(GROUPS) } }, [REVOKES]],
  ['nothing of it where none has', { dist: { ...ccm({ image: `${CCM_TAG}v1.36.1` }), ...service('a: b') } }, []],
  ['nothing of it where that is an NLB', {
    dist: { ...ccm({ image: `${CCM_TAG}v1.36.1` }), ...service(`${GROUPS}, service.beta.kubernetes.io/aws-load-balancer-type: nlb`) },
  }, []],
  ['a fault of network load balancers where a Service has one',
    { dist: { ...ccm({ image: `${CCM_TAG}v1.24.0` }), ...service('service.beta.kubernetes.io/aws-load-balancer-type: nlb') } }, [EMPTY]],
  ['it where no Service is known', withCcm({ image: `${CCM_TAG}v1.24.0` }), [EMPTY]],
  ['nothing of it where none has one', { dist: { ...ccm({ image: `${CCM_TAG}v1.24.0` }), ...service('a: b') } }, []],
  ['a fault of an annotation', { dist: { ...ccm({ image: `${CCM_TAG}v1.33.1` }), ...service(SSL_POLICY) } }, [
    atFault('v1.33.1', 'each reconcile of a load balancer adds rules of its security group that are there: it fails with '
      + 'InvalidPermission.Duplicate, and later changes of the Service never arrive (kubernetes/cloud-provider-aws#1222, #1207)',
    'v1.33.2 or v1.33.0'),
    atFault('v1.33.1', 'it panics when the policy of the annotation is not there yet, and again after each restart '
      + '(kubernetes/cloud-provider-aws#1223)', 'v1.33.2 or v1.33.0'),
  ]],
  ['nothing of what depends on EC2 alone', withCcm({ image: `${CCM_TAG}v1.31.0` }), []],
  ['nothing of an image of others', withCcm({ image: OTHER_IMAGE }), []],
  ['nothing of a good one', withCcm({ flags: CCM_FLAGS }), []],
  ['what is younger than the tables', withCcm({ image: `${CCM_TAG}v1.37.99` }), [
    `dist/ccm.yaml:21 warning?: ${nameOf('1.37')}, image v1.37.99: it was not read, what is known of ${lastCcmOf('1.37')} is taken for it, and its `
      + 'faults are not known => Run a release whose faults are known, or read what others report of it.',
  ]],
  ['what was synthesized with unreadRelease, whatever its mirror is called', withCcm({
    image: 'mine.example/ccm:v1.37.99', annotations: `ccm-migration/image-version: "mine.example/ccm:v1.37.99=provider-aws/${lastCcmOf('1.37')}"`,
  }), [
    `dist/ccm.yaml:21 warning?: ${nameOf('1.37')}, image v1.37.99: it was not read, what is known of ${lastCcmOf('1.37')} is taken for it, and its `
      + 'faults are not known => Run a release whose faults are known, or read what others report of it.',
  ]],
  ['nothing that serves for what no option was given for', withCcm({ image: `${CCM_TAG}v1.38.0` }), [
    'dist/ccm.yaml:21 warning?: CCM (DaemonSet kube-system/aws-cloud-controller-manager), image v1.38.0: it was not read, and its faults are not '
      + 'known => Run a release whose faults are known, or read what others report of it.',
  ]],
  ['nothing of the tag of an image that is built from another release', withCcm({
    image: 'mine.example/ccm:v1.99.0', annotations: 'ccm-migration/image-version: "mine.example/ccm:v1.99.0=provider-aws/v1.36.1"',
  }), []],
  ['nothing of a tag that is none', withCcm({ image: `${CCM_TAG}v1.23.8` }), []],
]);

describe('a release of the AWS cloud-controller-manager', () => {
  const ccmOf = (known: Partial<ComponentView>) =>
    view({ version: KubernetesVersion.of('1.34'), image: { ...parseImage(`${CCM_TAG}v1.34.3`), place: { file: 'f', line: 3 } }, ...known });
  const { place } = ccmOf({}).image!;
  const said34 = 'CCM 1.34 (DaemonSet kube-system/x), image v1.34.3: ';
  const faults = [{ says: 'it panics', source: 'x/y#1; x/z' }];
  const withRemedy = faults.map(fault => ({ ...fault, remedy: 'Set A.' }));

  it.each<[string, KnownOfRelease, readonly ToldFinding[]]>([
    ['that nobody assessed', { isAssessed: false, faults: [], others: [] }, [{
      place,
      message: `${said34}its faults are not known`,
      isUndecided: true,
      fix: 'Run a release whose faults are known, or read what others report of it.',
    }]],
    ['that has a fault which another has not', { isAssessed: true, faults, others: ['v1.34.4', 'v1.34.2'] },
      [{ place, message: `${said34}it panics (x/y#1)`, fix: 'Run v1.34.4 or v1.34.2.' }]],
    ['that has a fault which all have', { isAssessed: true, faults, others: [] },
      [{ place, message: `${said34}it panics (x/y#1)`, fix: 'Build one without it: no image is known that has no such fault.' }]],
    ['that has a fault with a remedy', { isAssessed: true, faults: withRemedy, others: ['v1.34.4', 'v1.34.2'] },
      [{ place, message: `${said34}it panics (x/y#1)`, fix: 'Set A. Or run v1.34.4 or v1.34.2.' }]],
    ['that has such a fault, as all have', { isAssessed: true, faults: withRemedy, others: [] },
      [{ place, message: `${said34}it panics (x/y#1)`, fix: 'Set A.' }]],
    ['that has none', { isAssessed: true, faults: [], others: ['v1.34.4'] }, []],
  ])('%s', (_, known, expected) => expect(toldOf(ofRelease(ccmOf({}), 'v1.34.3', known))).toEqual(expected));

  it.each<[string, ComponentView['process']]>([
    ['whose process is not known', undefined], ['without a route controller', { ...ccmProcess('1.34', ''), controllers: new Map() }],
  ])('%s makes no cloud routes that are known', (_, process) =>
    expect(toldOf(ccmImageKnownBad.check(model({ components: [ccmOf({ awsRelease: 'v1.34.3', process })] })))).toEqual([]));
});

const at = (version: string, kcm: readonly string[], ...kubelet: string[]) =>
  ({ new: node({ version, kcm, kubelet: kubelet.length === 0 ? undefined : kubelet, mounts: [] }) });
const REMOVED = (release: string, component = 'kube-controller-manager') =>
  ` => Take it out before the upgrade to ${release}: ${component} ends at start with it.`;
const kcmFlag = (minor: string, flag: string) => `new/${KCM_FILE}:17 note: KCM ${minor} of node of new has the flag --${flag}, which is `;

const served = (version: string, apiVersion: string, kind: string) => ({
  ...at(version, KCM_27), dist: { 'a.yaml': `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: a\n` },
});

table('api-gone-in-later-release', [
  ['an object that the next minor does not serve', served('1.24.17', 'batch/v1beta1', 'CronJob'), [
    'dist/a.yaml:4 note: CronJob a is of batch/v1beta1, which no kube-apiserver from 1.25 on serves => Write it as batch/v1.',
  ]],
  ['one that is not served now', served('1.26.15', 'batch/v1beta1', 'CronJob'), [
    'dist/a.yaml:4 warning: CronJob a is of batch/v1beta1, which no kube-apiserver from 1.25 on serves => Write it as batch/v1.',
  ]],
  ['one of a kind that is gone', served('1.24.17', 'policy/v1beta1', 'PodSecurityPolicy'), [
    'dist/a.yaml:4 note: PodSecurityPolicy a is of policy/v1beta1, which no kube-apiserver from 1.25 on serves => Take the object out: nothing reads '
      + 'it any more.',
  ]],
  ['one that is not served from this minor on', served('1.25.16', 'batch/v1beta1', 'CronJob'), [
    'dist/a.yaml:4 warning: CronJob a is of batch/v1beta1, which no kube-apiserver from 1.25 on serves => Write it as batch/v1.',
  ]],
  ['one that an older server still serves, with its namespace', {
    ...at('1.26.15', KCM_27),
    ...served('1.24.17', 'batch/v1beta1', 'CronJob'),
    old: at('1.26.15', KCM_27).new,
    dist: { 'a.yaml': 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata:\n  name: a\n  namespace: b\n' },
  }, ['dist/a.yaml:4 note: CronJob b/a is of batch/v1beta1, which no kube-apiserver from 1.25 on serves => Write it as batch/v1.']],
  ['one that goes after the next minor of the older server', {
    ...at('1.25.16', KCM_27), old: at('1.23.17', KCM_27).new, dist: served('1.23.17', 'batch/v1beta1', 'CronJob').dist,
  }, ['dist/a.yaml:4 note: CronJob a is of batch/v1beta1, which no kube-apiserver from 1.25 on serves => Write it as batch/v1.']],
  ['one that an API server still serves which is told to be of an older version', {
    ...at('1.32.13', [...KCM_27, '--emulated-version=1.31']), dist: served('1.32.13', 'flowcontrol.apiserver.k8s.io/v1beta3', 'FlowSchema').dist,
  }, ['dist/a.yaml:4 note: FlowSchema a is of flowcontrol.apiserver.k8s.io/v1beta3, which no kube-apiserver from 1.32 on serves => Write it as '
    + 'flowcontrol.apiserver.k8s.io/v1.']],
  ['nothing where no release is known', served('x', 'batch/v1beta1', 'CronJob'), []],
  ['nothing of one that goes after the next minor', served('1.23.17', 'batch/v1beta1', 'CronJob'), []],
  ['nothing of another kind of that version', served('1.24.17', 'batch/v1beta1', 'Job'), []],
]);

table('flag-gone-in-later-release', [
  ['a flag that is gone in the next minor, and not deprecated', at('1.36.1', [...KCM_27, '--concurrent-service-syncs=2']), [
    `${kcmFlag('1.36', 'concurrent-service-syncs')}gone in 1.37${REMOVED('1.37')}`,
  ]],
  ['nothing of one that is deprecated and gone after the next minor', at('1.24.17', [...KCM_27, '--pod-eviction-timeout=5m']), []],
  ['nothing of it where it is gone', at('1.37.1', [...KCM_27, '--concurrent-service-syncs=2']), []],
  ['one that is deprecated, and gone in a release after the next', at('1.28.15', [...KCM_27, '--volume-host-cidr-denylist=10.0.0.0/8']), [
    `${kcmFlag('1.28', 'volume-host-cidr-denylist')}gone in 1.31, and deprecated: This flag is currently no-op and will be `
      + `deleted.${REMOVED('1.31')}`,
  ]],
  ['one that will be deprecated first', at('1.25.16', [...KCM_27, '--pod_eviction_timeout=5m']), [
    `${kcmFlag('1.25', 'pod-eviction-timeout')}gone in 1.27, and deprecated from 1.26 on: This flag is deprecated and it will be removed in 1.27. `
      + `Once taint manager is enabled, this flag has no effect.${REMOVED('1.27')}`,
  ]],
  ['one that is deprecated in all that were read', withCcm({ image: `${CCM_TAG}v1.36.1`, flags: [...CCM_FLAGS, '--allow-untagged-cloud'] }), [
    `dist/ccm.yaml:26 note: ${nameOf('1.36')} has the flag --allow-untagged-cloud, which is deprecated: This flag is deprecated and will be removed `
      + 'in a future release. A cluster-id will be required on cloud instances.',
  ]],
  ['one of a cloud-controller-manager, by the libraries that it links', withCcm({
    image: `${CCM_TAG}v1.24.2`, flags: [...CCM_FLAGS, '--logtostderr', '--port=0'],
  }), [
    `dist/ccm.yaml:26 note: ${nameOf('v1.24.2 (built from the libraries of 1.25)')} has the flag --logtostderr, which is gone in 1.26, and `
      + 'deprecated: will be removed in a future release, see https://github.com/kubernetes/enhancements/tree/master/keps/'
      + `sig-instrumentation/2845-deprecate-klog-specific-flags-in-k8s-components${REMOVED('1.26', 'cloud-controller-manager')}`,
  ]],
  ['of a kubelet, but not that its flags are fields of its configuration', at('1.34.1', KCM_27, '--max-pods=9', '--pod-infra-container-image=x'), [
    'new/var/lib/kubelet/kubeadm-flags.env:1 note: kubelet 1.34 of node of new has the flag --pod-infra-container-image, which is gone in 1.35, and '
      + 'deprecated: will be removed in 1.35. Image garbage collector will get sandbox image information from CRI.' + REMOVED('1.35', 'kubelet'),
  ]],
  ['nothing of flags that stay, that it does not have, or of which nothing is known', at('1.36.1', [...KCM_27, '--port=0', '--brand-new=1']), []],
  ['nothing of a release that is not known', at('1.99.0', [...KCM_27, '--concurrent-service-syncs=2']), []],
]);

const refused = (text: string) => ({
  dist: {
    ...ccm({ image: `${CCM_TAG}v1.36.1` }),
    's.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop, annotations: {'
      + `service.beta.kubernetes.io/aws-load-balancer-type: nlb, ${GROUPS}}}\n${text}`,
  },
});
const ports = (text: string) => `spec: {type: LoadBalancer, ports: ${text}}\n`;
const REFUSED = `dist/s.yaml:3 error: Service shop/web: ${nameOf('1.36')}, release v1.36.1, refuses security groups of a network load balancer `
  + 'that are given by annotation => Take the annotation service.beta.kubernetes.io/aws-load-balancer-security-groups away, or stay on 1.34 until '
  + '1.37.0, '
  + 'which sets them.';
const TYPE_CHANGED = (hostname: string) => refused(`${ports('[]')}status: {loadBalancer: {ingress: [{hostname: ${hostname}}]}}\n`);

table('service-refused-by-release', [
  ['what the release refuses', refused(ports('[{port: 80}]')), [REFUSED]],
  ['each of two', TYPE_CHANGED('a.eu-central-1.elb.amazonaws.com'), [
    `dist/s.yaml:3 error: Service shop/web: ${nameOf('1.36')}, release v1.36.1, refuses another type of load balancer than the one that is `
      + 'there; it is taken for a classic one where its name ends in .elb.amazonaws.com, which those of other partitions (amazonaws.com.cn) do not '
      + '=> Restore the '
      + 'annotation service.beta.kubernetes.io/aws-load-balancer-type, or recreate the Service; in a partition whose names end otherwise, use '
      + 'network load balancers.',
    REFUSED,
  ]],
  ['one of an NLB that is there', TYPE_CHANGED('a.elb.eu-central-1.amazonaws.com'), [REFUSED]],
  ['nothing of a Service without a load balancer', refused('spec: {type: ClusterIP}\n'), []],
  ['nothing of one with a class', refused('spec: {type: LoadBalancer, loadBalancerClass: service.k8s.aws/nlb}\n'), []],
  ['nothing of a release that is not known', {
    dist: { ...refused(ports('[]')).dist, ...ccm({ image: OTHER_IMAGE }) },
  }, []],
]);

const two = node({ apiserver: ['--v=2'] });

table('duplicate-static-pod', [
  ['the copy, and what it is a copy of', { old: { ...two, 'etc/kubernetes/manifests/kcm.yaml.bak': node({ kcm: [...KCM_26, '--v=2'] })[KCM_FILE] } },
    [
      `old/${KCM_FILE}:9 error: a second kube-controller-manager below /etc/kubernetes/manifests of node old, beside kcm.yaml.bak`,
    ]],
  ['each copy', { old: { ...two, [`${KCM_FILE}.1`]: two[KCM_FILE], [`${KCM_FILE}.2`]: two[KCM_FILE] } }, [
    `old/${KCM_FILE}.1:9 error: a second kube-controller-manager below /etc/kubernetes/manifests of node old, beside kube-controller-manager.yaml `
      + '(and the same in 1 more file)',
  ]],
  ['nothing of several components', { old: two }, []],
]);

it.each<[string, string, string, number]>([
  ['another name than EC2 gave it', 'ip-10-0-1-10.ec2.internal', 'cp1', 1],
  ['the name that EC2 gave it', 'ip-10-0-1-10.ec2.internal', 'ip-10-0-1-10.ec2.internal', 0],
  ['the name of its folder, where the old one means nothing', 'alias', 'cp1', 0],
])('a folder that is not called after its node, whose kubelet gets %s', (_, before, after, count) => {
  const kubelet = (provider: string, name: string) => [`--cloud-provider=${provider}`, `--hostname-override=${name}`];
  const renamed = (files: Record<string, string>) => Object.fromEntries(Object.entries(files).map(([path, text]) => [`cp1/${path}`, text]));
  const folders = {
    old: renamed(node({ kubelet: kubelet('aws', before) })),
    new: renamed(node({ version: '1.27.16', kcm: KCM_27, kubelet: kubelet('external', after) })),
  };
  const found = findingsOf('node-name-source-changes', folders).filter(({ message }) => message.endsWith(`and today it is '${before}'`));
  expect(found).toHaveLength(count);
});

it('nodes that are made anew keep no name: those of a group that is replaced, and no others', () => {
  const kubeletOf = (name: string | undefined, provider: string) =>
    view({ component: 'kubelet', node: name, kind: 'a', version: KubernetesVersion.of('1.27'), flags: flags(`--cloud-provider=${provider}`) });
  const kubelets = [
    kubeletOf('worker-1', 'aws'), ...['workers', 'worker-1', undefined].map(name => kubeletOf(name, 'external')),
  ];
  const warned = (replacedGroups?: readonly string[]) => toldOf(nodeNameSourceChanges.check(model({ components: kubelets, replacedGroups }))).length;
  expect([warned(), warned([]), warned(['workers']), warned(['worker-1', 'workers'])]).toEqual([3, 3, 2, 1]);
});
