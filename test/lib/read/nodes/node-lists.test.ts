import { unknowns } from '../../../../src/lib/verify/result';
import { ccm, check, Files, KCM_27, node } from '../../rules/input';

const master = (apiserver: readonly string[] = []) =>
  node({ version: '1.27.16', kcm: KCM_27, apiserver: ['--cloud-provider=external', ...apiserver], mounts: [] });
const nodes = (files: Files, ...names: readonly string[]): Files =>
  Object.fromEntries(names.flatMap(name => Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])));
const json = (...objects: readonly object[]): Files => ({ 'all.yaml': objects.map(one => `${JSON.stringify(one)}\n`).join('---\n') });
const ips = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index + 1}`);

const endpoints = (count: number, name = 'kubernetes', namespace = 'default') => json({
  apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace }, subsets: [{ addresses: ips(count).map(ip => ({ ip })) }],
});
const slice = (count: number, service = 'kubernetes') => json({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'x', namespace: 'default', labels: { 'kubernetes.io/service-name': service } },
  endpoints: ips(count).map(ip => ({ addresses: [ip] })),
});
const machines = (count: number, labels: object = { 'cluster.x-k8s.io/control-plane': '' }) => json(...ips(count).map((ip, index) => ({
  apiVersion: 'cluster.x-k8s.io/v1beta1',
  kind: 'Machine',
  metadata: { name: `m${index}`, labels },
  ...index === 0 ? {} : { status: { nodeRef: { name: `ip-${ip}` } } },
})));
const leases = (count: number) => json(...ips(count).map(ip => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: `apiserver-${ip}`, namespace: 'kube-system', labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' } },
})));
const haproxy = (count: number): Files => ({
  'haproxy.cfg': `backend api\n  option httpchk\n${ips(count).map((ip, index) => `  server cp${index} ${ip}:6443 check\n`).join('')}`,
});
const nginx = (count: number): Files => ({
  'nginx.conf': `upstream kube_apiserver {\n  least_conn;\n${ips(count).map(ip => `  server ${ip}:6443;\n`).join('')}}\n`,
});
const listing = (...roles: readonly string[]): Files => ({
  'nodes.txt': `NAME  STATUS  ROLES  AGE  VERSION\n${roles.map((role, index) => `n${index}  Ready  ${role}  3d  v1.27.16\n`).join('')}`,
});

const said = (control: Files, cluster: Files) => unknowns(check({ cp: control, dist: { ...ccm({}), ...cluster } })).map(({ what }) => what);

describe('a list of more control-plane nodes than the input has', () => {
  it.each<[string, Files, Files?]>([
    ['an inventory', { 'hosts.ini': '[all]\ncp1 ansible_host=10.0.0.1\n[kube_control_plane]\ncp1\ncp2\n[kube_node]\nw1\n' }],
    ['an inventory without an ending, of old names', { hosts: '[kube-master]\na\nb # the second\n\n[etcd]\na\n' }],
    ['an inventory of another project', { 'inventory/hosts': '[rke2_servers]\na\nb\n' }],
    ['an inventory with a range', { 'hosts.ini': '[masters]\ncp[01:03].example.com ansible_user=core\n' }],
    ['an inventory with a range of letters', { 'hosts.ini': '[masters]\ncp-[a:b]\n' }],
    ['an inventory with groups of groups', { 'hosts.ini': '[zone_a]\na\n[zone_b]\nb\n[kube_control_plane:children]\nzone_a\nzone_b\n' }],
    ['an inventory in YAML', {
      'hosts.yaml': 'all:\n  hosts:\n    cp1: {ansible_host: 10.0.0.1}\n  children:\n    kube_control_plane:\n      hosts:\n        cp1:\n'
        + '        cp2:\n',
    }],
    ['an inventory in YAML with groups of groups', {
      'hosts.yml': 'all:\n  children:\n    kube_control_plane: {children: {zone: {}}}\n    zone:\n      hosts: {cp1: {}, cp2: {}}\n',
    }],
    ['an inventory in JSON', { 'hosts.json': '{"kube_control_plane": {"hosts": ["cp1", "cp2"]}}\n' }],
    ['endpoints', endpoints(2)],
    ['endpoints of the managers, for what watches them', endpoints(2, 'monitoring-kube-controller-manager', 'kube-system')],
    ['a slice of endpoints', slice(2)],
    ['Machines', machines(2)],
    ['Machines of a control plane', machines(2, { 'cluster.x-k8s.io/control-plane-name': 'cp' })],
    ['leases of API servers', leases(2)],
    ['haproxy', haproxy(3)],
    ['nginx', nginx(3)],
    ['kubectl get nodes', listing('control-plane', 'control-plane,master', '<none>')],
    ['a count of API servers', {}, master(['--apiserver-count=3'])],
    ['etcd of these nodes', {}, master(['--advertise-address=10.0.0.1', '--etcd-servers=https://10.0.0.1:2379,https://10.0.0.2:2379'])],
  ])('leaves both promises unknown: %s', (_, cluster, control = master()) => {
    const what = / has [23] control-plane nodes.*, and [12] of them (?:is|are) not in the input$/;
    expect(said(control, cluster)).toEqual([expect.stringMatching(what)]);
    const { exclusivity, liveness } = check({ cp: control, dist: { ...ccm({}), ...cluster } });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['unknown', 'unknown']);
  });

  it.each<[string, Files, Files?]>([
    ['as many in an inventory, of other names', { 'hosts.ini': '[kube_control_plane]\na\nb\n[kube_node]\nc\nd\ne\n' }],
    ['variables of the group', { 'hosts.ini': '[kube_control_plane]\na\nb\n[kube_control_plane:vars]\nx=1\ny=2\n' }],
    ['a group of something else', { 'hosts.ini': '[etcd]\na\nb\nc\n[k8s_cluster:children]\nkube_node\n' }],
    ['as many in YAML', {
      'hosts.yaml': 'all:\n  children:\n    kube_control_plane:\n      hosts: {a: {}, b: {}}\n    kube_node: {hosts: {c: {}}}\n',
    }],
    ['a file of something else', { 'app.ini': '[main]\na=1\nb=2\nc=3\n' }],
    ['endpoints', endpoints(2)],
    ['endpoints of another Service', endpoints(3, 'web')],
    ['endpoints of that name elsewhere', endpoints(3, 'kubernetes', 'kube-system')],
    ['a slice of another Service', slice(3, 'web')],
    ['as many Machines', machines(2)],
    ['Machines of workers', machines(3, {})],
    ['leases of API servers', leases(2)],
    ['haproxy', haproxy(2)],
    ['kubectl get nodes', listing('control-plane', 'control-plane', '<none>', '<none>')],
    ['etcd elsewhere', {}, master([
      '--advertise-address=10.0.0.1', '--etcd-servers=https://10.9.0.1:2379,https://10.9.0.2:2379,https://10.9.0.3:2379',
    ])],
    ['etcd of each node', {}, master(['--advertise-address=10.0.0.1', '--etcd-servers=https://127.0.0.1:2379'])],
    ['a count of API servers', {}, master(['--apiserver-count=2'])],
  ])('says nothing of as many, or of others: %s', (_, cluster, control = master()) =>
    expect(said(nodes(control, 'a', 'b'), cluster).filter(what => what.includes('of them'))).toEqual([]));
});

it('says in which file of such a list a key is given twice', () => {
  const { findings } = check({ a: master(), dist: { ...ccm({}), hosts: 'masters:\n  hosts: {a: }\n  hosts: {a: }\n' } });
  const twice = findings.filter(({ rule }) => rule === 'duplicate-key');
  expect(twice.map(({ file, line }) => `${file}:${line}`)).toStrictEqual(['dist/hosts:3']);
});
