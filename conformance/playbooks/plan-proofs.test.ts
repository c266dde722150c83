import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

const TASKS = resolve(__dirname, '../..', 'ansible', 'tasks');
const [NODE] = CONTROL_PLANE;
const NAMESPACE = 'kube-system';

/** What each proof is asked of a cluster where it does not hold. */
const UNTRUE: Readonly<Record<string, object>> = {
  'ccm-ready': { namespace: NAMESPACE, selector: 'k8s-app=nobody' },
  'ccm-ready-on': { namespace: NAMESPACE, selector: 'k8s-app=nobody', node: NODE },
  'csi-migrated-on': { nodes: [NODE] },
  'deployment-runs': { namespace: NAMESPACE, name: 'somebody', release: '9.9.9', has: [], lacks: [] },
  'healthz': { node: NODE, port: '1' },
  'initialized': { nodes: [NODE] },
  'kubelet-ready': { node: NODE },
  'kubelet-runs-release': { node: NODE, release: '9.9.9' },
  'lease-held-by': { namespace: NAMESPACE, lease: 'nobody', main: 'kube-controller-manager' },
  'lease-is-held': { namespace: NAMESPACE, lease: 'nobody', seconds: 0 },
  'may-use-lease': { namespace: NAMESPACE, lease: 'mine', who: 'stranger' },
  'no-ccm': { namespace: NAMESPACE, selector: 'k8s-app=aws-cloud-controller-manager' },
  'no-ccm-on': { namespace: NAMESPACE, selector: 'k8s-app=aws-cloud-controller-manager', node: NODE },
  'node-ready': { node: NODE },
  'pod-has': { node: NODE, component: 'kube-controller-manager', text: '--none-has-it' },
  'pod-lacks': { node: NODE, component: 'kube-controller-manager', text: '--cloud-provider' },
  'pods-of': { namespace: NAMESPACE, name: 'somebody', replicas: 2 },
  'process-gone': { node: NODE, component: 'kubelet', flag: '-' },
  'process-runs': { node: NODE, component: 'kubelet', files: [], has: ['--none-has-it'], lacks: [] },
  'provider-ids': { nodes: [NODE] },
  // It is there, and known as somebody else's.
  'read-kubelet': { others: ['kubelet'] },
  'readyz': { node: NODE, port: '1' },
  'rolled-out': { workload: 'daemonset/nobody', namespace: NAMESPACE },
  'runs-release': { node: NODE, component: 'kube-controller-manager', release: '9.9.9' },
  'unit-runs-release': { node: NODE, unit: 'kubelet', release: '9.9.9' },
};

const OTHERS = '{{ given.others | default([]) }}';

/** Tries again what may fail, and proves nothing. */
const NO_PROOF = ['lock-leave'];

const WAITING = readdirSync(TASKS).filter(file => /^ {2}until:|include_tasks: read-kubelet/m.test(readFileSync(join(TASKS, file), 'utf8')))
  .map(file => file.replace(/\.yaml$/, '')).filter(name => !NO_PROOF.includes(name)).sort();

// Ansible asks `until` only where there are retries: a proof that is to hold at once would be taken for true whatever it reads.
describeNeeding('a proof that does not hold', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeAll(async () => {
    cluster = await (await new SimulatedProject('n', 'n', '1.26.15').deployed('mixed', NODE)).plan('n', 'mixed');
    cluster.set(`ready-${NODE}`, 'False');
    cluster.set(`migrated-${NODE}`, '-');
    cluster.set(`provider-${NODE}`, '');
    cluster.set('taints', 'node.cloudprovider.kubernetes.io/uninitialized');
    cluster.set('can-i', 'no');
    // One pod has this label.
    const spec = { selector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } } };
    await cluster.store({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'somebody', namespace: NAMESPACE }, spec });
    const block = (name: string, given: object): object => ({
      name,
      block: [{ 'name': 'Ask', 'ansible.builtin.include_tasks': `tasks/${name}.yaml`, 'vars': { given, within: 0, other_processes: OTHERS } }],
      rescue: [{ 'name': 'It fails', 'ansible.builtin.set_fact': { refused: `{{ refused | default([]) + ['${name}'] }}` } }],
    });
    for (const name of WAITING) cpSync(join(TASKS, `${name}.yaml`), join(cluster.project, 'tasks', `${name}.yaml`));
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([
      {
        hosts: 'localhost',
        gather_facts: false,
        tasks: [{ 'name': 'Nobody is lost', 'ansible.builtin.set_fact': { lost_workers: [] } }],
      },
      {
        hosts: NODE,
        gather_facts: false,
        any_errors_fatal: false,
        environment: '{{ node_environment }}',
        tasks: [
          ...Object.entries(UNTRUE).map(([name, given]) => block(name, given)),
          { 'name': 'Say which', 'ansible.builtin.debug': { msg: "REFUSED {{ refused | sort | join(',') }} END" } },
        ],
      },
    ]));
  }, 60_000);
  afterAll(() => cluster.destroy());

  it('is known here, each of them', () => expect(Object.keys(UNTRUE).sort()).toEqual(WAITING));

  it('fails, also where it has to hold at once', async () => {
    const closed = 'http://127.0.0.1:1/';
    const { said } = await cluster.run('probe', ['-e', JSON.stringify({ health_url: closed, poll_seconds: 0 })]);
    expect(/REFUSED (\S*)\s+END/.exec(said)?.[1].split(',') ?? said).toEqual(WAITING);
  }, 300_000);
});

describeNeeding('after a takeover', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  beforeAll(async () => {
    cluster = await (await new SimulatedProject('n', 'n', '1.26.15').deployed('mixed', NODE)).plan('n', 'mixed');
    for (const name of ['lease-held-by', 'services-well', 'services-same', 'read-services', 'load-balancers-same', 'read-load-balancers']) {
      cpSync(join(TASKS, `${name}.yaml`), join(cluster.project, 'tasks', `${name}.yaml`));
    }
  }, 60_000);
  afterAll(() => cluster.destroy());

  const planId = () => /plan_id: (?:!unsafe )?['"]?([^'"\s]+)/.exec(readFileSync(join(cluster.project, 'group_vars', 'plan.yaml'), 'utf8'))![1];
  /** What the last playbook said. */
  let heard = '';

  /** Whether each of these is taken for true. */
  async function answers(asked: readonly { readonly name: string; readonly given: object }[]): Promise<readonly string[]> {
    writeFileSync(join(cluster.project, 'probe.yaml'), JSON.stringify([{
      hosts: 'localhost',
      gather_facts: false,
      tasks: [
        { 'name': 'The step begins', 'ansible.builtin.set_fact': { step_start: "{{ now(utc=true).strftime('%Y-%m-%dT%H:%M:%SZ') }}" } },
        ...asked.map(({ name, given }) => ({
          name,
          block: [
            { 'name': 'Ask', 'ansible.builtin.include_tasks': `tasks/${name}.yaml`, 'vars': { given, within: 1 } },
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

  it('nobody leads whose name stands in the Leases, and who renews one of them only', async () => {
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
