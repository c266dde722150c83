import { ccm, check, Files, KCM_27, node, SCHEDULER } from '../rules/input';

interface Given {
  /** A change of the manifest. */
  readonly change?: readonly [string, string];
  readonly kind?: 'DaemonSet' | 'Deployment';
  readonly more?: readonly string[];
  readonly files?: Files;
}

/** What keeps liveness from being known where only this workload has the cloud controllers. */
function unknownOf({ change: [find, text] = ['', ''], kind, more = [], files = {} }: Given): readonly string[] {
  const manifest = ccm({ kind })['ccm.yaml'];
  expect(manifest).toContain(find);
  const own = node({ version: '1.27.16', kcm: KCM_27, mounts: [], files });
  // A folder for each Node, where there are several.
  const names = more.flatMap(one => /^kind: Node\nmetadata: \{name: (\w+)/m.exec(one)?.[1] ?? []);
  const { liveness } = check({
    new: names.length < 2 ? own
      : Object.fromEntries(names.flatMap(name => Object.entries(own).map(([path, content]) => [`${name}/${path}`, content]))),
    dist: { 'ccm.yaml': manifest.replace(find, text), 'more.yaml': more.join('---\n') },
  });
  return liveness.verdict === 'unknown' ? liveness.unknown.map(({ what }) => what) : [];
}

const nodeObject = (name: string, { labels = '', spec = '', cpu = '2', pods = '110' }) => `apiVersion: v1
kind: Node
metadata: {name: ${name}, labels: {node-role.kubernetes.io/control-plane: ""${labels}}}
spec: {providerID: "aws:///eu-central-1a/i-0123456789abcdef0"${spec}}
status: {allocatable: {cpu: "${cpu}", memory: 3900Mi, pods: "${pods}"}}
`;
const asks = (requests: string): Given['change'] => ['        args:\n', `        resources: {requests: {${requests}}}\n        args:\n`];
const spread = (rest: string, otherwise = 'DoNotSchedule'): Given['change'] => ['      serviceAccountName:',
  `      topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: ${otherwise}, ${rest}}]\n      serviceAccountName:`];
const OWN = 'labelSelector: {matchLabels: {k8s-app: ccm}}';
const kubelet = (maxPods: number): Files => ({
  'var/lib/kubelet/config.yaml': 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nstaticPodPath: /etc/kubernetes/manifests\n'
    + `maxPods: ${maxPods}\n`,
  'var/lib/kubelet/kubeadm-flags.env': 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n',
});
const other = (spec: string, kind = 'DaemonSet', container = '') => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: other, namespace: monitoring}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {tolerations: [{operator: Exists}], ${spec}, containers: [{name: a, image: quay.io/a/exporter:v1${container}}]}
`;
const pod = (rest: string) => `apiVersion: v1
kind: Pod
metadata: {name: p, namespace: default}
spec: {nodeName: n, containers: [{name: a, image: a, resources: {requests: {cpu: 1900m}}}]${rest}}
`;

it.each<[string, Given, RegExp]>([
  ['more CPU than a Node has', { change: asks('cpu: "3"'), more: [nodeObject('n', {})] }, /no Node .* asks for more cpu than they have$/],
  ['a resource that no Node has', { change: asks('nvidia.com/gpu: 1'), more: [nodeObject('n', {})] }, /more nvidia\.com\/gpu than/],
  ['CPU that another pod has', { change: asks('cpu: 200m'), more: [nodeObject('n', {}), pod('')] }, /more cpu than/],
  ['a place on a Node without any', { more: [nodeObject('n', { pods: '0' })] }, /more pods than/],
  ['a place that a kubelet does not have', { files: kubelet(1) }, /take 1 pods at most/],
  ['a place that another DaemonSet has', { files: kubelet(2), more: [other('hostPID: true')] }, /take 2 pods at most/],
  ['a Node that is not cordoned',
    { kind: 'Deployment', more: [nodeObject('n', { spec: ', unschedulable: true' })] }, /not tolerate node\.kubernetes\.io\/unschedulable/],
  ['a Node that is in service', {
    more: [nodeObject('n', {
      spec: ', taints: [{key: node.kubernetes.io/out-of-service, effect: NoExecute}]',
    })],
  }, /not tolerate node\.kubernetes\.io\/out-of-service/],
  ['a zone before there is any', { change: spread(`topologyKey: topology.kubernetes.io/zone, ${OWN}`) },
    /topology\.kubernetes\.io\/zone only, which a node does not have before/],
  ['a zone that no Node has', {
    change: spread(`topologyKey: topology.kubernetes.io/zone, ${OWN}`), more: [nodeObject('n', {})],
  }, /zone only, and none of the Nodes has it$/],
  ['a label of no node', { change: spread(`topologyKey: rack, ${OWN}`) }, /rack only, and nothing in the input says/],
  ['to be spread among others', { change: spread('topologyKey: kubernetes.io/hostname, labelSelector: {}') }, /counts other pods$/],
])('a workload that asks for %s may not run', (_, given, expected) => expect(unknownOf(given)).toContainEqual(expect.stringMatching(expected)));

it.each<[string, Given]>([
  ['CPU that one of two Nodes has', { change: asks('cpu: "3"'), more: [nodeObject('n', {}), nodeObject('m', { cpu: '4' })] }],
  ['CPU that a Node has in another notation', { change: asks('cpu: 1999m, memory: 3G'), more: [nodeObject('n', {})] }],
  ['exactly the CPU that pods leave', {
    change: asks('cpu: 200m'),
    more: [nodeObject('n', { cpu: '0.3' }), pod('').replace('1900m', '100m')],
  }],
  ['CPU of a Node that is not known', { change: asks('cpu: "300"') }],
  ['CPU that pods give way for', {
    change: ['      serviceAccountName:', '      priorityClassName: system-node-critical\n      serviceAccountName:'],
    more: [nodeObject('n', {}), pod('')],
  }],
  ['a place that a kubelet has', { files: kubelet(2), more: [other('nodeSelector: {a: b}')] }],
  ['any Node, of which one is cordoned',
    { kind: 'Deployment', more: [nodeObject('n', { spec: ', unschedulable: true' }), nodeObject('m', {})] }],
  ['a cordoned Node, as a DaemonSet can', { more: [nodeObject('n', { spec: ', unschedulable: true' })] }],
  ['a Node that gets ready', { more: [nodeObject('n', { spec: ', taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]' })] }],
  ['a zone that a Node has', {
    change: spread(`topologyKey: topology.kubernetes.io/zone, ${OWN}`), more: [nodeObject('n', { labels: ', topology.kubernetes.io/zone: a' })],
  }],
  ['a zone if there is one', { change: spread('topologyKey: topology.kubernetes.io/zone', 'ScheduleAnyway') }],
  ['different hosts', { change: spread(`topologyKey: kubernetes.io/hostname, ${OWN}`) }],
  ['a label that a Node has', {
    change: ['nodeSelector: {', 'nodeSelector: {disk: ssd, '], more: [nodeObject('n', { labels: ', disk: ssd' })],
  }],
])('a workload that asks for %s runs', (_, given) => expect(unknownOf(given)).toEqual([]));

const PORT = ', ports: [{containerPort: 10258}]';
const STATIC = `apiVersion: v1
kind: Pod
metadata: {name: proxy, namespace: kube-system}
spec: {hostNetwork: true, containers: [{name: a, image: haproxy, ports: [{containerPort: 10258}]}]}
`;

it.each<[string, Given]>([
  ['a port of the host network', { more: [other('hostNetwork: true', 'DaemonSet', PORT)] }],
  ['a host port', { more: [other('hostPID: true', 'DaemonSet', ', ports: [{containerPort: 80, hostPort: 10258}]')] }],
  ['an address in a flag', { more: [other('hostNetwork: true', 'DaemonSet', ', args: ["--listen-address=0.0.0.0:10258"]')] }],
  ['an address in two words', { more: [other('hostNetwork: true', 'Deployment', ', args: [--listen, ":10258"]')] }],
  ['a port in a variable', { more: [other('hostNetwork: true', 'DaemonSet', ', env: [{name: PORT, value: "10258"}]')] }],
  ['a static pod', { files: { 'etc/kubernetes/manifests/proxy.yaml': STATIC } }],
])('a manager whose port another pod may have by %s may not run', (_, given) =>
  expect(unknownOf(given)).toEqual([expect.stringMatching(/may take port 10258 of its node, on which the manager serves$/)]));

it.each<[string, Given]>([
  ['that the API server refuses', { more: [other('hostNetwork: true', 'DaemonSet', PORT).replace('{a: b}}', '{a: c}}')] }],
  ['of which there is none', { more: [other('hostNetwork: true', 'Deployment', PORT).replace('spec:', 'spec:\n  replicas: 0')] }],
  ['by UDP', { more: [other('hostNetwork: true', 'DaemonSet', PORT.replace('}', ', protocol: UDP}'))] }],
  ['on the network of pods', { more: [other('hostPID: true', 'DaemonSet', PORT)] }],
  ['of which it only asks', { more: [other('hostNetwork: true', 'DaemonSet', ', args: ["--metrics-url=https://127.0.0.1:10258/metrics"]')] }],
  ['that is an upstream', { more: [other('hostNetwork: true', 'DaemonSet', ', args: [--upstream, "127.0.0.1:10258"]')] }],
  ['that is part of a number', { more: [other('hostNetwork: true', 'DaemonSet', ', args: ["--size=110258"]')] }],
  ['on other nodes', {
    more: [other('hostNetwork: true, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: '
    + '[{matchExpressions: [{key: node-role.kubernetes.io/control-plane, operator: DoesNotExist}]}]}}}', 'DaemonSet', PORT)],
  }],
])('a manager runs beside a pod with its port %s', (_, given) => expect(unknownOf(given)).toEqual([]));

it('of a unit of systemd is no static pod\'s, where the kubelet does not start', () => {
  const unit = '[Service]\nExecStart=/usr/bin/kube-controller-manager --cloud-provider=aws --cluster-name=x --configure-cloud-routes=false\n';
  const unknown = (flag: string) => check({
    old: {
      'etc/systemd/system/kube-controller-manager.service': unit,
      'etc/kubernetes/manifests/proxy.yaml': STATIC.replace('10258', '10257'),
      'etc/kubernetes/manifests/kube-scheduler.yaml': SCHEDULER['scheduler.yaml'].replace('1.27.16', '1.26.15'),
      'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="--cloud-provider=aws ${flag}"\n`,
    },
  }).liveness.unknown.filter(({ what }) => what.includes('may take port 10257'));
  expect([unknown('--v=2').length, unknown('--no-such-flag').length]).toEqual([1, 0]);
});
