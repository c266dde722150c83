import { unknowns } from '../../../../src/lib/verify/result';
import { ccm, CCM_FLAGS, check, Files, KCM_27, node } from '../../rules/input';

const ETCD = '--etcd-servers=https://127.0.0.1:2379';

/** Control-plane nodes, each with the flags of its API server. */
function cluster(...servers: readonly (readonly string[])[]): Record<string, Files> {
  const nodes = servers.map((apiserver, index) => [`n/${index}`, node({ version: '1.27.16', kcm: KCM_27, apiserver, mounts: [] })] as const);
  const files = nodes.flatMap(([name, own]) => Object.entries(own).map(([path, text]) => [`${name}/${path}`, text]));
  return { n: Object.fromEntries(files), dist: ccm({}) };
}

function withFiles(folders: Record<string, Files>, more: Record<string, Files>): Record<string, Files> {
  return Object.fromEntries([...new Set([...Object.keys(folders), ...Object.keys(more)])].map(name => [name, { ...folders[name], ...more[name] }]));
}

const safe = cluster([ETCD], [ETCD]);
const verdicts = (folders: Record<string, Files>) => {
  const { exclusivity, liveness } = check(folders);
  return [exclusivity.verdict, liveness.verdict];
};
const said = (folders: Record<string, Files>) => unknowns(check(folders)).map(({ what }) => what);

const etcd = (name: string, list: string): Files => ({
  'etc/kubernetes/manifests/etcd.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: etcd, namespace: kube-system}\nspec:\n  containers:
  - name: etcd
    image: registry.k8s.io/etcd:3.5.6-0\n    command: [etcd, --name=${name}, "--initial-cluster=${list}"]\n`,
});
const MEMBERS = 'a=https://10.0.0.1:2380,b=https://10.0.0.2:2380';
const below = (folder: string, files: Files): Files => Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
const ofMembers = (other: string): Record<string, Files> => withFiles(cluster(...[1, 2].map(one =>
  [`--etcd-servers=https://10.0.0.1:2379,https://10.0.0.2:2379${other}`, `--advertise-address=10.0.0.${one}`])), {
  n: { ...below('n/0', etcd('a', MEMBERS)), ...below('n/1', etcd('b', MEMBERS)) },
});
const apiService = (spec: string): Files => ({
  'apiservice.yaml': `apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.x}\nspec: ${spec}\n`,
});
const kubeconfig = (server: string): Files => ({
  'etc/kubernetes/controller-manager.conf': `apiVersion: v1\nkind: Config\nclusters:\n- {name: k, cluster: {server: "${server}"}}\n`
    + 'contexts:\n- {name: c, context: {cluster: k}}\ncurrent-context: c\n',
});
const kcm = (...flags: readonly string[]) => node({
  version: '1.27.16', kcm: [...KCM_27, ...flags], apiserver: [ETCD, '--advertise-address=10.0.1.10'], mounts: ['/etc/kubernetes'],
});
const pod = (name: string, words: readonly string[], env = '[]', kind = 'Deployment') => ({
  [`${name}.yaml`]: `apiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: kube-system}\nspec:\n  selector: {matchLabels: {a: b}}
  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers:\n      - {name: ${name}, image: "example.com/${name}:v1", command: ${
    JSON.stringify(words)}, env: ${env}}\n`,
});
const env = (name: string, value: string): Files => ({
  'ccm.yaml': ccm({})['ccm.yaml'].replace(/( +)(image: .*)/, `$1$2\n$1env: [{name: ${name}, value: "${value}"}]`),
});
const inPod = (field: string): Files => ({
  'ccm.yaml': env('KUBERNETES_SERVICE_HOST', 'kubernetes.default.svc')['ccm.yaml'].replace(/( +)containers:/, `$1${field}\n$1containers:`),
});
const aliases = (ip: string, name: string) => `hostAliases: [{ip: ${ip}, hostnames: [${name}]}]`;
const configMap = (name: string, data: object): Files => ({
  [`${name}-config.yaml`]: `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'kube-system' }, data })}\n`,
});
const LOCK = 'cloud-controller-manager';
const kubeadm = (scheduler: object): Files => ({
  'kubeadm.yaml': `${JSON.stringify({
    apiVersion: 'kubeadm.k8s.io/v1beta3',
    kind: 'ClusterConfiguration',
    kubernetesVersion: 'v1.27.16',
    clusterName: 'prod',
    controllerManager: { extraArgs: { 'cloud-provider': 'external' } },
    scheduler,
  })}\n---\napiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\nnodeRegistration: {kubeletExtraArgs: {cloud-provider: external}}\n`,
});
const fromMap = (name: string, data: object): Files => ({
  ...configMap(name, data),
  [`${name}.yaml`]: pod(name, ['/manager'])[`${name}.yaml`].replace('env: []', `envFrom: [{configMapRef: {name: ${name}}}]`),
});

describe('the state store behind the lock', () => {
  it.each<[string, Record<string, Files>, RegExp]>([
    ['another prefix', cluster([ETCD], [ETCD, '--etcd-prefix=/other']), /keeps its objects below '\/other'/],
    ['other servers', cluster(['--etcd-servers=https://a:2379'], ['--etcd-servers=https://b:2379']), /nothing says that these are one etcd cluster/],
    ['another port of the node', cluster([ETCD], ['--etcd-servers=https://127.0.0.1:12379']), /its node:12379/],
    ['a server elsewhere beside a stacked one', cluster([ETCD], ['--etcd-servers=https://10.9.9.9:2379']), /10\.9\.9\.9:2379/],
    ['leases kept elsewhere by one', cluster([ETCD], [ETCD, '--etcd-servers-overrides=coordination.k8s.io/leases#https://z']), /keeps .*leases in/],
    ['endpoints kept elsewhere by one', cluster([ETCD], [ETCD, '--etcd-servers-overrides=/endpoints#https://z:2379']), /keeps endpoints in/],
    ['etcds that do not know each other', withFiles(safe, {
      n: { ...below('n/0', etcd('a', 'a=https://10.0.0.1:2380')), ...below('n/1', etcd('b', 'b=https://10.0.0.2:2380')) },
    }), /is a cluster of b, etcd of node 0 one of a/],
    ['a foreign etcd beside its own', withFiles(cluster([`${ETCD},https://10.9.9.9:2379`]), {
      n: below('n/0', etcd('a', 'a=https://10.0.0.1:2380')),
    }), /asks 10\.9\.9\.9 beside the etcd of node 0, which is a cluster of a \(/],
    ['an aggregated server of leases', withFiles(safe, { dist: apiService('{group: coordination.k8s.io, service: {name: s, namespace: x}}') }),
      /hands objects that locks are kept in/],
  ])('leaves both promises unknown: %s', (_, folders, what) => {
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toEqual([expect.stringMatching(what)]);
  });

  it('is foreign beside all members, to each API server that asks it; not where it may be a member without a folder', () => {
    const foreign = said(ofMembers(',https://10.9.9.9:2379')).filter(what => /beside the etcd/.test(what));
    expect(foreign).toEqual([0, 1].map(index =>
      expect.stringMatching(`asks 10\\.9\\.9\\.9 beside the etcd of node ${index}, which is a cluster of a \\(.*\\), b \\(`)));
    const ofClients = withFiles(cluster([`${ETCD},https://192.168.0.2:2379`]), { n: below('n/0', etcd('a', MEMBERS)) });
    expect(said(ofClients)).not.toContainEqual(expect.stringMatching(/beside the etcd/));
  });

  it.each<[string, Record<string, Files>]>([
    ['stacked', safe],
    ['stacked, by the addresses of the nodes', cluster(
      ['--etcd-servers=https://10.0.0.1:2379', '--advertise-address=10.0.0.1'],
      ['--etcd-servers=https://10.0.0.2:2379', '--advertise-address=10.0.0.2'],
    )],
    ['lists in another order', cluster(['--etcd-servers=https://a:2379,https://b:2379'], ['--etcd-servers=https://b:2379,https://c:2379'])],
    ['one prefix, written twice', cluster([ETCD, '--etcd-prefix=/registry/'], [ETCD])],
    ['leases of all kept in one place', cluster(...[1, 2].map(() => [ETCD, '--etcd-servers-overrides=coordination.k8s.io/leases#https://z:2379']))],
    ['events kept elsewhere', cluster([ETCD], [ETCD, '--etcd-servers-overrides=/events#https://127.0.0.1:4002'])],
    ['members that join one by one', withFiles(safe, {
      n: {
        ...below('n/0', etcd('0', '0=https://10.0.0.1:2380')),
        ...below('n/1', etcd('1', '0=https://10.0.0.1:2380,1=https://10.0.0.2:2380')),
      },
    })],
    ['all members of one etcd', withFiles(cluster(...[1, 2].map(one =>
      ['--etcd-servers=https://10.0.0.1:2379,https://10.0.0.2:2379', `--advertise-address=10.0.0.${one}`])), {
      n: { ...below('n/0', etcd('a', MEMBERS)), ...below('n/1', etcd('b', MEMBERS)) },
    })],
    ['an etcd elsewhere alone, beside one that no API server asks', withFiles(cluster(['--etcd-servers=https://x:2379,https://y:2379']), {
      n: below('n/0', etcd('a', 'a=https://10.0.0.1:2380')),
    })],
    ['an APIService that the API server makes itself', withFiles(safe, { dist: apiService('{group: coordination.k8s.io, version: v1}') })],
    ['an aggregated server of metrics', withFiles(safe, { dist: apiService('{group: metrics.k8s.io, service: {name: s, namespace: x}}') })],
  ])('holds: %s', (_, folders) => {
    expect(said(folders)).toEqual([]);
    expect(verdicts(folders)).toEqual(['holds', 'holds']);
  });
});

/** A node whose components are units of systemd, and whose kubelet starts no static pods. */
const ofUnits = (address: string, master: string): Files => Object.fromEntries(Object.entries({
  'kube-apiserver': [ETCD],
  'kube-controller-manager': [...KCM_27, `--master=https://${master}:6443`],
  'kubelet': ['--config=/etc/kubernetes/kubelet.yaml', `--node-ip=${address}`, '--cloud-provider=external'],
}).map(([name, flags]): [string, string] => [`etc/systemd/system/${name}.service`,
  `[Service]\nExecStart=/usr/bin/${[name, ...flags.filter(flag => flag !== name)].join(' ')}\n[X-CcmMigration]\nKubernetesVersion=1.27.16\n`])
  .concat([['etc/kubernetes/kubelet.yaml', 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n']]));
const ofTwo = (first: string, second: string) => ({
  n: { ...below('n/0', ofUnits('10.9.0.5', first)), ...below('n/1', ofUnits('10.9.1.5', second)) }, dist: ccm({}),
});

describe('the API server that a manager asks', () => {
  const conf = '--kubeconfig=/etc/kubernetes/controller-manager.conf';
  it.each<[string, Record<string, Files>, RegExp]>([
    ['--master', { n: kcm('--master=https://10.9.9.9:6443'), dist: ccm({}) }, /asks 10\.9\.9\.9, and nothing in the input says/],
    ['--master of the CCM', { n: kcm(), dist: ccm({ flags: [...CCM_FLAGS, '--master=https://other.example:6443'] }) }, /asks other\.example/],
    ['a literal KUBERNETES_SERVICE_HOST', { n: kcm(), dist: env('KUBERNETES_SERVICE_HOST', '10.9.9.9') }, /CCM .* asks 10\.9\.9\.9/],
    ['a name of its own hosts file', { n: kcm(), dist: inPod(aliases('10.9.9.9', 'kubernetes.default.svc')) }, /asks 10\.9\.9\.9/],
    ['a name of its own name servers', { n: kcm(), dist: inPod('dnsConfig: {nameservers: [10.9.9.9]}') }, /API server CCM .* is not known/],
    ['two kubeconfigs', {
      a: { ...kcm(conf), ...kubeconfig('https://one.example:6443') }, b: { ...kcm(conf), ...kubeconfig('https://two.example:6443') }, dist: ccm({}),
    }, /asks (one|two)\.example/],
    ['--master of units, elsewhere', ofTwo('10.9.0.5', '10.9.2.5'), /asks 10\.9\.2\.5/],
  ])('leaves both promises unknown: %s', (_, folders, what) => {
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toContainEqual(expect.stringMatching(what));
    expect(said(folders)).not.toContainEqual(expect.stringContaining('starts no static pods'));
  });

  it.each<[string, Record<string, Files>]>([
    ['--master on its node', { n: kcm('--master=https://127.0.0.1:6443'), dist: ccm({}) }],
    ['--master by the address of its node', { n: kcm('--master=https://10.0.1.10:6443'), dist: ccm({}) }],
    ['--master of units, by what their kubelets say of their nodes', ofTwo('10.9.0.5', '10.9.1.5')],
    ['one --master for all', {
      n: kcm('--master=https://lb.example'), dist: ccm({ flags: [...CCM_FLAGS, '--master=https://lb.example'] }),
    }],
    ['the service', { n: kcm(), dist: env('KUBERNETES_SERVICE_HOST', 'kubernetes.default.svc') }],
    ['its node by its own hosts file', { n: kcm(), dist: inPod(aliases('127.0.0.1', 'kubernetes.default.svc')) }],
    ['another name of its own hosts file', { n: kcm(), dist: inPod(aliases('10.9.9.9', 'other')) }],
    ['a load balancer beside the node itself', {
      a: { ...kcm(conf), ...kubeconfig('https://lb.example:6443') }, b: { ...kcm(conf), ...kubeconfig('https://127.0.0.1:6443') }, dist: ccm({}),
    }],
    ['a kubeconfig that is not in the input', { n: kcm(conf), dist: ccm({}) }],
  ])('says nothing: %s', (_, folders) => {
    expect(said(folders)).toEqual([]);
    expect(verdicts(folders)).toEqual(['holds', 'holds']);
  });
});

describe('another program that takes the lock', () => {
  const schedulerPod = (...flags: readonly string[]): Files => ({
    'n/0/etc/kubernetes/manifests/kube-scheduler.yaml': `apiVersion: v1\nkind: Pod\nmetadata: {name: kube-scheduler, namespace: kube-system}\nspec:
  containers:\n  - name: kube-scheduler\n    image: registry.k8s.io/kube-scheduler:v1.27.16
    command: ${JSON.stringify(['kube-scheduler', ...flags])}\n`,
  });
  it.each<[string, Record<string, Files>]>([
    ['the scheduler', { n: schedulerPod('--leader-elect-resource-name=kube-controller-manager') }],
    ['the scheduler, with its value behind the flag', { n: schedulerPod('--leader-elect-resource-name', 'cloud-controller-manager') }],
    ['the scheduler by its configuration', {
      n: {
        'n/0/etc/kubernetes/s.yaml': 'kind: KubeSchedulerConfiguration\nleaderElection:\n  leaderElect: true\n'
          + '  resourceName: cloud-controller-manager\n',
      },
    }],
    ['an autoscaler', { dist: pod('autoscaler', ['cluster-autoscaler', '--leader-elect-resource-name=cloud-controller-manager']) }],
    ['a controller of another kind', { dist: pod('operator', ['/manager', '--leader-election-id=kube-controller-manager']) }],
    ['a variable', { dist: pod('operator', ['/manager'], '[{name: LEADER_ELECTION_ID, value: kube-controller-manager}]') }],
    ['a variable of a ConfigMap', { dist: fromMap('operator', { LEADER_ELECTION_ID: LOCK }) }],
    ['a flag that a variable fills in', {
      dist: pod('operator', ['/manager', '--leader-election-id=$(NAME)'], `[{name: NAME, value: ${LOCK}}]`),
    }],
    ['a configuration on one line', { dist: configMap('x', { c: `leaderElection: {leaderElect: true, resourceName: ${LOCK}}\n` }) }],
    ['a configuration in JSON', { dist: configMap('x', { c: JSON.stringify({ leaderElection: { resourceName: LOCK } }) }) }],
    ['a configuration with an anchor', { dist: configMap('x', { c: `a: &n ${LOCK}\nleaderElection:\n  resourceName: *n\n` }) }],
    ['an ID in a configuration', { dist: configMap('x', { c: `leaderElection: true\nleaderElectionID: ${LOCK}\n` }) }],
    ['a configuration in a Secret', {
      dist: {
        's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: x, namespace: x}\ndata: {c: ${
          Buffer.from(`leaderElection: {resourceName: ${LOCK}}`).toString('base64')}}\n`,
      },
    }],
    ['in a shell', { dist: pod('operator', ['sh', '-c', 'exec /manager --lease-lock-name=kube-controller-manager']) }],
  ])('leaves liveness unknown: %s', (_, more) => {
    const folders = withFiles(safe, more);
    expect(verdicts(folders)[1]).toBe('unknown');
    expect(said(folders)).toContainEqual(expect.stringMatching(/takes the lock '(kube|cloud)-controller-manager'/));
  });

  it('leaves exclusivity as it is', () => {
    const folders = withFiles(safe, { n: schedulerPod('--leader-elect-resource-name=kube-controller-manager') });
    expect(verdicts(folders)).toEqual(['holds', 'unknown']);
  });

  it('leaves liveness unknown where a manager takes the lock of the scheduler', () => {
    const n = node({ version: '1.27.16', kcm: [...KCM_27, '--leader-elect-resource-name=kube-scheduler'], apiserver: [ETCD], mounts: [] });
    expect(verdicts({ n, dist: ccm({}) })).toEqual(['holds', 'unknown']);
  });

  it.each<[string, Record<string, Files>]>([
    ['a lock of its own', { n: schedulerPod('--leader-elect-resource-name=my-scheduler') }],
    ['a lock of that name in another namespace', {
      dist: pod('operator', ['/manager', '--leader-election-id=kube-controller-manager', '--leader-election-namespace=mine']),
    }],
    ['an election that is off', { dist: configMap('x', { c: `leaderElection: {leaderElect: false, resourceName: ${LOCK}}\n` }) }],
    ['an election in another namespace', { dist: configMap('x', { c: `leaderElection: {resourceName: ${LOCK}, resourceNamespace: mine}\n` }) }],
    ['a role that names it', { dist: configMap('x', { c: `leaderElection: {leaderElect: true}\nrules: [{resourceName: ${LOCK}}]\n` }) }],
    ['a variable of a ConfigMap for another namespace', {
      dist: fromMap('operator', { LEADER_ELECTION_ID: LOCK, LEADER_ELECTION_NAMESPACE: 'mine' }),
    }],
    ['a flag that only names it', { dist: pod('exporter', ['/exporter', '--job=kube-controller-manager', '--leader-election-id=exporter']) }],
  ])('says nothing: %s', (_, more) => {
    const folders = withFiles(safe, more);
    expect(said(folders)).toEqual([]);
    expect(verdicts(folders)).toEqual(['holds', 'holds']);
  });

  it.each<[string, object, string]>([
    ['the lock', { 'leader-elect-resource-name': LOCK }, 'unknown'],
    ['the lock, by a list', [{ name: 'leader-elect-resource-name', value: LOCK }], 'unknown'],
    ['a lock of its own', { 'leader-elect-resource-name': 'x' }, 'holds'],
    ['the lock in another namespace', { 'leader-elect-resource-name': LOCK, 'leader-elect-resource-namespace': 'mine' }, 'holds'],
    ['the lock without an election', { 'leader-elect': 'false', 'leader-elect-resource-name': LOCK }, 'holds'],
  ])('the scheduler that kubeadm writes with %s', (_, extraArgs, liveness) =>
    expect(verdicts({ m: kubeadm({ extraArgs }), dist: ccm({}) })).toEqual(['holds', liveness]));
});

describe('a lock that nothing can take', () => {
  const lease = (spec: string, name = 'kube-controller-manager') => ({
    'lease.yaml': `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: ${name}, namespace: kube-system}\nspec: ${spec}\n`,
  });
  const quota = (hard: string, status = '', namespace = 'kube-system') => ({
    'quota.yaml': `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: ${namespace}}\nspec: {hard: {${hard}}}\n${status}`,
  });
  const LEASES = 'count/leases.coordination.k8s.io';

  it.each<[string, Files, string]>([
    ['a Lease with a holder for years', lease('{holderIdentity: me, leaseDurationSeconds: 99999}'),
      "Lease kube-system/kube-controller-manager is held by 'me' for 99999 s, and no controller manager of the input takes it for more than 15 s"],
    ['a quota without any Lease', quota(`${LEASES}: "0"`), 'ResourceQuota q may refuse Lease kube-system/kube-controller-manager'],
    ['a quota that is used up', quota(`${LEASES}: "900"`, `status: {used: {${LEASES}: "900"}}\n`), 'ResourceQuota q may refuse Lease'],
    ['a quota that is no number', quota(`${LEASES}: some`), 'ResourceQuota q may refuse Lease'],
  ])('is that of %s', (_, files, expected) => {
    const folders = withFiles(safe, { dist: files });
    expect(verdicts(folders)).toEqual(['holds', 'unknown']);
    expect(said(folders)).toEqual([expect.stringContaining(expected)]);
  });

  it.each<[string, Files]>([
    ['a Lease as a controller manager writes it', lease('{holderIdentity: me, leaseDurationSeconds: 15}')],
    ['a Lease that is free', lease('{holderIdentity: "", leaseDurationSeconds: 99999}')],
    ['a Lease of another', lease('{holderIdentity: me, leaseDurationSeconds: 99999}', 'web')],
    ['a quota with room', quota(`${LEASES}: "20"`, `status: {used: {${LEASES}: "12"}}\n`)],
    ['a quota of another namespace', quota(`${LEASES}: "0"`, '', 'web')],
    ['a quota of other objects', quota('count/secrets: "0"')],
  ])('is not that of %s', (_, files) => expect(verdicts(withFiles(safe, { dist: files }))).toEqual(['holds', 'holds']));

  const grant = (name: string) => ({
    'grant.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: ${name}, namespace: kube-system}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: ${name}}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: "system:kube-controller-manager"}]\n`,
    'clean.sh': 'kubectl -n kube-system delete role migration\n',
  });

  it('is that of a kube-controller-manager whose Role a command deletes', () => {
    expect(said(withFiles(safe, { dist: grant('migration') })))
      .toContain('dist/clean.sh deletes or stops Role migration where it runs: kubectl -n kube-system delete role');
    expect(said(withFiles(safe, { dist: grant('other') })).filter(what => what.includes('clean.sh'))).toEqual([]);
  });

  it('is no Lease that is held for long where each waits for as long as it is told itself', () => {
    const old = { n: below('n', node({ version: '1.26.15', kcm: ['--cloud-provider=aws'], mounts: [] })) };
    const all = said(withFiles(old, { dist: lease('{holderIdentity: me, leaseDurationSeconds: 99999}') }));
    expect(all.filter(what => what.startsWith('Lease'))).toEqual([]);
  });
});

describe('what deletes a lock of itself', () => {
  const object = (apiVersion: string, kind: string, spec: object, more: object = {}, namespace?: string): Files => ({
    'deletes.yaml': `${JSON.stringify({ apiVersion, kind, metadata: { name: 'd', namespace }, spec, ...more })}\n`,
  });
  const cleanup = (resources: object, namespace?: string) => object('kyverno.io/v2', `${namespace === undefined ? 'Cluster' : ''}CleanupPolicy`,
    { schedule: '0 * * * *', match: { any: [{ resources }] } }, {}, namespace);
  const deleting = (resourceRules: readonly object[]) =>
    object('policies.kyverno.io/v1alpha1', 'DeletingPolicy', { matchConstraints: { resourceRules } });
  const rule = { apiGroups: ['coordination.k8s.io'], apiVersions: ['v1'], resources: ['leases'] };
  const restore = (spec: object, status: object = {}) => object('velero.io/v1', 'Restore', spec, { status }, 'velero');
  const NAMED = /may delete or change Lease kube-system\/(?:kube|cloud)-controller-manager, a lock/;

  it.each<[string, Files]>([
    ['all leases', cleanup({ kinds: ['Lease'] })],
    ['leases of a group and a version', cleanup({ kinds: ['coordination.k8s.io/v1/Lease'] })],
    ['leases of its namespace', cleanup({ kinds: ['Lease'] }, 'kube-system')],
    ['leases of a name', cleanup({ kinds: ['Lease'], names: ['cloud-*'] })],
    ['anything of a namespace', cleanup({ kinds: ['*'], namespaces: ['kube-*'] })],
    ['leases with a label that they may have', cleanup({ kinds: ['Lease'], selector: { matchLabels: { a: 'b' } } })],
    ['a policy in CEL', deleting([rule])],
    ['a policy in CEL that deletes alone', deleting([{ ...rule, operations: ['DELETE'] }])],
    ['a restore that changes what is there', restore({ backupName: 'b', existingResourcePolicy: 'update' })],
    ['a restore of leases', restore({
      existingResourcePolicy: 'update', includedResources: ['leases.coordination.k8s.io'], includedNamespaces: ['*'],
    })],
  ])('leaves both promises unknown: %s', (_, files) => {
    const folders = withFiles(safe, { dist: files });
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toContainEqual(expect.stringMatching(NAMED));
  });

  it.each<[string, Files]>([
    ['other kinds', cleanup({ kinds: ['Pod', 'ReplicaSet'] })],
    ['another namespace', cleanup({ kinds: ['Lease'] }, 'default')],
    ['other names', cleanup({ kinds: ['Lease'], names: ['node-*'] })],
    ['a policy in CEL about others', deleting([{ ...rule, resourceNames: ['other'] }])],
    ['a restore that leaves what is there', restore({ backupName: 'b' })],
    ['a restore of another namespace', restore({ existingResourcePolicy: 'update', includedNamespaces: ['shop'] })],
    ['a restore without them', restore({ existingResourcePolicy: 'update', excludedResources: ['leases'] })],
    ['a restore of others', restore({ existingResourcePolicy: 'update', includedResources: ['persistentvolumes'] })],
    ['a restore that is over', restore({ existingResourcePolicy: 'update' }, { phase: 'Completed' })],
  ])('says nothing of locks: %s', (_, files) => {
    expect(said(withFiles(safe, { dist: files }))).not.toContainEqual(expect.stringMatching(NAMED));
  });
});
