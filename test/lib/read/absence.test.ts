import { join as joined } from 'node:path';
import { readDirectory } from '../../../src/files/read-directory';
import { parseAssumption } from '../../../src/lib/read/component/assumption';
import { unknowns } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';
import { ccm, check, directory, Files, KCM_27, live, node } from '../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const APISERVER = ['--cloud-provider=external'];
const NEW = node({ version: '1.27.16', kcm: KCM_27, apiserver: APISERVER, mounts: [] });
const CCM = ccm({});

/** A folder of nodes. */
function nodes(...named: readonly (readonly [string, Files])[]): Files {
  return Object.fromEntries(named.flatMap(([name, files]) => Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
}

function without(files: Files, ...paths: readonly string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}

const POD = (name: string, image: string, ...args: readonly string[]) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: ${name}
    image: ${image}
    command:
${[name, ...args].map(arg => `    - ${arg}\n`).join('')}`;

function verdicts(folders: Record<string, Files>): readonly string[] {
  const { exclusivity, liveness } = check(folders);
  return [exclusivity.verdict, liveness.verdict];
}

const said = (folders: Record<string, Files>) => unknowns(check(folders)).map(({ what }) => what);
const EXAMPLE = joined(__dirname, '../../../examples/kubeadm');
const bare = without(NEW, KCM_FILE);

describe('a control-plane node without a kube-controller-manager', () => {
  it('leaves both promises unknown: one of three', () => {
    const folders = { n: nodes(['a', NEW], ['b', bare], ['c', NEW]), dist: CCM };
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  const scheduler: Files = { 'etc/kubernetes/manifests/kube-scheduler.yaml': POD('kube-scheduler', 'registry.k8s.io/kube-scheduler:v1.26.15') };
  const unit: Files = {
    'etc/systemd/system/kube-apiserver.service': '[Service]\nExecStart=/usr/bin/kube-apiserver --etcd-servers=https://127.0.0.1:2379\n',
  };
  const kubelet = (flags: string): Files => ({ 'var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="${flags}"\n` });
  it.each<[string, Files, RegExp]>([
    ['all of version N, with an API server', without(node({ apiserver: [] }), KCM_FILE), /^control-plane node old: /],
    ['a scheduler alone', scheduler, /^control-plane node old: /],
    ['an API server as a unit', unit, /^control-plane node old: /],
    ['labels of its kubelet', kubelet('--node-labels=node-role.kubernetes.io/master='), /^control-plane node old: /],
    ['taints of its kubelet', kubelet('--register-with-taints=node-role.kubernetes.io/control-plane=:NoSchedule'), /^control-plane node old: /],
    ['a kubeconfig of the controller manager', { 'etc/kubernetes/controller-manager.conf': 'a: 1\n' }, /^control-plane node old: /],
    ['several nodes', nodes(['a', scheduler], ['b', scheduler]), /^control-plane nodes a, b: no kube-controller-manager of them /],
  ])('leaves both promises unknown: %s', (_, old, what) => {
    const folders = { old, new: NEW, dist: CCM };
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toContainEqual(expect.stringMatching(what));
  });

  it('leaves both promises unknown by the name of its folder', () => {
    const folders = { n: nodes(['control-plane-n-plus-1/a', NEW], ['control-plane-n-plus-1/b', kubelet('--cloud-provider=external')]), dist: CCM };
    expect(said(folders)).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  it('leaves both promises unknown in a live cluster', () => {
    const cluster = { '-': `${live('a', NEW)['-']}${live('b', bare)['-'].replace(/^[\s\S]*items:\n/, '')}` };
    expect(said({ '-': cluster, 'dist': CCM })).toEqual(['control-plane node b: no kube-controller-manager of it is in the input']);
  });

  it.each<[string, Record<string, Files>]>([
    ['every node has one', { n: nodes(['a', NEW], ['b', NEW]), dist: CCM }],
    ['a node that has etcd alone', {
      n: nodes(['a', NEW], ['b', { 'etc/kubernetes/manifests/etcd.yaml': POD('etcd', 'registry.k8s.io/etcd:3.5.6-0') }]), dist: CCM,
    }],
    ['a load balancer', {
      n: nodes(['a', NEW], ['b', { 'etc/kubernetes/manifests/haproxy.yaml': POD('haproxy', 'haproxy:2.8') }]), dist: CCM,
    }],
    ['a worker', { n: nodes(['a', NEW], ['b', kubelet('--cloud-provider=external --hostname-override=b')]), dist: CCM }],
    ['a unit', {
      n: nodes(['a', NEW], ['b', {
        ...bare,
        'etc/systemd/system/kube-controller-manager.service': `[Service]\nEnvironment=V=v1.27.16\nExecStart=/opt/v1.27.16/kube-controller-manager ${
          KCM_27.join(' ')}\n`,
      }]),
      dist: CCM,
    }],
  ])('says nothing: %s', (_, folders) => expect(said(folders).filter(what => what.includes('no kube-controller-manager'))).toEqual([]));

  it('says nothing where it is a workload of the cluster, or assumed', () => {
    const inCluster = NEW[KCM_FILE];
    const deployment = {
      'kcm.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: kube-controller-manager, namespace: kube-system}\nspec:
  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n${
  inCluster.slice(inCluster.indexOf('  hostNetwork')).replace(/^/gm, '    ').trimEnd()}\n`,
    };
    expect(said({ n: nodes(['a', bare], ['b', bare]), dist: { ...CCM, ...deployment } })).toEqual([]);
    const result = verify({
      directories: [directory('n', nodes(['a', NEW], ['b', bare])), directory('dist', CCM)], assume: [parseAssumption('kcm=external:1.27.16')],
    });
    expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  });
});

describe('a control-plane node that something names', () => {
  const etcd = (own: string, ...members: readonly string[]): Files => ({
    'etc/kubernetes/manifests/etcd.yaml': POD('etcd', 'registry.k8s.io/etcd:3.5.6-0', `--name=${own}`,
      `--initial-cluster=${members.map(name => `${name}=https://${name}:2380`).join(',')}`),
  });
  const two = (first: Files = {}, second: Files = {}) => nodes(['cp1', { ...NEW, ...first }], ['cp2', { ...NEW, ...second }]);
  const nodeObjects = (...names: readonly string[]): Files => ({
    'nodes.yaml': names.map(name =>
      `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}, labels: {node-role.kubernetes.io/control-plane: ""}}\n`).join('---\n'),
  });
  const clusterStatus = (...names: readonly string[]): Files => ({
    'kubeadm-config.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kubeadm-config, namespace: kube-system}\ndata:\n  ClusterStatus: |
    apiEndpoints:\n${names.map(name => `      ${name}: {advertiseAddress: 10.0.0.1}\n`).join('')}`,
  });
  const join = (name: string, rest: string): Files => ({
    'join.yaml': `apiVersion: kubeadm.k8s.io/v1beta3\nkind: JoinConfiguration\nnodeRegistration: {name: ${name}}\n${rest}`,
  });

  it.each<[string, Record<string, Files>, RegExp]>([
    ['members of etcd', { n: two(etcd('cp1', 'cp1'), etcd('cp2', 'cp1', 'cp2', 'cp3')), dist: CCM }, /^the list of members of etcd .* cp3 is not in/],
    ['Node objects', { n: two(), dist: { ...CCM, ...nodeObjects('cp1', 'cp2', 'cp3') } }, /^the list of Node objects .* cp3 is not in/],
    ['more Node objects than folders, of other names', { n: two(), dist: { ...CCM, ...nodeObjects('x', 'y', 'z') } }, /and 1 of x, y, z is not in/],
    ['ClusterStatus of three', { n: two(), dist: { ...CCM, ...clusterStatus('cp1', 'cp2', 'cp3') } }, /^ClusterStatus of ConfigMap .* cp3 is not in/],
  ])('leaves both promises unknown: %s', (_, folders, what) => {
    expect(verdicts(folders)).toEqual(['unknown', 'unknown']);
    expect(said(folders)).toEqual([expect.stringMatching(what)]);
  });

  it('leaves both promises unknown: a kubeadm configuration that joins it', () => {
    const folders = { n: nodes(['cp1', NEW]), dist: { ...CCM, ...nodeObjects('cp1'), ...join('cp2', 'controlPlane: {}\n') } };
    expect(said(folders)).toEqual([expect.stringMatching(/^the kubeadm configuration of nodes .* cp2 is not in the input/)]);
  });

  it.each<[string, Record<string, Files>]>([
    ['members of etcd that are all here', { n: two(etcd('cp1', 'cp1'), etcd('cp2', 'cp1', 'cp2')), dist: CCM }],
    ['members of etcd under names of their own', { n: two(etcd('etcd1', 'etcd1', 'etcd2'), etcd('etcd2', 'etcd1', 'etcd2')), dist: CCM }],
    ['etcd on nodes of its own', { n: nodes(['cp1', NEW], ['e1', etcd('e1', 'e1', 'e2', 'e3')]), dist: CCM }],
    ['Node objects by their whole names', { n: two(), dist: { ...CCM, ...nodeObjects('cp1.ec2.internal', 'cp2.ec2.internal') } }],
    ['as many Node objects as folders of other names', { n: two(), dist: { ...CCM, ...nodeObjects('x', 'y') } }],
    ['a worker that joins', { n: two(), dist: { ...CCM, ...join('w1', '') } }],
  ])('says nothing: %s', (_, folders) => expect(said(folders)).toEqual([]));

  it('is named by migration.json, and has no folder beside it', () => {
    const input = readDirectory('nodes/n-plus-1', EXAMPLE);
    const dist = readDirectory('dist/n-plus-1', EXAMPLE);
    const files = new Map([...input.files].filter(([path]) => !path.includes('/ip-10-0-3-10')));
    const result = (one: typeof input) => unknowns(verify({ directories: [one, dist] })).map(({ what }) => what);
    expect(result(input)).toEqual([]);
    expect(result({ ...input, files })).toEqual([
      'it names control-plane nodes that have no folder beside it: ip-10-0-3-10.eu-central-1.compute.internal of version N+1',
    ]);
  });
});

describe('a file that nothing starts', () => {
  const OLD = node({ version: '1.26.15' })[KCM_FILE];
  const manifests = 'etc/kubernetes/manifests';
  it.each<[string, Files]>([
    ['a hidden file of the static pod folder', { [`${manifests}/.kube-controller-manager.yaml.swp`]: OLD }],
    ['a hidden file without an ending', { [`${manifests}/.kcm`]: OLD }],
    ['a folder within it', { [`${manifests}/disabled/kcm.yaml`]: OLD }],
    ['a folder of copies', { 'etc/kubernetes/backup/kube-controller-manager.yaml': OLD }],
    ['a copy in the home of root', { 'root/kcm.yaml.bak': OLD }],
    ['a Pod that was moved away', { 'etc/kubernetes/kube-controller-manager.yaml': OLD }],
    ['a copy of a unit', { 'etc/systemd/system/kcm.service.bak': '[Service]\nExecStart=/usr/bin/kube-controller-manager --cloud-provider=aws\n' }],
  ])('leaves the verdict as it is: %s', (_, more) => {
    const folders = { n: { ...NEW, ...more }, dist: CCM };
    expect(said(folders)).toEqual([]);
    expect(verdicts(folders)).toEqual(['holds', 'holds']);
    expect(check(folders).seen.passedOver.map(({ file }) => file)).toEqual([`n/${Object.keys(more)[0]}`]);
  });

  it('leaves the verdict as it is: bytes that are no text', () => {
    const n = directory('n', NEW);
    const files = new Map([...n.files, [`${manifests}/core`, { unreadable: 'the file is not UTF-8 text', isInert: true }] as const,
      [`${manifests}/.kcm.swp`, { unreadable: 'it is an archive' }] as const]);
    const result = verify({ directories: [{ ...n, files }, directory('dist', CCM)] });
    expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  });

  it.each<[string, Files, string]>([
    ['a copy beside it, which the kubelet takes', { [`${manifests}/kcm.yaml.bak`]: OLD }, 'unknown'],
    ['a copy with a tilde', { [`${manifests}/kcm.yaml~`]: OLD }, 'unknown'],
    ['a copy that a script names', { 'root/kcm.yaml.bak': OLD, 'etc/cron.d/restore': '@reboot root cp /root/kcm.yaml.bak /x\n' }, 'unknown'],
    ['a folder of addons', { 'etc/kubernetes/addons/kcm.yaml': OLD }, 'unknown'],
  ])('still counts: %s', (_, more, verdict) => expect(verdicts({ n: { ...NEW, ...more }, dist: CCM })[0]).toBe(verdict));
});
