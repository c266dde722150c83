import { appFiles, rewritten } from './app-fixture';
import { allGiven, DOWNTIME, ids, LEADER_MIGRATION, OFF, PAIRS, planned, planOf, verbs } from './plans';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { givenTo } from '../../../src/lib/plan/action';
import { allOnRelease, podRuns } from '../../../src/lib/plan/actions/components';
import { drain } from '../../../src/lib/plan/actions/drain';
import { restoreFiles } from '../../../src/lib/plan/actions/files';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { PlanOptions } from '../../../src/lib/plan/options';
import { PlanStateName } from '../../../src/lib/plan/state';
import { kubeadmNodes } from '../../nodes';

describe.each<[string, typeof OFF, PlanStateName[]]>([
  ['controllers off, then on', OFF, ['not-started', 'n', 'mixed', 'n-plus-1', 'disabled']],
  ['downtime', DOWNTIME, ['not-started', 'n', 'n-plus-1', 'disabled']],
])('%s', (_, files, states) => {
  it.each(states)('gives no bound of seconds to a step of a way from %s during which no process may be there to take over', from => {
    const results = states.filter(to => to !== from).map(to => planOf(files, from, to));
    const steps = results.flatMap(result => 'plan' in result ? result.plan.steps : []);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter(({ verdict, gap }) => verdict.declaredGaps.length > 0 && gap.mainLockFirst !== undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('controllers off, then on', () => {
  it.each(PAIRS.filter(([from, to]) => to !== 'disabled' || from !== 'not-started'))('%s to %s never overlaps', (from, to) => {
    expect(planned(from, to, OFF).steps.every(({ verdict }) => verdict.exclusivity && verdict.liveness)).toBe(true);
  });

  it('starts the cloud-controller-manager when every node runs version N+1, and removes it before one returns', () => {
    const forward = ids(planned('n', 'n-plus-1', OFF));
    expect(forward.indexOf('apply-n-plus-1')).toBeGreaterThan(forward.indexOf('upgrade@3.10'));
    expect(planned('n', 'n-plus-1', OFF).steps.find(({ id }) => id === 'apply-n-plus-1')!.before[0])
      .toEqual({ kind: allOnRelease.kind, given: { release: '1.27.16' }, within: 0 });
    const back = ids(planned('n-plus-1', 'n', OFF));
    expect(back[0]).toBe('ccm-gone');
    expect(planned('n', 'mixed', OFF).steps.at(-1)!.gap.text).toMatch(/declared by strategy 'controllers-off-then-on'/);
  });
});

describe('downtime', () => {
  it('stops, changes, starts; the cloud-controller-manager comes and goes while a kube-controller-manager makes and ends its pods', () => {
    expect(ids(planned('n', 'n-plus-1', DOWNTIME))).toEqual([
      'ebs-csi-driver', 'ebs-csi-migration', 'node-names', 'cluster-tags', 'etcd-snapshot', 'stop@1.10', 'stop@2.10', 'stop@3.10', 'kcm-stopped',
      'flags@1.10', 'flags@2.10', 'flags@3.10', 'start@1.10', 'start@2.10', 'start@3.10', 'start-ccm',
      'kubelet@1.10', 'kubelet@2.10', 'kubelet@3.10', 'worker@1.101', 'worker@2.101', 'settled',
    ]);
    expect(ids(planned('n-plus-1', 'n', DOWNTIME))).toEqual([
      'etcd-snapshot', 'worker-back@2.101', 'worker-back@1.101', 'kubelet-back@3.10', 'kubelet-back@2.10', 'kubelet-back@1.10', 'ccm-gone',
      'stop@1.10', 'stop@2.10', 'stop@3.10', 'kcm-stopped', 'flags@1.10', 'flags@2.10', 'flags@3.10', 'start@1.10', 'start@2.10', 'start@3.10',
    ]);
  });

  it.each<[PlanStateName, PlanStateName, NonNullable<PlanOptions['kcmRuntime']>]>([
    ['n', 'n-plus-1', 'static-pod'], ['n-plus-1', 'n', 'static-pod'], ['n', 'n-plus-1', 'deployment'], ['n-plus-1', 'n', 'deployment'],
    ['n', 'n-plus-1', 'systemd'], ['n-plus-1', 'n', 'systemd'],
  ])('from %s to %s as %s evicts no pod while no controller accounts for it and recreates it', (from, to, kcmRuntime) => {
    const { steps } = planned(from, to, DOWNTIME, { kcmRuntime });
    const drains = steps.flatMap(({ run, undo, gap }) => [...run, ...undo].flatMap(one => {
      const given = givenTo(one, drain);
      return given ? [{ byHand: one.kind.byHand!(given, [])[0], deletes: given.deletes ?? false, gap }] : [];
    }));
    expect(drains).toHaveLength(10);
    for (const { byHand, deletes, gap } of drains) {
      expect([deletes, byHand.includes(' --disable-eviction')]).toEqual([gap.declared ?? false, gap.declared ?? false]);
    }
    expect(drains.some(({ deletes }) => deletes)).toBe(kcmRuntime !== 'static-pod');
  });

  it('works for a single node', () => {
    const single = appFiles({ strategy: MigrationStrategy.downtime(), nodes: kubeadmNodes().slice(0, 1) });
    expect(ids(planned('n', 'n-plus-1', single))).toContain('stop@1.10');
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, RegExp]>([
    ['static-pod', /^keep n (\/etc\/kubernetes\/manifests\/kube-controller-manager\.yaml)\non "rm -f \1"$/],
    ['systemd', /^on "systemctl stop kube-controller-manager"$/],
    ['deployment', /kubectl patch deployment kube-controller-manager -n kube-system --type=merge -p .*ccm-migration\/replicas.*replicas\\":0}}"$/],
  ])('stops kube-controller-manager as a %s', (kcmRuntime, commands) => {
    const { steps } = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime });
    const [{ kind, given }] = steps.find(({ id }) => /^stop/.test(id))!.run;
    expect(kind.byHand!(given, []).join('\n')).toMatch(commands);
    if (kcmRuntime !== 'static-pod') expect(steps.find(({ id }) => /^start/.test(id))!.changes).toContain('set --cloud-provider=external');
  });

  it.each(['systemd', 'deployment'] as const)('refuses a %s with a strategy that changes static pods alone', kcmRuntime => {
    expect(() => planned('n', 'mixed', LEADER_MIGRATION, { kcmRuntime })).toThrow(
      `a kube-controller-manager that is a '${kcmRuntime}' (--kcm) is changed with strategy 'downtime' alone, and the app has 'leader-migration'`,
    );
  });

  it('takes the drop-in of a unit back only where the step was begun', () => {
    const { steps } = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime: 'systemd' });
    const undo = steps.filter(({ id }) => id === 'start').flatMap(step => allGiven(step.undo, restoreFiles));
    expect(undo).toHaveLength(3);
    for (const given of undo) expect(given).toMatchObject({ state: 'n', left: 'n-plus-1' });
  });

  it.each(['systemd', 'deployment'] as const)('looks for no manifest of kube-controller-manager on a node where it is a %s', kcmRuntime => {
    const { steps, start } = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime });
    const paths = [...start.nodes.values()].flatMap(files => [...files.keys()]);
    expect(paths).toContain('/etc/kubernetes/manifests/kube-apiserver.yaml');
    expect([...paths, JSON.stringify(steps)].filter(text => text.includes('manifests/kube-controller-manager'))).toEqual([]);
  });

  it('leaves no pod that was started besides a Deployment where none may run, in both directions', () => {
    for (const [from, to] of [['n', 'n-plus-1'], ['n-plus-1', 'n']] as const) {
      const { steps } = planned(from, to, DOWNTIME, { kcmRuntime: 'deployment' });
      const doing = (kind: 'stop-kcm' | 'start-kcm', part: 'run' | 'undo' | 'proof') => verbs(steps.find(({ id }) => id === kind)![part]);
      const down = ['scale-to-zero', 'pods-of', 'objects/delete-bootstrap-pod'];
      expect([...doing('stop-kcm', 'run'), ...doing('stop-kcm', 'proof')]).toEqual([...down, 'pods-of']);
      expect(doing('start-kcm', 'undo')).toEqual([...down, 'pods-of', 'restore-object']);
      const up = ['scale-back', 'objects/start-bootstrap-pod', 'pods-of', 'objects/delete-bootstrap-pod'];
      expect(doing('start-kcm', 'run').slice(-4)).toEqual(up);
      expect(doing('stop-kcm', 'undo').slice(0, 4)).toEqual(up);
    }
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, string]>([
    ['static-pod', 'all-on-release'],
    ['systemd', 'unit-runs-release'],
    ['deployment', 'deployment-runs'],
  ])('asks a %s for its release before anything that the migration needs goes', (kcmRuntime, asked) => {
    const [{ proof }] = planned('n-plus-1', 'disabled', DOWNTIME, { kcmRuntime }).steps;
    expect(verbs(proof)).toEqual([asked, 'services-well']);
    // A unit is one of each node; the others ask the whole cluster.
    expect(proof[0].each).toBe(kcmRuntime === 'systemd' ? 'control-plane' : undefined);
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, readonly string[]]>([
    ['systemd', ['answers', 'unit-runs-release', 'process-runs']],
    ['deployment', ['deployment-runs']],
  ])('looks for no static pod of kube-controller-manager beside other manifests where it is a %s', (kcmRuntime, asked) => {
    const files = rewritten(DOWNTIME, /^nodes\/n\/control-plane-n\/.*kube-apiserver\.yaml$/, text => `${text}# mine\n`);
    const { proof } = planned('not-started', 'n', files, { kcmRuntime }).steps.find(({ id }) => id === 'enable')!;
    expect(verbs(proof)).toEqual(expect.arrayContaining([...asked]));
    expect(allGiven(proof, podRuns).filter(({ component }) => component === 'kube-controller-manager')).toEqual([]);
    // Nor of kube-controller-manager at all while it is stopped.
    const meanwhile = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime }).steps.filter(({ id }) => id === 'flags').flatMap(step => step.proof);
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(meanwhile.filter(({ kind, given }) => asked.includes(kind.do) && JSON.stringify(given).includes('kube-controller-manager'))).toEqual([]);
  });

  it('is refused where the flags of the nodes differ in what changes, and a Deployment has but one command line', () => {
    const flags = (app: AppFiles, side: string, flag: string) => rewritten(
      app, new RegExp(`control-plane-${side}/ip-10-0-2-10.*kube-controller-manager\\.yaml$`),
      text => text.replace(/( +- )--cloud-provider=\w+\n/, `$&$1${flag}\n`),
    );
    const files = flags(flags(DOWNTIME, 'n', '--v=2'), 'n-plus-1', '--v=4');
    expect(() => planned('n', 'n-plus-1', files, { kcmRuntime: 'deployment' })).toThrow(/changes differently on 'ip-10-0-2-10.*one command line/);
  });

  it("fails for 'mixed', which this strategy has not", () => {
    expect(() => planned('n', 'mixed', DOWNTIME)).toThrow("state 'mixed' does not exist with strategy 'downtime'");
  });
});
