import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { planned, WAYS } from '../../test/cli/ansible-projects';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

const [NODE] = CONTROL_PLANE;
const NAMESPACE = 'kube-system';

/** What each proof is asked of a cluster where it does not hold. */
const UNTRUE: Readonly<Record<string, readonly object[]>> = {
  'all-on-release': [{ node: NODE, release: '9.9.9' }],
  'answers': [{ path: 'healthz', port: '1' }, { path: 'readyz', port: '1' }],
  'are-nodes': [{ nodes: ['stranger'] }],
  'ccm-ready': [{ namespace: NAMESPACE, selector: 'k8s-app=nobody' }, { namespace: NAMESPACE, selector: 'k8s-app=nobody', here: true }],
  'csi-driver-on': [{ nodes: ['stranger'] }],
  'csi-migrated-on': [{ nodes: [NODE] }],
  'deployment-runs': [{ namespace: NAMESPACE, name: 'nobody', release: '9.9.9', has: [], lacks: [] }],
  'files-are': [{ files: [{ path: '/etc/machine-id', sums: ['0'] }] }],
  'initialized': [{ nodes: [NODE] }],
  'kubelet-ready': [{}],
  'kubelet-runs-release': [{ release: '9.9.9' }],
  'lease-held-by': [{ namespace: NAMESPACE, lease: 'nobody', main: 'kube-controller-manager' }],
  'lease-is-held': [{ namespace: NAMESPACE, lease: 'nobody' }],
  'lease-not-held': [{ namespace: NAMESPACE, lease: 'cloud-provider-extraction-migration', seconds: 0 }],
  'may-use-lease': [{ namespace: NAMESPACE, lease: 'mine', who: 'stranger' }],
  'no-ccm': [
    { namespace: NAMESPACE, selector: 'k8s-app=aws-cloud-controller-manager' },
    { namespace: NAMESPACE, selector: 'k8s-app=aws-cloud-controller-manager', here: true },
  ],
  'pod-runs': [
    { component: 'kube-controller-manager', release: '9.9.9', has: [], lacks: [] },
    { component: 'kube-controller-manager', release: '1.26.15', has: ['--none-has-it'], lacks: [] },
    { component: 'kube-controller-manager', release: '1.26.15', has: [], lacks: ['--cloud-provider'] },
  ],
  'pods-of': [{ namespace: NAMESPACE, name: 'somebody', replicas: 2 }],
  'process-gone': [{ component: 'kubelet', flag: '-' }],
  'process-runs': [{ component: 'kubelet', files: [], has: ['--none-has-it'], lacks: [] }],
  'provider-ids': [{ nodes: [NODE] }],
  'rolled-out': [{ workload: 'daemonset/nobody', namespace: NAMESPACE }],
  'services-well': [{}],
  'tags-in-order': [{}],
  'unit-runs-release': [{ unit: 'kubelet', release: '9.9.9' }],
};

/** What proves a step, of any way. */
const PROOFS = [...new Set(WAYS.flatMap(way => planned(...way).steps).flatMap(({ proof }) => proof.map(({ kind }) => kind.do)))].sort();

const FAILED = {
  items: [{
    reason: 'SyncLoadBalancerFailed',
    lastTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
    involvedObject: { kind: 'Service', namespace: 'shop', name: 'cart' },
  }],
};

describeNeeding('a proof that does not hold', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeAll(async () => {
    cluster = await (await new SimulatedProject('n', 'n', '1.26.15').deployed('mixed', NODE)).plan('n', 'mixed');
    cluster.set(`ready-${NODE}`, 'False');
    cluster.set(`migrated-${NODE}`, '-');
    cluster.set(`provider-${NODE}`, '');
    cluster.set('taints', 'node.cloudprovider.kubernetes.io/uninitialized');
    cluster.set('can-i', 'no');
    cluster.set('events', JSON.stringify(FAILED));
    // One pod has this label.
    const spec = { selector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } } };
    await cluster.store({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'somebody', namespace: NAMESPACE }, spec });
    const ask = (name: string, given: object): object => ({
      name,
      block: [{ 'name': 'Ask', 'cdk8s.ccm_migration.carry_out': { do: { node: NODE, ...given, do: name }, seen: { lost: [], reached: 0 } } }],
      rescue: [{
        'name': 'It fails',
        'ansible.builtin.set_fact': { refused: `{{ refused | default([]) + [['${name}', ansible_failed_result.msg]] }}` },
      }],
    });
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([{
      hosts: NODE,
      roles: ['cdk8s.ccm_migration.settings'],
      gather_facts: false,
      any_errors_fatal: false,
      environment: '{{ node_environment }}',
      tasks: [
        ...Object.entries(UNTRUE).flatMap(([name, all]) => all.map(given => ask(name, given))),
        { 'name': 'Say', 'ansible.builtin.copy': { content: '{{ refused | to_json }}', dest: cluster.place('refused'), mode: '0600' } },
      ],
    }]));
  }, 60_000);
  afterAll(() => cluster.destroy());

  it('is known here, each of them', () => expect(Object.keys(UNTRUE)).toEqual(PROOFS));

  it('fails, and says why', async () => {
    const closed = 'http://127.0.0.1:1/';
    const { status, said } = await cluster.run('probe', ['-e', JSON.stringify({ health_url: closed, poll_seconds: 0, cluster_id: '' })]);
    if (status !== 0) throw new Error(said);
    const refused = JSON.parse(readFileSync(cluster.place('refused'), 'utf8')) as readonly (readonly [string, string])[];
    expect(refused.map(([name]) => name)).toEqual(Object.entries(UNTRUE).flatMap(([name, all]) => all.map(() => name)));
    // What a program of ours cannot read is another failure.
    expect(refused.filter(([, message]) => /Task failed|Traceback|KeyError/.test(message))).toEqual([]);
  }, 300_000);
});

describeNeeding('after a takeover', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeAll(async () => {
    cluster = await (await new SimulatedProject('n', 'n', '1.26.15').deployed('mixed', NODE)).plan('n', 'mixed');
  }, 60_000);
  afterAll(() => cluster.destroy());

  const planId = () => (JSON.parse(readFileSync(join(cluster.project, 'plan.json'), 'utf8')) as { readonly id: string }).id;
  /** What the last playbook said. */
  let heard = '';

  /** Whether each of these is taken for true. */
  async function answers(asked: readonly { readonly name: string; readonly given: object }[]): Promise<readonly string[]> {
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([{
      hosts: 'localhost',
      roles: ['cdk8s.ccm_migration.settings'],
      gather_facts: false,
      tasks: [
        ...asked.map(({ name, given }) => ({
          name,
          block: [
            { 'name': 'Ask', 'cdk8s.ccm_migration.carry_out': { do: { ...given, do: name, within: 1 }, seen: { lost: [], reached: 0 } } },
            { 'name': 'It holds', 'ansible.builtin.set_fact': { answers: "{{ answers | default([]) + ['yes'] }}" } },
          ],
          rescue: [{ 'name': 'It fails', 'ansible.builtin.set_fact': { answers: "{{ answers | default([]) + ['no'] }}" } }],
        })),
        { 'name': 'Say which', 'ansible.builtin.debug': { msg: "ANSWERS {{ answers | join(',') }} END" } },
      ],
    }]));
    const { said } = await cluster.run('probe', ['-e', JSON.stringify({ poll_seconds: 0 })]);
    heard = said.replace(/\s+/g, ' ');
    return /ANSWERS (\S*)\s+END/.exec(said)?.[1].split(',') ?? [said];
  }

  it('a holder that renews only one of its Leases does not lead', async () => {
    const given = { namespace: NAMESPACE, lease: 'cloud-provider-extraction-migration', main: 'kube-controller-manager' };
    const held = { name: 'lease-held-by', given };
    expect(await answers([held])).toEqual(['yes']);
    cluster.set('held', `${NODE.split('.')[0]}_kcm`);
    expect(await answers([held])).toEqual(['no']);
    cluster.remove('held');
  }, 300_000);

  it('a Service whose ports its owner changed is not as before, until the record is deleted as the message says', async () => {
    const same = { name: 'services-same', given: {} };
    const service = {
      metadata: { namespace: 'shop', name: 'cart', uid: 'u' },
      spec: { type: 'LoadBalancer', ports: [{ port: 443 }] },
      // Recorded from an API server of 1.29, which does not say how.
      status: { loadBalancer: { ingress: [{ hostname: 'lb', ipMode: 'Proxy' }] } },
    };
    cluster.set('services.json', JSON.stringify([service]));
    const recordOf = (port: number) => cluster.add({
      kind: 'ConfigMap',
      metadata: { namespace: NAMESPACE, name: 'ccm-migration-services' },
      data: {
        plan: planId(),
        recorded: '',
        services: JSON.stringify({ u: ['shop/cart', [{ hostname: 'lb', ipMode: null }], [{ port }], []] }),
        loadBalancers: '',
      },
    });
    recordOf(443);
    expect(await answers([same])).toEqual(['yes']);
    recordOf(80);
    expect(await answers([same])).toEqual(['no']);
    expect(heard).toContain('kubectl delete configmap ccm-migration-services -n kube-system');
    cluster.drop('configmap/kube-system/ccm-migration-services');
    expect(await answers([same])).toEqual(['yes']);
  }, 300_000);

  it('a Service has failed that failed in a step before, and did not come back since', async () => {
    const well = { name: 'services-well', given: {} };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, '');
    const service = (uid: string, more: object = {}) =>
      ({ metadata: { namespace: 'shop', name: uid, uid, ...more }, spec: { type: 'LoadBalancer' } });
    cluster.set('services.json', JSON.stringify([service('there'), service('ending', { deletionTimestamp: ago(30) })]));
    const event = (reason: string, minutes: number, uid = 'there') =>
      ({ reason, lastTimestamp: ago(minutes), involvedObject: { kind: 'Service', namespace: 'shop', name: 'cart', uid } });
    const failed = event('SyncLoadBalancerFailed', 30);
    const said: (readonly string[])[] = [];
    for (const [recorded, ...events] of [
      [ago(40), failed],
      [ago(40), failed, event('EnsuredLoadBalancer', 20)],
      [ago(40), event('EnsuredLoadBalancer', 35), failed],
      [ago(20), failed],
      [ago(40), event('SyncLoadBalancerFailed', 30, 'gone')],
      [ago(40), event('SyncLoadBalancerFailed', 30, 'ending')],
      [ago(40), { ...failed, involvedObject: { kind: 'Service', namespace: 'shop', name: 'cart' } }],
    ] as const) {
      cluster.set('events', JSON.stringify({ items: events }));
      cluster.add({
        kind: 'ConfigMap',
        metadata: { namespace: NAMESPACE, name: 'ccm-migration-services' },
        data: { plan: planId(), recorded, services: '{}', loadBalancers: '' },
      });
      said.push(await answers([well]));
    }
    expect(said).toEqual([['no'], ['yes'], ['no'], ['yes'], ['yes'], ['no'], ['no']]);
  }, 300_000);
});
