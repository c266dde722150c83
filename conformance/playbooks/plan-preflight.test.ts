import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, KCM_FILE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(300_000);

const [NODE] = CONTROL_PLANE;
const COPY = `nodes/${NODE}/var/lib/ccm-migration/backup/not-started/${KCM_FILE}`;
const CONFIG = `nodes/${NODE}/etc/kubernetes/controller-manager.conf`;
const CA_KEY = `nodes/${NODE}/etc/kubernetes/pki/ca.key`;

const COPIES = { node: NODE, state: 'not-started', paths: [`/${KCM_FILE}`] };
const KUBECONFIG = { node: NODE, path: '/etc/kubernetes/cloud-controller-manager.conf', user: 'system:cloud-controller-manager' };

interface Case {
  readonly task: string;
  readonly given?: object;
  /** Settings. */
  readonly vars?: object;
  /** How far the plan came. */
  readonly reached?: number;
  readonly files?: Readonly<Record<string, string>>;
  /** What is asked after it. */
  readonly then?: { readonly task: string; readonly reached: number };
  /** What it says; nothing: it holds. */
  readonly says?: string;
}

const OWN_POD = JSON.stringify([{
  metadata: { name: 'ccm-own', namespace: 'kube-system', labels: { 'k8s-app': 'own' }, annotations: {} },
  spec: { nodeName: NODE, containers: [{ image: 'registry/cloud-controller-manager:v1.27.0' }] },
  status: { podIP: 'fd00::9' },
}]);
const FAILED = JSON.stringify({
  items: [{
    lastTimestamp: new Date(Date.now() - 30_000).toISOString().replace(/\.\d+/, ''),
    reason: 'SyncLoadBalancerFailed',
    involvedObject: { kind: 'Service', namespace: 'shop', name: 'cart' },
  }],
});
const ASK_POD = { path: 'healthz', port: '10258', pod: { namespace: 'kube-system', labels: 'k8s-app=own', fields: `spec.nodeName=${NODE}` } };
const RUNS = { node: NODE, component: 'kube-controller-manager', files: [], has: ['--cloud-provider=aws'], lacks: [] };
const SERVER = '    server: https://10.0.1.10:6443\n';

const ELSEWHERE = { etcdctl_host: NODE, etcdctl_flags: ['--endpoints=https://10.0.9.1:2379,https://10.0.9.2:2379', '--key=/etc/ssl/etcd/node.key'] };

const PROXY = {
  'objects.json': JSON.stringify({
    'daemonset/kube-system/kube-proxy': {
      metadata: { name: 'kube-proxy' },
      spec: { template: { spec: { containers: [{ name: 'kube-proxy', image: 'mirror:5000/kube-proxy:v1.26.15@sha256:0' }] } } },
    },
  }),
};

const CCM_OF_OTHERS = (name: string, container: object) => ({
  'daemonsets.json': JSON.stringify([
    { kind: 'DaemonSet', metadata: { namespace: 'other', name }, spec: { template: { spec: { containers: [container] } } } },
  ]),
});
const LEASE_OF_CCM = {
  'objects.json': JSON.stringify({
    'lease/kube-system/cloud-controller-manager': {
      metadata: { name: 'cloud-controller-manager', namespace: 'kube-system' },
      spec: { holderIdentity: `${NODE}_x`, leaseDurationSeconds: 1, renewTime: '2026-01-01T00:00:00.000000Z' },
    },
  }),
};

/** Of another plan, with a Service that lost its load balancer since. */
const RECORD = {
  'services.json': JSON.stringify([{ metadata: { name: 'cart', namespace: 'shop', uid: 'u-1' }, spec: { type: 'LoadBalancer' }, status: {} }]),
  'objects.json': JSON.stringify({
    'configmap/kube-system/ccm-migration-services': {
      kind: 'ConfigMap',
      metadata: { name: 'ccm-migration-services', namespace: 'kube-system' },
      data: { plan: 'another', services: '{"u-1":["shop/cart",[],[],[]]}', recorded: '2026-01-01T00:00:00Z', loadBalancers: '' },
    },
  }),
};

const KUBEADM_CONFIG = { kind: 'configmap', namespace: 'kube-system', name: 'kubeadm-config' };
const CHANGED = {
  'objects.json': JSON.stringify({ 'configmap/kube-system/kubeadm-config': { metadata: { name: 'kubeadm-config', namespace: 'kube-system' } } }),
};
const GIVEN_BACK = { task: 'restore-object', given: { ...KUBEADM_CONFIG, state: 'n', left: 'mixed', was_done: true } };
const NOT_YET = { ...GIVEN_BACK.given, was_done: false };

const CASES: Readonly<Record<string, Case>> = {
  'a file without a copy': { task: 'copies-are', given: COPIES, says: `there is no copy of /${KCM_FILE}` },
  'a file with its copy': { task: 'copies-are', given: COPIES, files: { [COPY]: 'x' } },
  'a file that is known not to have been there': { task: 'copies-are', given: COPIES, files: { [`${COPY}.absent`]: '' } },
  'a node without the key of the CA': { task: 'kubeconfig-can-be-made', given: KUBECONFIG, says: 'ca.key is not on' },
  'a node with several API servers': {
    task: 'kubeconfig-can-be-made', given: KUBECONFIG, files: { [CA_KEY]: '', [CONFIG]: SERVER + SERVER }, says: 'names 2 API servers where one',
  },
  'a node that can sign': { task: 'kubeconfig-can-be-made', given: KUBECONFIG, files: { [CA_KEY]: '', [CONFIG]: SERVER } },
  'a node that has its kubeconfig': {
    task: 'kubeconfig-can-be-made', given: KUBECONFIG, files: { [`nodes/${NODE}${KUBECONFIG.path}`]: '' },
  },
  'a node without the programs of the plan and of the settings': {
    task: 'node-tools',
    given: { programs: ['crictl pull', 'kubeadm kubeconfig user', 'no-such-program now', 'systemctl restart kubelet'] },
    vars: {
      pull_image: ['no-puller'],
      restart_kubelet: ['no-restarter', 'kubelet'],
    },
    says: `no-such-program, no-puller, no-restarter not found on ${NODE}`,
  },
  'a node with them, whose images are not pulled': {
    task: 'node-tools', given: { programs: ['crictl pull', 'kubeadm x'] }, vars: { pull_image: [] },
  },
  'a member of etcd that was never started': {
    task: 'etcd-members-well',
    files: { 'etcd-members': '17eb0d1f9a5d6b2c, unstarted, , https://10.0.3.10:2380, , false' },
    says: 'members of etcd that were never started: 17eb0d1f9a5d6b2c, unstarted',
  },
  'a member of etcd that is dead': {
    task: 'etcd-members-well', files: { 'etcd-unhealthy': 'https://10.0.2.10:2379 is unhealthy' }, says: 'https://10.0.2.10:2379 is unhealthy',
  },
  'an alarm of etcd': {
    task: 'etcd-members-well', files: { 'etcd-alarms': 'memberID:86 alarm:NOSPACE' }, says: 'alarms of etcd: memberID:86 alarm:NOSPACE',
  },
  'members of an etcd elsewhere, one of which is dead': {
    task: 'etcd-members-well', files: { 'etcd-unhealthy': 'https://10.0.9.2:2379 is unhealthy' }, vars: ELSEWHERE, says: '10.0.9.2:2379 is unhealthy',
  },
  'a snapshot of an etcd elsewhere, of one of its members': {
    task: 'etcd-snapshot', given: { node: NODE }, vars: { ...ELSEWHERE, etcd_snapshot_dir: '{{ node_root }}/var/lib' },
  },
  'members of etcd that are well': { task: 'etcd-members-well' },
  'members of etcd that are not to be asked': {
    task: 'etcd-members-well', files: { 'etcd-unhealthy': 'x' }, vars: { without_etcd_snapshot: true },
  },
  'an API server without its etcd': {
    task: 'api-server-has-etcd',
    given: { port: '6443' },
    files: { [`api-server-${NODE}`]: '[+]ping ok\n[-]etcd failed: reason withheld\n' },
    says: `the API server of ${NODE} is not ready, or says nothing of etcd: [-]etcd failed: reason withheld`,
  },
  'a Lease that a stranger holds': { task: 'leases-known', files: { held: 'ccm-own_1' }, says: 'nor by a pod with a controller manager: ' },
  'a Lease that a pod with a network of its own holds': { task: 'leases-known', files: { 'held': 'ccm-own_1', 'pods.json': OWN_POD } },
  'a Lease that is held in the name of a pod with the network of its node': {
    task: 'leases-known',
    files: { 'held': 'ccm-own_1', 'pods.json': OWN_POD.replace('"spec":{', '"spec":{"hostNetwork":true,') },
    says: 'held by none',
  },
  'a second program of one name': {
    task: 'process-runs',
    given: RUNS,
    files: { [`processes-${NODE}`]: '/usr/bin/kube-controller-manager --mine' },
    says: 'lacks --cloud-provider=aws',
  },
  'a second program of one name that is known': {
    task: 'process-runs',
    given: RUNS,
    files: { [`processes-${NODE}`]: '/usr/bin/kube-controller-manager --mine' },
    vars: { other_processes: ['--mine'] },
  },
  'a program that is known and none besides': {
    task: 'process-runs', given: RUNS, vars: { other_processes: ['--cloud-provider=aws'] }, says: 'does not run',
  },
  'a pod with a network of its own': { task: 'answers', given: ASK_POD, files: { 'pods.json': OWN_POD } },
  'a pod that is not there to be asked': { task: 'answers', given: ASK_POD, says: '0 pods with an address are' },
  'a Service that failed': {
    task: 'services-well', files: { events: FAILED }, says: 'shop/cart; without_services leaves out those that failed before',
  },
  'a Service that failed before and is left so by its name': {
    task: 'services-well', files: { events: FAILED }, vars: { without_services: ['shop/cart'] },
  },
  'an ansible-core that the playbooks were run with': { task: 'ansible-fits', given: { version: '{{ ansible_version.full }}' } },
  'another one': {
    task: 'ansible-fits', given: { version: '2.19.14' }, vars: { ansible_minors: ['2.14'] }, says: 'were run with ansible-core 2.14, not with 2.19.',
  },
  'a snapshot of etcd that went into a container': {
    task: 'etcd-snapshot', given: { node: NODE }, files: { 'etcd-elsewhere': '' }, says: `but it is not on ${NODE}: etcd_snapshot_dir must be`,
  },
  'a snapshot of etcd': { task: 'etcd-snapshot', given: { node: NODE } },
  'a node without data of etcd': { task: 'kubeadm-room', files: { 'etcd-data': '9'.repeat(15) } },
  'a node without room for what kubeadm copies of etcd': {
    task: 'kubeadm-room',
    files: { [`nodes/${NODE}/var/lib/etcd/member`]: '', 'etcd-data': '9'.repeat(15) },
    says: 'kubeadm upgrade copies etcd\'s data with the snapshot of this plan, up to 1953124999999 MiB',
  },
  'a node with room for it': { task: 'kubeadm-room', files: { [`nodes/${NODE}/var/lib/etcd/member`]: '' } },
  'a cloud-controller-manager whose image has another name': {
    task: 'no-other-ccm',
    files: CCM_OF_OTHERS('ccm', { image: 'mirror/ccm:1', command: ['/bin/aws-cloud-controller-manager'] }),
    says: 'DaemonSet/other/ccm is a',
  },
  'what is only called like one': {
    task: 'no-other-ccm',
    files: CCM_OF_OTHERS('watches-cloud-controller-manager', { image: 'mirror/watch:1' }),
    vars: { known_workloads: ['DaemonSet/other/watches-cloud-controller-manager'] },
  },
  'one that nothing tells but the Lease that it renews': {
    task: 'no-other-ccm',
    files: { ...LEASE_OF_CCM, renewing: 'cloud-controller-manager' },
    says: `${NODE}_x renews the Lease cloud-controller-manager`,
  },
  'a Lease that one left behind': { task: 'no-other-ccm', files: LEASE_OF_CCM },
  'a Service that lost its load balancer on the way of the plan before': {
    task: 'services-same',
    files: RECORD,
    reached: 1,
    says: 'Services that had a load balancer before this plan have none now: shop/cart',
  },
  'the record of a plan that is over': { task: 'services-same', files: RECORD, reached: 0 },
  'a record that a plan takes over which was made anew on the way': {
    task: 'record-services',
    files: RECORD,
    reached: 1,
    then: {
      task: 'services-same',
      reached: 0,
    },
    says: 'none now: shop/cart',
  },
  'a record that a new plan replaces': {
    task: 'record-services', files: RECORD, reached: 0, then: { task: 'services-same', reached: 0 },
  },
  'an object that was changed, and has no copy': {
    ...GIVEN_BACK,
    files: CHANGED,
    says: 'there is no ConfigMap kube-system/ccm-migration-n-configmap-kubeadm-config',
  },
  'one of a step that was done by hand': {
    ...GIVEN_BACK, files: CHANGED, vars: { go_on: true }, says: '{"without_copies": ["configmap/kubeadm-config"]}',
  },
  'one that an operator gave back': {
    ...GIVEN_BACK, files: CHANGED, vars: { without_copies: ['configmap/kubeadm-config'] },
  },
  'one of a step that may have changed nothing yet': { ...GIVEN_BACK, given: NOT_YET, files: CHANGED },
  'one that is not there': GIVEN_BACK,
  'an API server that is well': { task: 'api-server-has-etcd', given: { port: '6443' } },
  'a cluster without kube-proxy': { task: 'proxy-images-there', files: { [`no-image-${NODE}`]: 'mirror/kube-proxy:v1.27.16' } },
  // The last ones: what they leave has no objects.
  'a node that can pull kube-proxy': { task: 'proxy-images-there', files: PROXY },
  'a node that cannot pull kube-proxy of version N+1': {
    task: 'proxy-images-there',
    files: { ...PROXY, [`no-image-${NODE}`]: 'mirror:5000/kube-proxy:v1.27.16' },
    says: 'rpc error: not found: mirror:5000/kube-proxy:v1.27.16',
  },
};

/** What a run has read at its beginning, of which nothing is asked here but how far the plan came. */
const SEEN = { lost: [], hosts: {}, nodes: {} };

/** On the node, which is a folder of this machine. */
function run(script: string, ...args: readonly string[]): object {
  return { 'name': 'Prepare', 'ansible.builtin.command': { argv: ['sh', '-c', script, 'sh', ...args] }, 'changed_when': true };
}

// All of them in one run, noted as preflight notes them.
describeNeeding('a check before anything changes', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  let found: Readonly<Record<string, readonly string[]>>;

  function tasksOf([name, { task, given = {}, vars = {}, reached = 0, files = {}, then }]: readonly [string, Case]): readonly object[] {
    const paths = Object.keys(files).map(file => cluster.place(file));
    return [
      ...Object.values(files).map((text, index) => run('mkdir -p "$(dirname "$1")" && printf %s "$2" >"$1"', paths[index], text)),
      {
        name,
        block: [{ task, reached }, ...then === undefined ? [] : [then]].map(one => ({
          'name': 'Ask',
          'cdk8s.ccm_migration.carry_out': { do: { node: NODE, ...given, do: one.task }, seen: { ...SEEN, reached: one.reached } },
          vars,
        })),
        rescue: [{ 'name': 'Note', 'ansible.builtin.set_fact': { problems: ['{{ ansible_failed_result.msg }}'] } }],
      },
      ...paths.length > 0 ? [run('rm "$@"', ...paths)] : [],
      {
        'name': 'Remember',
        'ansible.builtin.set_fact': { findings: `{{ findings | default({}) | combine({'${name}': problems | default([])}) }}`, problems: [] },
      },
    ];
  }

  beforeAll(async () => {
    cluster = await new SimulatedProject('input', '', '1.26.15').plan('not-started', 'n');
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([{
      hosts: NODE,
      roles: ['cdk8s.ccm_migration.settings'],
      gather_facts: false,
      any_errors_fatal: false,
      environment: '{{ node_environment }}',
      tasks: [
        ...Object.entries(CASES).flatMap(tasksOf),
        { 'name': 'Say', 'ansible.builtin.copy': { content: '{{ findings | to_json }}', dest: cluster.place('findings'), mode: '0600' } },
      ],
    }]));
    const { status, said } = await cluster.run('probe');
    if (status !== 0) throw new Error(said);
    found = JSON.parse(readFileSync(cluster.place('findings'), 'utf8')) as typeof found;
  });
  afterAll(() => cluster.destroy());

  it.each(Object.entries(CASES))('finds %s', (name, { says }) => {
    expect(found[name]).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
  });
});
