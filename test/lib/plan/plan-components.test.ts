import { appFiles } from './app-fixture';
import { KCM, LEADER_MIGRATION, planned } from './plans';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { Plan } from '../../../src/lib/plan/plan';
import { PlanCommand } from '../../../src/lib/plan/step';
import { kubeadmNodes } from '../../nodes';

describe('of components, a plan of Leader Migration', () => {
  /** Nodes whose components have flags of their own. */
  function nodesWith(flags: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    return kubeadmNodes().map(node => ({
      ...node,
      files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => {
        const found = Object.entries(flags).find(([component]) => path.endsWith(`/${component}.yaml`));
        if (!found) return [path, text];
        const [component, own] = found;
        return [path, Object.entries(own).reduce((plain, [flag, value]) => plain.replace(new RegExp(`^ *- --${flag}=.*\\n`, 'm'), '')
          .replace(new RegExp(`^( *)- ${component}$`, 'm'), `$1- ${component}\n$1- --${flag}=${value}`), text)];
      })),
    }));
  }

  const commandsOf = ({ steps }: Plan) => steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo]);

  it.each([
    ['of another name', /(metadata:\n(?: .*\n)*?)( *)name: kube-controller-manager/, '$1$2name: kcm', /static pod 'kube-system\/kcm' runs kube-/],
    ['of another namespace', /namespace: kube-system/, 'namespace: cloud', /kube-controller-manager.yaml:\d+:\d+: static pod 'cloud\/kube-/],
    [
      'behind another container', /( *)containers:\n/, '$1containers:\n$1- name: log\n$1  image: x/log:1\n',
      /kube-controller-manager is not the first container of its static pod/,
    ],
  ])('refuses a static pod %s, which no step would find', (_, what, by, says) => {
    const nodes = kubeadmNodes().map(node => ({
      ...node,
      files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, path.endsWith(KCM) ? text.replace(what, by) : text])),
    }));
    expect(() => planned('n', 'mixed', appFiles({ nodes }))).toThrow(says);
  });

  it('asks each component on its own port, before the migration and after, there and back', () => {
    const ports = { 'kube-controller-manager': '20257', 'kube-scheduler': '20259', 'kube-apiserver': '7443' };
    const nodes = nodesWith(Object.fromEntries(Object.entries(ports).map(([component, port]) => [component, { 'secure-port': port }])));
    for (const strategy of [undefined, MigrationStrategy.downtime(), MigrationStrategy.controllersOffThenOn()]) {
      const files = appFiles({ nodes, strategy });
      for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
        const asked = commandsOf(planned(from, to, files))
          .flatMap(({ action }) => action.do === 'healthz' || action.do === 'readyz' || action.do === 'process-runs' ? action.port ?? [] : []);
        expect([...new Set(asked)].sort().filter(port => port !== '10258')).toEqual(['20257', '20259', '7443']);
      }
    }
  });

  it('asks who listens at one address there, before the migration and after, there and back', () => {
    const bind = { 'kube-controller-manager': '10.0.0.7', 'kube-scheduler': '0.0.0.0', 'kube-apiserver': 'fd00::7' };
    const nodes = nodesWith(Object.fromEntries(Object.entries(bind).map(([component, address]) => [component, { 'bind-address': address }])));
    const files = appFiles({ nodes });
    for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
      const plan = planned(from, to, files);
      const asked = commandsOf(plan).flatMap(({ action, text }) =>
        action.do === 'healthz' || action.do === 'readyz' || action.do === 'process-runs' && action.port !== undefined
          ? [`${action.port} ${action.host ?? ''} ${/https:\/\/([^$]+):\d+\//.exec(text)?.[1]}`] : []);
      const others = [...new Set(asked)].sort().filter(one => !one.startsWith('10258'));
      expect(others).toEqual(['10257 10.0.0.7 10.0.0.7', '10259  127.0.0.1', '6443 [fd00::7] [fd00::7]']);
      expect(Object.values(plan.apiServers)).toEqual(plan.controlPlane.map(() => ({ port: '6443', host: '[fd00::7]' })));
    }
  });

  it('asks each node by its own files, also where others of them are alike', () => {
    const [first] = planned('n', 'mixed').controlPlane;
    const own = (address: string) => nodesWith({ 'kube-controller-manager': { 'bind-address': address } });
    const nodes = own('10.0.0.2').map(node => node.name === first ? own('10.0.0.1').find(({ name }) => name === first)! : node);
    const plan = planned('not-started', 'n-plus-1', appFiles({ nodes }));
    const asked = commandsOf(plan).flatMap(({ action }) =>
      (action.do === 'healthz' || action.do === 'process-runs') && action.port === '10257' ? [`${action.node} ${action.host}`] : []);
    expect([...new Set(asked)].sort()).toEqual(plan.controlPlane.map(node => `${node} 10.0.0.${node === first ? 1 : 2}`));
  });

  it('asks an etcd that is not beside its API server by a program of the node, with what the API server has', () => {
    const servers = 'https://10.0.9.1:2379,https://etcd-2.example:2379';
    const files = (of: string) => appFiles({
      nodes: nodesWith({ 'kube-apiserver': { 'etcd-servers': of, 'etcd-cafile': '/etc/ssl/etcd/ca.pem', 'etcd-keyfile': '/etc/ssl/etcd/node.key' } }),
    });
    const asked = (plan: Plan) => commandsOf(plan).flatMap(({ action, text }) => action.do.startsWith('etcd-') ? [text] : []);
    for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
      const plan = planned(from, to, files(servers));
      expect(plan.etcd.external).toEqual({
        endpoints: servers.split(','),
        certificates: ['--cacert=/etc/ssl/etcd/ca.pem', '--cert=/etc/kubernetes/pki/apiserver-etcd-client.crt', '--key=/etc/ssl/etcd/node.key'],
      });
      expect(new Set(asked(plan).map(text => text.split(/[\n:]/)[0]))).toEqual(new Set([`# on ${plan.controlPlane[0]}`]));
      expect(asked(plan).filter(text => !text.includes(` --endpoints=${servers} --cacert=`) && !text.includes('snapshot save'))).toEqual([]);
      expect(asked(plan).find(text => text.includes('snapshot save'))).toContain('etcdctl --endpoints=https://10.0.9.1:2379 --cacert=');
    }
    // Beside it, on any of its names; and what is no address stays with kubeadm's.
    for (const own of ['https://127.0.0.1:2379', 'https://[::1]:2379,https://localhost:2379', 'https://$(NODE_IP):2379']) {
      const plan = planned('n', 'mixed', files(own));
      expect(plan.etcd).toEqual({ node: plan.controlPlane[0] });
      expect(asked(plan).filter(text => !text.includes('etcdctl --endpoints=https://127.0.0.1:2379'))).toEqual([]);
    }
  });

  it('waits for leaders by hand as long as their Leases take', () => {
    const slow = { 'leader-elect-lease-duration': '137s', 'leader-elect-renew-deadline': '107s', 'leader-elect-retry-period': '26s' };
    const plan = planned('not-started', 'mixed', appFiles({ nodes: nodesWith({ 'kube-controller-manager': slow }) }));
    const leads = commandsOf(plan).filter(({ action }) => action.do === 'lease-held-by');
    expect(leads.length).toBeGreaterThan(0);
    for (const { text, withinSeconds } of leads) {
      expect(text).toContain('sleep 139;');
      expect([withinSeconds! > 300, text]).toEqual([true, expect.stringContaining(`timeout ${withinSeconds} sh -c`)]);
    }
  });

  it('proves that the scheduler of another release works, there and back', () => {
    const plan = planned('n', 'mixed');
    const upgrade = plan.steps.find(({ id }) => id.includes('upgrade-'))!;
    const asked = (commands: readonly PlanCommand[]) => commands.map(({ action }) =>
      action.do === 'runs-release' && action.component === 'kube-scheduler' ? action.release
        : action.do === 'healthz' && action.port === '10259' ? 'healthz' : '').filter(said => said !== '');
    expect([asked(upgrade.proof), asked(upgrade.undo)]).toEqual([['1.27.16', 'healthz'], ['healthz']]);
  });

  it('restarts the kubelet of every node whose flags change, wherever they lie', () => {
    const nodes = kubeadmNodes().map(node => ({
      ...node,
      files: Object.fromEntries(
        Object.entries(node.files).map(([path, text]) => [path.replace('/var/lib/kubelet/kubeadm-flags.env', '/etc/kubernetes/kubelet.env'), text]),
      ),
    }));
    const worker = planned('mixed', 'n-plus-1', appFiles({ nodes })).steps.find(({ id }) => id.includes('worker'))!;
    expect(worker.changes[0]).toMatch(/^replace \/etc\/kubernetes\/kubelet\.env by /);
    expect(worker.run.map(({ action }) => action.do)).toEqual(expect.arrayContaining(['drain', 'restart-kubelet', 'kubelet-ready', 'uncordon']));
    expect(worker.proof.map(({ action }) => action.do)).toContain('process-runs');
  });

  it('says that a single API server is away while it is replaced', () => {
    const gaps = (count: number) => planned('n', 'n-plus-1', appFiles({ nodes: kubeadmNodes().slice(0, count) })).steps
      .filter(({ gap }) => gap.text.includes('no Lease is renewed')).length;
    expect([gaps(1), gaps(3)]).toEqual([1, 0]);
  });

  it('has a node group after the other', () => {
    const [a, b] = planned('n', 'mixed').workers;
    const plan = planned('mixed', 'n-plus-1', LEADER_MIGRATION, { nodeGroups: { blue: [b], green: [a] } });
    expect(plan.steps.filter(({ id }) => id.includes('worker')).map(({ title }) => /node group (\w+)/.exec(title)![1])).toEqual(['blue', 'green']);
  });

  it.each<[string, Record<string, string[]>, RegExp]>([
    ['an unknown node', { a: ['x'] }, /node group 'a' has 'x', which is no worker node of this app/],
    ['a missing node', {}, /worker nodes .* are in no node group/],
  ])('fails on a node group with %s', (_, nodeGroups, message) => {
    expect(() => planned('mixed', 'n-plus-1', LEADER_MIGRATION, { nodeGroups })).toThrow(message);
  });
});
