import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const FLAGS_FILE = 'var/lib/kubelet/kubeadm-flags.env';
const cluster = (release = 'v1.29.15', api = 'v1beta3') => `apiVersion: kubeadm.k8s.io/${api}
kind: ClusterConfiguration
kubernetesVersion: ${release}
clusterName: prod
`;
const v3 = (kind: string, args: string, rest = '') =>
  `---\napiVersion: kubeadm.k8s.io/v1beta3\nkind: ${kind}\nnodeRegistration: {kubeletExtraArgs: {cloud-provider: external${args}}}\n${rest}`;
const kubelet = (text = '') => `---\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\ncgroupDriver: systemd\n${text}`;
const EXTERNAL = 'controllerManager: {extraArgs: {cloud-provider: external, cluster-name: prod, configure-cloud-routes: "false"}}\n';
const kubeadm = (...documents: readonly string[]): Files => ({ 'kubeadm.yaml': `${cluster()}${EXTERNAL}${documents.join('')}` });
const configMap = (text: string, name = 'kubelet-config'): Files => ({
  'cm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: kube-system}\ndata:\n  kubelet: |\n${
    text.replace(/^---\n/, '').replace(/^/gm, '    ')}\n`,
});
const NODE = { ...node({ version: '1.29.15', kcm: KCM_27 }), [FLAGS_FILE]: 'KUBELET_KUBEADM_ARGS="--cloud-provider=external"\n' };
const OWN = { 'var/lib/kubelet/config.yaml': kubelet('staticPodPath: /etc/kubernetes/manifests\n').replace('---\n', '') };

function verdicts(dirs: Readonly<Record<string, Files>>): readonly string[] {
  const { exclusivity, liveness } = check({ ...dirs, dist: { ...dirs.dist, ...ccm({}) } });
  return [exclusivity.verdict, liveness.verdict];
}

const URL = 'staticPodURL: https://example.com/pods\n';

describe('what kubeadm gives a kubelet', () => {
  it.each<[string, Record<string, Files>]>([
    ['nothing', { m: kubeadm() }],
    ['flags', { m: kubeadm(v3('InitConfiguration', ', v: "4"')) }],
    ['the flags of three nodes by name', {
      m: kubeadm(...['a', 'b', 'c'].map((name, index) => `---
apiVersion: kubeadm.k8s.io/v1beta3
kind: ${index === 0 ? 'InitConfiguration' : 'JoinConfiguration'}
nodeRegistration: {name: ${name}, kubeletExtraArgs: {cloud-provider: external}}
${index === 0 ? '' : 'controlPlane: {}\n'}`)),
    }],
    ['a configuration', { m: kubeadm(kubelet()) }],
    ['the usual folder', { m: kubeadm(kubelet('staticPodPath: /etc/kubernetes/manifests/\n')) }],
    ['a gate that the release has', { m: kubeadm(kubelet('featureGates: {RotateKubeletServerCertificate: true}\n')) }],
    ['what the cluster keeps', { cp: NODE, dist: configMap(kubelet()) }],
    ['what the cluster keeps, which the node has too', { cp: { ...NODE, ...OWN }, dist: configMap(kubelet()) }],
    ['a configuration beside the nodes', { cp: NODE, dist: { 'k.yaml': kubelet() } }],
    ['a ConfigMap of something else', { cp: NODE, dist: configMap(kubelet(URL), 'other') }],
  ])('%s changes nothing', (_, dirs) => expect(verdicts(dirs)).toEqual(['holds', 'holds']));

  it.each<[string, Record<string, Files>]>([
    ['a document of kubeadm.yaml', { m: kubeadm(kubelet(URL)) }],
    ['the ConfigMap of the cluster', { cp: NODE, dist: configMap(kubelet(URL)) }],
    ['the ConfigMap of an old release', { cp: NODE, dist: configMap(kubelet(URL), 'kubelet-config-1.23') }],
    ['the ConfigMap in JSON', {
      cp: NODE,
      dist: configMap(
        '{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "staticPodURL": "https://example.com/pods"}'),
    }],
    ['the ConfigMap, where the node has another one', { cp: { ...NODE, ...OWN }, dist: configMap(kubelet(URL)) }],
    ['the ConfigMap, where kubeadm makes the nodes', { dist: { ...kubeadm(), ...configMap(kubelet(URL)) } }],
    ['a configuration beside the nodes', { cp: NODE, dist: { 'k.yaml': kubelet(URL) } }],
    ['kubeletExtraArgs of the first node', { m: kubeadm(v3('InitConfiguration', ', manifest-url: "https://example.com/pods"')) }],
    ['kubeletExtraArgs of the first node as a list', {
      m: {
        'kubeadm.yaml': `${cluster('v1.31.4', 'v1beta4')}---
apiVersion: kubeadm.k8s.io/v1beta4
kind: InitConfiguration
nodeRegistration: {kubeletExtraArgs: [{name: cloud-provider, value: external}, {name: manifest-url, value: "https://example.com/pods"}]}
`,
      },
    }],
    ['kubeletExtraArgs of another control-plane node', {
      m: kubeadm(v3('InitConfiguration', ''), v3('JoinConfiguration', ', manifest-url: "https://example.com/pods"', 'controlPlane: {}\n')),
    }],
    ['kubeletExtraArgs of a worker', { m: kubeadm(v3('JoinConfiguration', ', manifest-url: "https://example.com/pods"')) }],
    ['kubeletExtraArgs where the nodes are another folder', {
      cp: NODE, dist: { 'init.yaml': v3('InitConfiguration', ', manifest-url: "https://example.com/pods"') },
    }],
    ['kubeletExtraArgs that name a configuration which is not there', { m: kubeadm(v3('InitConfiguration', ', config: /opt/kubelet.yaml')) }],
  ])('%s may name other pods', (_, dirs) => expect(verdicts(dirs)).toEqual(['unknown', 'unknown']));

  it.each<[string, Record<string, Files>]>([
    ['another folder in its configuration', { m: kubeadm(kubelet('staticPodPath: /srv/pods\n')) }],
    ['another folder as a flag', { m: kubeadm(v3('InitConfiguration', ', pod-manifest-path: /srv/pods')) }],
    ['another folder in the cluster', { dist: { ...kubeadm(), ...configMap(kubelet('staticPodPath: /srv/pods\n')) } }],
    ['a gate that the release does not have', { m: kubeadm(kubelet('featureGates: {CSIMigration: true}\n')) }],
    ['the same gate as a flag', { m: kubeadm(v3('InitConfiguration', ', feature-gates: CSIMigration=true')) }],
    ['a configuration that it refuses', { m: kubeadm(kubelet('featureGates: {RotateKubeletServerCertificate: "x"}\n')) }],
    ['a flag that the release does not have', { m: kubeadm(v3('InitConfiguration', ', container-runtime: remote')) }],
    ['a configuration of a node that is there', { cp: NODE, dist: configMap(kubelet('featureGates: {CSIMigration: true}\n')) }],
  ])('%s keeps the control plane from starting', (_, dirs) => expect(verdicts(dirs)[1]).toBe('broken'));

  it('the last one of its nodes may start all the same', () => expect(verdicts({
    cp: {
      ...kubeadm(kubelet('featureGates: {CSIMigration: true}\n')),
      ...Object.fromEntries(
        ['a', 'b'].flatMap(name => Object.entries({ ...NODE, ...name === 'a' ? OWN : {} }).map(([path, text]) => [`${name}/${path}`, text]))),
    },
  })).not.toEqual(['holds', 'holds']));

  it('a node that is not registered runs no cloud-controller-manager', () =>
    expect(verdicts({ m: kubeadm(kubelet('registerNode: false\n')) })).not.toContain('holds'));

  it.each<[string, Record<string, Files>, string, number]>([
    ['a document', { m: kubeadm(kubelet(URL)) }, 'm/kubeadm.yaml', 10],
    ['a ConfigMap', { cp: NODE, dist: configMap(kubelet(URL)) }, 'dist/cm.yaml', 9],
    ['a ConfigMap that no node is made with', { cp: { ...NODE, ...OWN }, dist: configMap(kubelet(URL)) }, 'dist/cm.yaml', 9],
    ['flags', { m: kubeadm(v3('InitConfiguration', ', manifest-url: "https://example.com/pods"')) }, 'm/kubeadm.yaml', 9],
  ])('%s is named with its line', (_, dirs, file, line) => {
    const { exclusivity } = check({ ...dirs, dist: { ...dirs.dist, ...ccm({}) } });
    expect(exclusivity.unknown.map(one => [one.file, one.line])).toEqual([[file, line]]);
  });
});

describe('the environment that kubeadm gives a component', () => {
  const environment = (value: string, env: string): Record<string, Files> => ({
    m: {
      'kubeadm.yaml': `${cluster('v1.31.4', 'v1beta4')}controllerManager:
  extraArgs: [{name: cloud-provider, value: external}, {name: leader-elect, value: "${value}"}]
  extraEnvs: [${env}]
`,
    },
  });

  it.each([
    ['$(LE)', '{name: LE, value: "true"}', 'holds', 'holds'],
    ['$(LE)', '{name: A, value: "tr"}, {name: LE, value: "$(A)ue"}', 'holds', 'holds'],
    ['true', '{name: HTTPS_PROXY, value: "http://proxy:3128"}', 'holds', 'holds'],
    ['$(LE)', '{name: LE, value: "false"}', 'broken', 'holds'],
    ['$(LE)', '{name: LE, value: "true"}, {name: LE, value: "false"}', 'broken', 'holds'],
    ['$(LE)', '{name: OTHER, value: "true"}', 'holds', 'broken'],
    ['$$(LE)', '{name: LE, value: "true"}', 'holds', 'broken'],
  ])('leader-elect %s with %s: %s, %s', (value, env, ...expected) => expect(verdicts(environment(value, env))).toEqual(expected));

  it('is not known where a variable is from elsewhere', () => {
    const found = verdicts(environment('$(LE)', '{name: LE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}'));
    expect(found).not.toEqual(['holds', 'holds']);
  });
});

describe('a configuration of kubeadm', () => {
  const init = (fields: string) => ({ m: kubeadm(`---\napiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\n${fields}`) });
  const join = (fields: string) => ({ m: kubeadm(`---\napiVersion: kubeadm.k8s.io/v1beta3\nkind: JoinConfiguration\n${fields}`) });

  it.each<[string, Record<string, Files>, readonly string[]]>([
    ['whose values are not filled in', init('localAPIEndpoint: {advertiseAddress: "{{ ip }}"}\n'), ['holds', 'holds']],
    ['of a worker that does not join', join('caCertPath: ca.crt\n'), ['holds', 'holds']],
    ['with a field of another version', init('timeouts: {discovery: 5m}\n'), ['holds', 'holds']],
    ['with null for what it leaves out', init('localAPIEndpoint: null\n'), ['holds', 'holds']],
    ['of a control plane that does not join', join('controlPlane: {}\ncaCertPath: ca.crt\n'), ['holds', 'unknown']],
    ['with a value of another type', init('localAPIEndpoint: {bindPort: "6443"}\n'), ['holds', 'unknown']],
    ['of no known version', { m: { 'kubeadm.yaml': `${cluster('v1.29.15', 'v1beta9')}${EXTERNAL}` } }, ['unknown', 'unknown']],
    ['whose etcd cannot start', { m: kubeadm('etcd: {local: {extraArgs: {initial-cluster-state: old}}}\n') }, ['holds', 'unknown']],
  ])('%s', (_, dirs, expected) => expect(verdicts(dirs)).toEqual(expected));

  it('with an etcd beside that of its node is no part of its cluster', () => expect(verdicts({
    n: {
      ...Object.fromEntries(Object.entries({
        ...NODE,
        ...node({
          version: '1.29.15', kcm: KCM_27, apiserver: ['--etcd-servers=https://127.0.0.1:2379', '--authorization-mode=Node,RBAC'],
        }),
      }).map(([path, text]) => [`cp1/${path}`, text])),
      ...kubeadm('etcd: {external: {endpoints: ["https://etcd.example.com:2379"]}}\n'),
    },
  })[0]).toBe('unknown'));
});
