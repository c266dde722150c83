import { parse } from 'yaml';
import { appFiles } from './app-fixture';
import { allGiven, everyAction, KCM, LEADER_MIGRATION, planned, verbs } from './plans';
import { collectionFiles } from '../../../src/files/collection';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { givenTo, PlanAction } from '../../../src/lib/plan/action';
import { answers, podRuns, processRuns } from '../../../src/lib/plan/actions/components';
import { leaseHeldBy } from '../../../src/lib/plan/actions/leases';
import { Endpoint } from '../../../src/lib/plan/endpoint';
import { Plan } from '../../../src/lib/plan/plan';
import { planProject } from '../../../src/lib/plan/render/project';
import { actionsOf } from '../../../src/lib/plan/step';
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
        // kubeadm writes the address that it serves on into its probes, too.
        const probed = 'bind-address' in own ? text.replaceAll(/host: [\d.]+/g, `host: ${own['bind-address']}`) : text;
        return [path, Object.entries(own).reduce((plain, [flag, value]) => plain.replace(new RegExp(`^ *- --${flag}=.*\\n`, 'm'), '')
          .replace(new RegExp(`^( *)- ${component}$`, 'm'), `$1- ${component}\n$1- --${flag}=${value}`), probed)];
      })),
    }));
  }

  /** Where it is asked on a node whether a component answers; a process need not say where it does. */
  const endpointsOf = (actions: readonly PlanAction[]): readonly Endpoint[] => actions.flatMap(one => {
    const { port, host } = givenTo(one, answers) ?? givenTo(one, processRuns) ?? {};
    return port === undefined ? [] : [{ port, host }];
  });

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
        const asked = endpointsOf(everyAction(planned(from, to, files))).map(({ port }) => port);
        expect([...new Set(asked)].sort().filter(port => port !== '10258')).toEqual(['20257', '20259', '7443']);
      }
    }
  });

  it('asks who listens at one address there, before the migration and after, there and back', () => {
    const bind = { 'kube-controller-manager': '10.0.0.7', 'kube-scheduler': '0.0.0.0', 'kube-apiserver': 'fd00::7' };
    const nodes = nodesWith(Object.fromEntries(Object.entries(bind).map(([component, address]) => [component, {
      'bind-address': address, ...component === 'kube-apiserver' ? { 'advertise-address': address } : {},
    }])));
    const files = appFiles({ nodes });
    for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
      const plan = planned(from, to, files);
      const asked = endpointsOf(everyAction(plan)).map(({ port, host }) => `${host ?? ''}:${port}`).filter(one => !one.endsWith(':10258'));
      expect([...new Set(asked)].sort()).toEqual(['10.0.0.7:10257', ':10259', '[fd00::7]:6443']);
      // So is a person told to ask, on the node itself where no address is known.
      const told = everyAction(plan).flatMap(({ kind, given }) => kind.byHand?.(given, []) ?? []).filter(line => line.startsWith('answers '));
      expect([...new Set(told)].sort().filter(line => !line.includes(':10258/')))
        .toEqual(['answers 10.0.0.7:10257/healthz', 'answers 127.0.0.1:10259/healthz', 'answers [fd00::7]:6443/readyz']);
      expect([...plan.apiServers.values()]).toEqual(plan.controlPlane.map(() => ({ port: '6443', host: '[fd00::7]' })));
    }
  });

  it('asks each node by its own files, also where others of them are alike', () => {
    const [first] = planned('n', 'mixed').controlPlane;
    const own = (address: string) => nodesWith({ 'kube-controller-manager': { 'bind-address': address } });
    const nodes = own('10.0.0.2').map(node => node.name === first ? own('10.0.0.1').find(({ name }) => name === first)! : node);
    const plan = planned('not-started', 'n-plus-1', appFiles({ nodes }));
    const asked = plan.steps.flatMap(step => endpointsOf(actionsOf(step)).filter(({ port }) => port === '10257')
      .map(({ host }) => `${step.node} ${host}`));
    expect([...new Set(asked)].sort()).toEqual(plan.controlPlane.map(node => `${node} 10.0.0.${node === first ? 1 : 2}`));
  });

  it('asks an etcd that is not beside its API server by a program of the node, with what the API server has', () => {
    const servers = 'https://10.0.9.1:2379,https://etcd-2.example:2379';
    const files = (of: string) => appFiles({
      nodes: nodesWith({
        'kube-apiserver': { 'etcd-servers': of, 'etcd-cafile': '/etc/ssl/certs/ca.pem', 'etcd-keyfile': '/etc/ssl/certs/node.key' },
      }),
    });
    const inventory = (plan: Plan) => planProject(plan, '../app', collectionFiles()).find(({ path }) => path === 'inventory.yaml')!.content;
    for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
      const plan = planned(from, to, files(servers));
      const certificates = [
        '--cacert=/etc/ssl/certs/ca.pem', '--cert=/etc/kubernetes/pki/apiserver-etcd-client.crt', '--key=/etc/ssl/certs/node.key',
      ];
      expect(plan.etcd.external).toEqual({ endpoints: servers.split(','), certificates });
      // The playbooks take it from their settings, on the first node of the control plane; a snapshot is of one endpoint, which they choose.
      const first = "{{ groups['control_plane'][0] }}";
      expect(parse(inventory(plan)).all.vars).toMatchObject({
        etcdctl: ['etcdctl'], etcdctl_flags: [`--endpoints=${servers}`, ...certificates], etcdctl_host: first, etcd_snapshot_host: first,
      });
      const asked = new Set(verbs(everyAction(plan)).filter(verb => verb.startsWith('etcd-')));
      expect(asked).toEqual(new Set(['etcd-room', 'etcd-snapshot', 'etcd-members-well']));
    }
    // Beside it, on any of its names; and what is no address stays with kubeadm's.
    for (const own of ['https://127.0.0.1:2379', 'https://[::1]:2379,https://localhost:2379', 'https://$(NODE_IP):2379']) {
      const plan = planned('n', 'mixed', files(own));
      expect(plan.etcd).toEqual({ node: plan.controlPlane[0] });
      expect(inventory(plan)).not.toContain('etcdctl');
    }
  });

  it('waits for leaders as long as their Leases take', () => {
    const slow = { 'leader-elect-lease-duration': '137s', 'leader-elect-renew-deadline': '107s', 'leader-elect-retry-period': '26s' };
    const plan = planned('not-started', 'mixed', appFiles({ nodes: nodesWith({ 'kube-controller-manager': slow }) }));
    const leads = everyAction(plan).filter(one => givenTo(one, leaseHeldBy));
    expect(leads.length).toBeGreaterThan(0);
    for (const { within } of leads) expect(within).toBeGreaterThan(300);
  });

  it('proves that the scheduler of another release works, there and back', () => {
    const upgrade = planned('n', 'mixed').steps.find(({ id }) => id === 'upgrade')!;
    const asked = (actions: readonly PlanAction[]) => [
      ...allGiven(actions, podRuns).filter(({ component }) => component === 'kube-scheduler').map(({ release }) => release),
      ...allGiven(actions, answers).filter(({ port }) => port === '10259').map(({ path }) => path),
    ];
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
    expect(verbs(worker.run)).toEqual(expect.arrayContaining(['node/drain', 'node/restart-kubelet', 'kubelet-ready', 'node/uncordon']));
    expect(verbs(worker.proof)).toContain('process-runs');
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
    ['an unknown node', { a: ['x'] }, /node group 'a' must have worker nodes of this app, got 'x'/],
    ['a missing node', {}, /worker nodes .* are in no node group/],
  ])('fails on a node group with %s', (_, nodeGroups, message) => {
    expect(() => planned('mixed', 'n-plus-1', LEADER_MIGRATION, { nodeGroups })).toThrow(message);
  });
});
