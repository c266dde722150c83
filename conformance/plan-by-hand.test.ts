import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { PodOnNode } from '../src/lib/plan/action';
import { freeLock, leaveLock, takeLock } from '../src/lib/plan/by-hand/lock';
import { kubeadmRoom, pullImages, pullProxy } from '../src/lib/plan/by-hand/nodes';
import * as check from '../src/lib/plan/checks';
import { forgetServices, recordServices, servicesSame } from '../src/lib/plan/checks/services-record';
import { filesAre } from '../src/lib/plan/commands';
import { copyObject, hasCopy, restoreIfKept, takeObjectBack } from '../src/lib/plan/object-copies';
import { makePlan } from '../src/lib/plan/plan';
import { PlanCommand, PlanStep } from '../src/lib/plan/step';
import { contentHash } from '../src/lib/text/content-hash';
import { ansible } from '../test/ansible/ansible';
import { CONTROL_PLANE, KCM_FILE, SimulatedProject } from '../test/cli/simulated-project';
import { appFiles, ofKubeadm } from '../test/lib/plan/app-fixture';
import { describeNeeding } from '../test/needs';

const [NODE, OTHER] = CONTROL_PLANE;
const NAMESPACE = 'kube-system';
const KCM = 'kube-controller-manager';
const LEASE = 'cloud-provider-extraction-migration';
const MANIFEST = `/${KCM_FILE}`;
const METRICS_KEY = `nodes/${NODE}${check.METRICS_CLIENT}.key`;
const FLAG_FILE = '/var/lib/kubelet/kubeadm-flags.env';
const CCM = {
  resource: 'daemonset', name: 'aws-cloud-controller-manager', namespace: NAMESPACE, selector: 'k8s-app=aws-cloud-controller-manager',
} as Parameters<typeof check.noCcm>[0];
const NOBODY = { ...CCM, name: 'nobody', selector: 'k8s-app=nobody' };
const HOLDS = { node: NODE, component: KCM, files: [MANIFEST], has: ['--cloud-provider=aws'], lacks: ['--none-has-it'] };

function ownPod(labels: string): PodOnNode {
  return { namespace: NAMESPACE, labels, fields: `spec.nodeName=${NODE}` };
}

/** They read no program that could fail. */
const NO_READ: readonly string[] = ['etcdSnapshot', 'filesAre', 'healthz', 'keepsName', 'kubeconfigCanBeMade', 'readyz'];

/** What the simulated cluster is besides: files of it, by name. */
type World = Readonly<Record<string, string>>;

interface Proof {
  /** Undefined: a case that holds is tried elsewhere. */
  readonly holds?: PlanCommand;
  readonly when?: World;
  readonly untrue: readonly (PlanCommand | World)[];
}

const CART = { namespace: 'shop', name: 'cart', uid: 'c1' };

function events(...all: readonly (readonly [lastTimestamp: string, reason: string, uid?: string])[]): string {
  const items = all.map(([lastTimestamp, reason, uid = CART.uid]) => ({ lastTimestamp, reason, involvedObject: { ...CART, uid } }));
  return JSON.stringify({ items });
}

const THERE = { 'services.json': JSON.stringify([{ metadata: CART }]) };
const FAILED = ['2026-01-01T10:00:00Z', 'SyncLoadBalancerFailed'] as const;

/** Every proof that is printed: where it holds, and where it does not, for what it asks or for what the cluster is. */
const PROOFS: Readonly<Record<string, (sum: string) => Proof>> = {
  allOnRelease: () => ({
    holds: check.allOnRelease('1.26.15', CONTROL_PLANE),
    when: { sidecars: 'true' },
    untrue: [{ sidecars: 'true false' }, check.allOnRelease('1.26.1', CONTROL_PLANE), check.allOnRelease('1.26.15', [...CONTROL_PLANE, 'nobody'])],
  }),
  areNodes: () => ({ holds: check.areNodes([NODE, OTHER]), untrue: [check.areNodes([NODE, 'nobody'])] }),
  ccmReady: () => ({ holds: check.ccmReady(CCM), untrue: [check.ccmReady(NOBODY)] }),
  ccmReadyOn: () => ({ holds: check.ccmReadyOn(CCM, NODE), untrue: [check.ccmReadyOn(CCM, OTHER)] }),
  csiDriverOn: () => ({ holds: check.csiDriverOn([NODE, OTHER]), untrue: [{ drivers: 'other.csi.aws.com' }, check.csiDriverOn([NODE, 'nobody'])] }),
  csiMigratedOn: () => ({ holds: check.csiMigratedOn([NODE, OTHER]), untrue: [{ [`migrated-${OTHER}`]: 'kubernetes.io/other' }] }),
  deploymentRuns: () => {
    const runs = { namespace: NAMESPACE, name: 'somebody', release: '1.26.15', has: ['--some=flag'], lacks: ['--other'] };
    return {
      holds: check.deploymentRuns(runs),
      untrue: [{ release: '1.26.1' }, { has: ['--some'] }, { lacks: ['--some=flag'] }, { name: 'nobody' }].map(
        other => check.deploymentRuns({ ...runs, ...other }),
      ),
    };
  },
  etcdMembersWell: () => ({
    holds: check.etcdMembersWell({ node: NODE }),
    untrue: [
      ['etcd-members', '8e9e05c52164694d, unstarted, , https://10.0.1.10:2380, , false'], ['etcd-unhealthy', 'https://10.0.1.10:2379 is not'],
      ['etcd-alarms', 'memberID:10 alarm:NOSPACE'],
    ].map(([file, text]) => ({ [file]: text })),
  }),
  etcdRoom: () => ({ holds: check.etcdRoom({ node: NODE }), untrue: [{ 'etcd-size': '9000000000000000' }] }),
  etcdSnapshot: () => ({
    holds: check.etcdSnapshot({ node: NODE }, { from: 'n', to: 'mixed' }), untrue: ['etcd-keys', 'etcd-fails'].map(file => ({ [file]: '0' })),
  }),
  filesAre: sum => ({
    holds: filesAre(NODE, [{ path: MANIFEST, sums: ['-', sum] }, { path: '/etc/none', sums: [sum, '-'] }]),
    untrue: [
      filesAre(NODE, [{ path: MANIFEST, sums: [contentHash('other'), '-'] }, { path: '/etc/none', sums: ['-'] }]),
      filesAre(NODE, [{ path: MANIFEST, sums: [sum.slice(0, 63)] }]),
      filesAre(NODE, [{ path: '/etc/none', sums: [sum] }]),
    ],
  }),
  hasCopy: () => ({ untrue: [hasCopy('n', { kind: 'configmap', namespace: NAMESPACE, name: 'nobody' })] }),
  hasProgram: () => ({ untrue: [check.hasProgram(NODE, '/etc/kubernetes/none')] }),
  healthz: () => ({
    holds: check.healthz(NODE, { port: '10257' }),
    untrue: [
      check.healthz(NODE, { port: '1' }), check.healthz(NODE, { port: '1', host: '10.0.0.7' }),
      check.healthz(NODE, { port: '1' }, ownPod(CCM.selector)), check.healthz(NODE, { port: '10258' }, ownPod('k8s-app=nobody')),
    ],
  }),
  hostIsNamed: () => ({ holds: check.hostIsNamed(NODE), untrue: [{ 'short-names': '' }] }),
  initialized: () => ({
    holds: check.initialized([NODE, OTHER]), when: { taints: 'other' }, untrue: [{ taints: 'node.cloudprovider.kubernetes.io/uninitialized' }],
  }),
  keepsName: () => ({ holds: check.keepsName(NODE, MANIFEST), untrue: [{ 'short-names': '' }] }),
  // What it needs to be made: conformance/plan-preflight.test.ts.
  kubeconfigCanBeMade: () => ({
    holds: check.kubeconfigCanBeMade(NODE, MANIFEST, 'system:me'),
    untrue: [check.kubeconfigCanBeMade(NODE, '/etc/kubernetes/none.conf', 'system:me')],
  }),
  kubeletReady: () => ({
    holds: check.kubeletReady(OTHER),
    // One that dies at each start, and one whose node is not said to be Ready.
    untrue: [{ [`crashing-${OTHER}`]: '' }, { [`ready-${OTHER}`]: 'False' }, { [`kubelets/${OTHER}`]: '/usr/bin/other' }],
  }),
  kubeletRunsRelease: () => ({
    holds: check.kubeletRunsRelease(OTHER, '1.26.15'),
    untrue: [
      check.kubeletRunsRelease(OTHER, '1.26.16'), check.kubeletRunsRelease(OTHER, '1.26.1'), check.kubeletRunsRelease(OTHER, '1.26.9', true),
      { [`kubelets/${OTHER}`]: '/usr/bin/other' }, check.kubeletRunsRelease(NODE, '1.26.15'),
    ],
  }),
  leaseHeldBy: () => ({
    holds: check.leaseHeldBy(NAMESPACE, LEASE, KCM, KCM, 10),
    untrue: [{ held: 'somebody' }, { held: `${NODE.split('.')[0]}_kcm` }, check.leaseHeldBy(NAMESPACE, 'nobody', KCM, KCM, 10)],
  }),
  leaseIsHeld: () => ({
    holds: check.leaseIsHeld(NAMESPACE, LEASE, 17), untrue: [{ held: 'somebody' }, { held: '' }, check.leaseIsHeld(NAMESPACE, 'nobody', 17)],
  }),
  leaseNotHeld: () => ({
    holds: check.leaseNotHeld(NAMESPACE, LEASE, 17), when: { held: 'somebody' }, untrue: [check.leaseNotHeld(NAMESPACE, KCM, 17)],
  }),
  mayUseLease: () => ({ holds: check.mayUseLease(NAMESPACE, 'nobody', 'system:me'), untrue: [{ 'can-i': 'no' }] }),
  noCcm: () => ({ holds: check.noCcm(NOBODY), untrue: [check.noCcm(CCM)] }),
  noCcmOn: () => ({ holds: check.noCcmOn(CCM, OTHER), untrue: [check.noCcmOn(CCM, NODE)] }),
  nodeReady: () => ({ holds: check.nodeReady(NODE), untrue: [{ [`ready-${NODE}`]: 'False' }] }),
  podHas: () => ({ holds: check.podHas(NODE, KCM, '--cloud-provider=aws'), untrue: [check.podHas(NODE, KCM, '--none-has-it')] }),
  podLacks: () => ({
    holds: check.podLacks(NODE, KCM, '--none-has-it="a\'b$c"'),
    untrue: [check.podLacks(NODE, KCM, '--cloud-provider=aws'), check.podLacks('nobody', KCM, '--none-has-it')],
  }),
  podsOf: () => ({
    holds: check.podsOf(NAMESPACE, 'somebody'),
    untrue: [check.podsOf(NAMESPACE, 'lame'), check.podsOf(NAMESPACE, 'somebody', 0), check.podsOf(NAMESPACE, 'nobody')],
  }),
  processGone: () => ({
    holds: check.processGone(NODE, KCM, '--cloud-provider=other'),
    untrue: [
      check.processGone(NODE, KCM, '-'), check.processGone(NODE, KCM, '--cloud-provider=aws'),
      // Its value is a word of its own.
      { [`processes-${NODE}`]: `/usr/bin/${KCM} --cloud-provider other` },
    ],
  }),
  processRuns: () => ({
    holds: check.processRuns({ ...HOLDS, files: [MANIFEST, '/etc/none'], port: '10257' }),
    when: { [METRICS_KEY]: '', metrics: 'go_threads 9\nprocess_start_time_seconds 9.876543210e+09\n' },
    untrue: [
      // Whoever answers on the port was started before, or says nothing of it.
      { [METRICS_KEY]: '', metrics: 'process_start_time_seconds 1.0e+09\n' },
      { [METRICS_KEY]: '', metrics: 'go_threads 9\n' },
      check.processRuns({ ...HOLDS, has: ['--cloud-provider=aws', '--none-has-it'] }),
      check.processRuns({ ...HOLDS, has: ['--cloud-provider=aw'] }),
      check.processRuns({ ...HOLDS, lacks: ['--cloud-provider=aws'] }),
      check.processRuns({ ...HOLDS, component: 'nobody', files: [], has: [], lacks: [] }),
      // Its files changed after it was started.
      check.processRuns({ node: NODE, component: 'kubelet', files: [FLAG_FILE], has: [], lacks: [] }),
      // A second one, of before.
      { [`processes-${NODE}`]: `/usr/bin/${KCM} --cloud-provider=aws` },
    ],
  }),
  providerIds: () => ({ holds: check.providerIds([NODE, OTHER]), untrue: [{ [`provider-${OTHER}`]: '' }, check.providerIds([NODE, 'nobody'])] }),
  readyz: () => ({ holds: check.readyz(NODE, { port: '6443' }), untrue: [check.readyz(NODE, { port: '1' })] }),
  rolledOut: () => ({ holds: check.rolledOut(CCM), untrue: [check.rolledOut(NOBODY)] }),
  rolledOutIfThere: () => ({
    holds: check.rolledOutIfThere('daemonset/aws-cloud-controller-manager', NAMESPACE), untrue: [{ stalled: '' }],
  }),
  runsRelease: () => ({
    holds: check.runsRelease(NODE, KCM, '1.26.15'),
    when: { sidecars: 'true true' },
    untrue: [{ sidecars: 'false' }, check.runsRelease(NODE, KCM, '1.26.1')],
  }),
  servicesWell: () => ({
    holds: check.servicesWell('aws'),
    when: {
      ...THERE,
      events: events(
        ['2026-01-01T11:00:00Z', 'EnsuredLoadBalancer'], FAILED, ['2026-01-01T09:00:00Z', 'EnsuredLoadBalancer'],
        ['2026-01-01T12:00:00Z', 'SyncLoadBalancerFailed', 'gone'],
      ),
    },
    untrue: [
      { ...THERE, events: events(FAILED, ['2026-01-01T09:00:00Z', 'EnsuredLoadBalancer']) },
      { ...THERE, events: events([...FAILED, '']) },
    ],
  }),
  tagsInOrder: () => ({ holds: check.tagsInOrder(), untrue: [{ 'tags-wrong': '' }] }),
  // Where it holds: conformance/playbooks/plan-flags.test.ts, with a systemd.
  unitRunsRelease: () => ({ untrue: [check.unitRunsRelease(NODE, 'kubelet', '9.9.9')] }),
};

describeNeeding('what a person pastes', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  let sum: string;
  beforeAll(async () => {
    cluster = await new SimulatedProject('n', 'n', '1.26.15').deployed('mixed', NODE);
    for (const [name, replicas] of [['somebody', 1], ['lame', 2]] as const) {
      await cluster.store({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name, namespace: NAMESPACE },
        spec: {
          replicas,
          selector: { matchLabels: { 'k8s-app': 'aws-cloud-controller-manager' } },
          template: { spec: { containers: [{ image: 'x/kcm:v1.26.15', command: ['kcm', '--some=flag'] }] } },
        },
      });
    }
    cluster.executable('curl', 'case "$*" in *:1/*) exit 7 ;; */metrics) exec cat "$SIM/metrics" ;; esac; echo "$*" >"$SIM/asked"');
    cluster.executable('ssh', '[ "$1" != -n ] || shift; SIM_NODE=${1#root@} && export SIM_NODE && shift && exec "$@"');
    cluster.executable('npx', 'shift 3; if [ "$1" = aws ]; then exec tags "$@"; fi; [ ! -e "$SIM/tags-wrong" ]');
    sum = contentHash(readFileSync(cluster.place(`nodes/${NODE}/${KCM_FILE}`), 'utf8'));
    utimesSync(cluster.place(`kubelets/${NODE}`), 1e9, 1e9);
  }, 60_000);
  afterAll(() => cluster.destroy());

  function paste(shell: string, { text }: Pick<PlanCommand, 'text'>, world: World = {}, env: NodeJS.ProcessEnv = {}) {
    const before = Object.keys(world).map(name => [name, cluster.has(name) ? readFileSync(cluster.place(name), 'utf8') : undefined] as const);
    for (const [name, value] of Object.entries(world)) cluster.set(name, value);
    const { status, said } = cluster.paste(shell, text, { CLUSTER_ID: 'prod-eu', ...env });
    for (const [name, value] of before) if (value === undefined) cluster.remove(name); else cluster.set(name, value);
    return { status, said };
  }

  it('has a proof for each that there is', () => {
    const printed = [...Object.entries(check).filter(([, value]) => typeof value === 'function').map(([name]) => name), 'filesAre', 'hasCopy'];
    expect(Object.keys(PROOFS)).toEqual(printed.sort());
  });

  describe.each(['bash', 'dash'])('into %s', shell => {
    it.each(Object.entries(PROOFS))('is true where %s holds', (_, proof) => {
      const { holds, when } = proof(sum);
      if (holds) expect(paste(shell, holds, when)).toEqual({ status: 0, said: expect.not.stringContaining('Traceback') });
    });

    it.each(Object.entries(PROOFS))('ends non-zero where %s does not hold', (_, proof) => {
      const { holds, untrue } = proof(sum);
      for (const one of untrue) {
        const { status, said } = 'text' in one ? paste(shell, one as PlanCommand) : paste(shell, holds!, one);
        expect([status === 0, said, one]).toEqual([false, expect.not.stringMatching(/syntax error|not found: |usage:/i), one]);
      }
    });
  });

  it.each(['bash', 'dash'])('says where metrics cannot or may not be read, in %s', shell => {
    const { holds } = PROOFS.processRuns(sum);
    expect(paste(shell, holds!)).toEqual({
      status: 0, said: expect.stringMatching(/no \S*apiserver-kubelet-client.key: https:\/\/127.0.0.1:10257\/metrics is not asked/),
    });
    for (const metrics of ['forbidden: User "me" cannot get path "/metrics"', '{"kind":"Status","reason":"Unauthorized","code":401}']) {
      expect(paste(shell, holds!, { [METRICS_KEY]: '', metrics })).toEqual({
        status: 0, said: 'https://127.0.0.1:10257/metrics may not be read: not known\n',
      });
    }
  });

  it.each(['bash', 'dash'])('asks a component with a network of its own at its address, in %s', shell => {
    expect(paste(shell, check.healthz(NODE, { port: '10258' }, ownPod(CCM.selector))).status).toBe(0);
    expect(readFileSync(cluster.place('asked'), 'utf8')).toBe('-ksSf https://10.0.9.1:10258/healthz\n');
  });

  it.each(['bash', 'dash'])('asks an etcd that has no pod on its node, in %s', shell => {
    const endpoints = ['https://10.0.9.1:2379', 'https://10.0.9.2:2379'];
    const etcd = { node: NODE, external: { endpoints, certificates: ['--key=/etc/ssl/etcd/node.key'] } };
    const untrue: readonly (readonly [PlanCommand, World])[] = [
      [check.etcdMembersWell(etcd), { 'etcd-alarms': 'memberID:10 alarm:NOSPACE' }],
      [check.etcdRoom(etcd), { 'etcd-size': '9000000000000000' }],
      [check.etcdSnapshot(etcd, { from: 'n', to: 'mixed' }), { 'etcd-keys': '0' }],
    ];
    for (const [command, world] of untrue) {
      expect(paste(shell, command)).toEqual({ status: 0, said: expect.not.stringContaining('Traceback') });
      expect(paste(shell, command, world).status).not.toBe(0);
    }
    expect(paste(shell, untrue[2][0]).said).toMatch(new RegExp(`/var/lib/ccm-migration-n-to-mixed-\\d{8}T\\d{6}Z\\.db of ${NODE}\n$`));
  });

  describe.each(['bash', 'dash'])('around the steps, into %s', shell => {
    const run = (text: string, world: World = {}) => paste(shell, { text }, world);
    const runs = (texts: readonly string[], world: World = {}) => texts.map(text => run(text, world).status);

    it('takes the lock if nobody else has it, and leaves its own', () => {
      const key = 'lease/kube-system/ccm-migration';
      const holder = () => (cluster.object(key) as { spec: { holderIdentity?: string } }).spec.holderIdentity;
      expect([run(leaveLock()).status === 0, runs([takeLock('a-plan'), takeLock('a-plan')])]).toEqual([false, [0, 0]]); // first there is none
      expect([holder(), cluster.object(key)]).toEqual([
        expect.stringMatching(/^by-hand\/[\w.-]+@[\w.-]*$/), expect.objectContaining({
          metadata: expect.objectContaining({
            annotations: { 'ccm-migration/plan': 'a-plan, by hand', 'ccm-migration/state': 'step by step' },
          }),
        }),
      ]);
      expect([run(leaveLock()).status, holder()]).toEqual([0, undefined]);
      expect(run(takeLock('a-plan')).status).toBe(0);
      cluster.add({ ...cluster.object(key), spec: { holderIdentity: 'somebody/1234' } } as unknown as Parameters<typeof cluster.add>[0]);
      expect(run(takeLock('a-plan'))).toMatchObject({ status: 1, said: expect.stringContaining('held by somebody/1234') });
      expect([run(leaveLock()).status === 0, holder()]).toEqual([false, 'somebody/1234']);
      expect([runs([freeLock(), takeLock('a-plan')]), holder()]).toEqual([[0, 0], expect.stringMatching(/^by-hand/)]);
      cluster.drop(key);
    });

    it('pulls what nodes will need, and finds room for what kubeadm copies', () => {
      const result = makePlan(ofKubeadm(appFiles()), 'n', 'mixed');
      if ('refused' in result) throw new Error('refused');
      const { plan } = result;
      const [pulls, [proxy], rooms] = [pullImages(plan), pullProxy(plan), kubeadmRoom(plan)];
      expect(run(proxy)).toEqual({ status: 0, said: 'there is no kube-proxy\n' });
      const spec = { template: { spec: { containers: [{ name: 'kube-proxy', image: 'x:5000/kube-proxy:v1.26.15' }] } } };
      const kubeProxy = { kind: 'DaemonSet', metadata: { namespace: NAMESPACE, name: 'kube-proxy' }, spec };
      cluster.add(kubeProxy);
      expect(runs([...pulls, proxy, ...rooms])).toEqual([...pulls, 0, ...rooms].map(() => 0));
      for (const image of plan.images) expect(run(pulls[1], { [`no-image-${OTHER}`]: image }).status).not.toBe(0);
      for (const image of ['x:5000/kube-proxy:v1.26.15', 'x:5000/kube-proxy:v1.27.16']) {
        expect(run(proxy, { [`no-image-${OTHER}`]: image })).toMatchObject({ status: 1, said: expect.stringContaining(`${OTHER} cannot pull it`) });
      }
      cluster.drop(`daemonset/${NAMESPACE}/kube-proxy`);
      expect(runs(rooms, { 'etcd-data': '9000000000000' }).filter(status => status === 0)).toEqual([]);
    });

    it('records the Services once, and finds what is otherwise', () => {
      const service = (uid: string, more: object = {}) => ({
        metadata: { namespace: 'shop', name: uid, uid, annotations: { 'service.beta.kubernetes.io/x': 'y', 'other': String(Math.random()) } },
        spec: { type: 'LoadBalancer', ports: [{ port: 80 }] },
        status: { loadBalancer: { ingress: [{ hostname: `${uid}.elb` }] } },
        ...more,
      });
      const now = (...services: readonly object[]): World => ({ 'services.json': JSON.stringify(services) });
      const before = now(service('a'), service('b'), { ...service('c'), status: { loadBalancer: {} } });
      expect(runs([forgetServices(), ...servicesSame('aws')], before)).toEqual([0, 0, 0]); // there is no record
      const balancers = (services: object, missing = {}): World => ({ 'balancers.json': JSON.stringify({ services, targetLists: [], missing }) });
      const stranger = run(recordServices('aws')[1], { ...before, ...balancers({}, { 'shop/a a': 'a.elb' }) });
      expect(stranger).toEqual({ status: 1, said: 'shop/a a a.elb\n' });
      expect(runs(recordServices('aws'), { ...before, 'no-aws': '' })).toEqual([0, 1]);
      expect(runs([forgetServices(), recordServices('aws')[1]], { ...before, ...balancers({}, { 'shop/gone gone-1': 'gone.elb' }) })).toEqual([0, 0]);
      expect(run(forgetServices()).status).toBe(0);
      expect(runs(recordServices('aws'), before)).toEqual([0, 0]);
      const other = now({ ...service('a'), spec: { type: 'LoadBalancer', ports: [{ port: 81 }] } }, service('d'));
      expect(runs(recordServices('aws'), { ...other, ...balancers({ x: 1 }) })).toEqual([0, 0]);
      expect(runs(servicesSame('aws'), before)).toEqual([0, 0]);
      expect(runs(servicesSame('aws'), now(service('a'), service('d')))).toEqual([0, 0]); // another one is its owner's business
      expect(run(servicesSame('aws')[0], other)).toEqual({ status: 1, said: expect.stringMatching(/^was: a a /) });
      expect(run(servicesSame('aws')[0], now({ ...service('b'), status: { loadBalancer: {} } })).status).toBe(1);
      expect(run(servicesSame('aws')[1], balancers({ x: 1 })).status).toBe(1);
      expect(servicesSame('openstack')).toEqual([servicesSame('aws')[0]]);
      expect(runs([forgetServices(), ...servicesSame('aws')], other)).toEqual([0, 0, 0]);
    });
  });

  it.each(['bash', 'dash'])('gives an object back from the copy of its own time, also one that was given back before, in %s', shell => {
    const object = { kind: 'configmap', namespace: NAMESPACE, name: `addon-of-${shell}` };
    const key = `configmap/${NAMESPACE}/${object.name}`;
    const become = (of: string) => cluster.add({ kind: 'ConfigMap', metadata: { namespace: NAMESPACE, name: object.name }, data: { of } });
    const is = () => (cluster.object(key) as { data: { of: string } }).data.of;
    const pasted = (command: PlanCommand) => {
      expect(paste(shell, command)).toEqual({ status: 0, said: expect.not.stringMatching(/rror/) });
      return is();
    };
    become('n');
    expect(pasted(restoreIfKept('n', object))).toBe('n'); // there is none: it stays
    pasted(copyObject('n', object));
    become('n+1');
    pasted(copyObject('n', object));
    expect(pasted(takeObjectBack('n', 'n-plus-1', object))).toBe('n');
    // There again by a plan that began behind it, and made no copy of n.
    become('n+1');
    expect(pasted(takeObjectBack('n', 'n-plus-1', object))).toBe('n+1');
    pasted(copyObject('n-plus-1', object));
    expect(pasted(restoreIfKept('n', object))).toBe('n');
    // Where nobody knows of a copy, somebody else has it, unless there is nothing that it could be of.
    const lost = paste(shell, takeObjectBack('mixed', 'n-plus-1', object));
    expect([lost.status, lost.said]).toEqual([1, expect.stringContaining(`ConfigMap ccm-migration-mixed-configmap-${object.name} in kube-system`)]);
    expect(paste(shell, takeObjectBack('mixed', 'n-plus-1', { ...object, name: 'nobody' }))).toMatchObject({ status: 0 });
    // The way back of that plan; the copy of n is needed again, and a new one is not replaced by it.
    expect(pasted(takeObjectBack('n-plus-1', 'n', object))).toBe('n+1');
    expect(pasted(restoreIfKept('n', object))).toBe('n');
  });

  describe('to release the Lease of a leader', () => {
    const SHORT = NODE.split('.')[0];
    let release: { readonly before: PlanCommand; readonly run: PlanCommand };
    beforeAll(async () => {
      await cluster.plan('n', 'mixed', '--release-lease');
      const { steps } = JSON.parse(readFileSync(join(cluster.project, 'plan.json'), 'utf8')) as { steps: readonly PlanStep[] };
      const step = steps.find(({ id }) => id.endsWith(`upgrade-${NODE}`))!;
      const commandOf = (part: 'before' | 'run', what: string) => step[part].find(({ action }) => action.do === what)!;
      release = { before: commandOf('before', 'remember-leader'), run: commandOf('run', 'release-lease') };
    });
    beforeEach(() => cluster.keep());
    afterEach(() => cluster.restore());

    /** What is patched if it led before, and stands in the Lease now. */
    function released(led: string | undefined, held: string, isGone: boolean, ranHere = true): readonly [number | null, readonly string[]] {
      cluster.set('short-names', '');
      if (!ranHere) cluster.remove(`nodes/${NODE}/${KCM_FILE}`);
      if (led !== undefined) cluster.set('held', led);
      expect(paste('bash', release.before).status).toBe(0);
      cluster.set('held', held);
      if (isGone && ranHere) cluster.remove(`nodes/${NODE}/${KCM_FILE}`);
      const { status } = paste('bash', release.run);
      return [status, cluster.log.filter(line => line.includes(' patch '))];
    }

    it('patches it where that ran on this node, and is gone', () => {
      const patch = '{"metadata":{"resourceVersion":"7"},"spec":{"holderIdentity":null}}';
      expect(released(undefined, `${SHORT}_kcm`, true)).toEqual([0, [`kubectl patch lease ${LEASE} -n ${NAMESPACE} --type=merge -p ${patch}`]]);
    });

    it.each<[string, string | undefined, string, boolean?]>([
      ['another holds it by now', undefined, `${SHORT}_other`],
      ['nobody holds it by now', undefined, ''],
      ['it ran on another node', undefined, `${OTHER.split('.')[0]}_kcm`, false],
      ['two led before', `${SHORT}_other`, `${SHORT}_other`],
    ])('leaves it alone where %s', (_, led, held, ranHere = true) => {
      expect(released(led, held, true, ranHere)).toEqual([0, []]);
    });

    it('stops where it still runs', () => expect(released(undefined, `${SHORT}_kcm`, false)).toEqual([1, []]));
  });

  it.each(Object.entries(PROOFS).filter(([name]) => !NO_READ.includes(name)))(
    'ends non-zero where a read of %s fails', (_, proof) => {
      const { holds, when } = proof(sum);
      if (!holds) return;
      const programs = ['kubectl', 'ps', 'uname'];
      for (const name of programs) cluster.executable(`broken/${name}`, 'exit 1');
      const { status } = paste('bash', holds, when, { PATH: [cluster.place('bin/broken'), cluster.place('bin'), process.env.PATH].join(':') });
      expect(status).not.toBe(0);
    },
  );
});
