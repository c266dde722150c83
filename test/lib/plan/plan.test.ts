import { appFiles, ofKubeadm, rewritten } from './app-fixture';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { PlanAction } from '../../../src/lib/plan/action';
import { PlanOptions } from '../../../src/lib/plan/options';
import { makePlan, Plan, RefusedPlan } from '../../../src/lib/plan/plan';
import { PlanStateName, STATES } from '../../../src/lib/plan/state';
import { longestWait, PlanCommand } from '../../../src/lib/plan/step';
import { atRelease, kubeadmNodes } from '../../nodes';

const LEADER_MIGRATION = appFiles();
const OFF = appFiles({ strategy: MigrationStrategy.controllersOffThenOn() });
const DOWNTIME = appFiles({ strategy: MigrationStrategy.downtime() });
const KCM = 'kube-controller-manager.yaml';

/** Plans by the files that they are of: many tests ask about the same one, and a plan takes half a second. */
const PLANS = new WeakMap<ReadonlyMap<string, string>, Map<string, Plan>>();

function planned(from: PlanStateName, to: PlanStateName, files = LEADER_MIGRATION, options: PlanOptions = {}): Plan {
  const known = PLANS.get(files) ?? new Map<string, Plan>();
  PLANS.set(files, known);
  const key = JSON.stringify([from, to, options]);
  const plan = known.get(key) ?? made(makePlan(files, from, to, options));
  known.set(key, plan);
  return plan;
}

function made(result: ReturnType<typeof makePlan>): Plan {
  if ('refused' in result) throw new Error(result.refused.counterexamples.map(({ message }) => message).join('\n'));
  return result.plan;
}

function refused(from: PlanStateName, to: PlanStateName, files = LEADER_MIGRATION): RefusedPlan {
  const result = makePlan(files, from, to);
  if ('plan' in result) throw new Error(`planned: ${ids(result.plan).join(', ')}`);
  return result.refused;
}

/** Steps without number and node. */
function ids({ steps }: Plan): string[] {
  return steps.map(({ id }) => id.replace(/^\d+-/, '').replace(/-?ip-10-0-(\d+)-(\d+)\..*$/, '@$1.$2'));
}

const PAIRS = STATES.flatMap(from => STATES.filter(to => to !== from).map((to): [PlanStateName, PlanStateName] => [from, to]));

/** What is not taken back. */
const WITHOUT_UNDO = /lease-gone|kubeadm-config-back|etcd-snapshot$/;

describe('every way between two states', () => {
  const early = PAIRS.filter(([from, to]) => to === 'disabled' && from !== 'n-plus-1');

  it.each(PAIRS.filter(pair => !early.includes(pair)))('%s to %s has only steps that are safe, bounded, proven and with a way back', (from, to) => {
    for (const step of planned(from, to).steps) {
      expect(step).toMatchObject({ verdict: { exclusivity: true, liveness: true, declaredGaps: [] } });
      expect(step.run.length + step.proof.length).toBeGreaterThan(0);
      expect(step.undo.length > 0 || step.run.length === 0 || WITHOUT_UNDO.test(step.id)).toBe(true);
      expect(step.wayBack).not.toBe('');
      expect(step.gap.text).not.toBe('');
      expect(step.proof.every(({ withinSeconds }) => withinSeconds !== undefined)).toBe(true);
      expect({ id: step.id, isBounded: step.atMostSeconds >= longestWait([...step.run, ...step.proof]) }).toEqual({ id: step.id, isBounded: true });
    }
  });

  it.each(early)('fails from %s to %s with the counter-example', (from, to) => {
    const { counterexamples, fix } = refused(from, to);
    expect(counterexamples.map(({ controller }) => controller)).toEqual(['cloud-node-lifecycle', 'service']);
    expect(counterexamples[0].processes.map(({ component }) => component)).toEqual(['kube-controller-manager', 'cloud-controller-manager']);
    expect(fix).toContain("to 'n-plus-1'");
  });
});

describe('Leader Migration', () => {
  it('goes forward: access, nodes, workers', () => {
    expect(ids(planned('not-started', 'n'))).toEqual(['lease-access', 'enable@1.10', 'enable@2.10', 'enable@3.10', 'leader-of-n']);
    expect(ids(planned('n', 'n-plus-1'))).toEqual([
      'ebs-csi-driver', 'ebs-csi-migration', 'node-names', 'cluster-tags', 'apply-mixed', 'etcd-snapshot', 'upgrade@1.10', 'leader-of-mixed',
      'upgrade@2.10', 'upgrade@3.10', 'leader-of-n-plus-1', 'worker@1.101', 'worker@2.101', 'settled',
    ]);
  });

  it('changes nothing on a node that synthesis leaves as it was handed in, refuses one that is not, and checks the bytes that it gives back', () => {
    const step = planned('not-started', 'n').steps.find(({ id }) => id.includes('enable'))!;
    expect(step.changes.map(change => change.split(' ')[1])).toEqual([`/etc/kubernetes/manifests/${KCM}`, '/etc/leadermigration.conf']);
    expect(step.run.some(({ action }) => ['drain', 'restart-kubelet'].includes(action.do))).toBe(false);
    const sum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(step.before[0])
      .toMatchObject({ withinSeconds: 0, action: { do: 'files-are', files: [{ path: `/etc/kubernetes/manifests/${KCM}`, sums: [sum, sum] }] } });
    const back = planned('n', 'not-started').steps.find(({ id }) => id.includes('restore'))!;
    expect(back.run[0].action)
      .toMatchObject({ do: 'restore-files', state: 'not-started', paths: [`/etc/kubernetes/manifests/${KCM}`, '/etc/leadermigration.conf'] });
    expect(back.proof[0])
      .toMatchObject({ withinSeconds: 0, action: { do: 'files-are', files: [{ path: `/etc/kubernetes/manifests/${KCM}`, sums: [sum] }] } });
  });

  it('says which flags come before there is any phase, and asks the process for them, there and back', () => {
    const flags = ['--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf'];
    const there = planned('not-started', 'n').steps.find(({ id }) => id.includes('enable'))!;
    expect(there.now)
      .toMatchObject({ text: 'kube-controller-manager of 1.26.15', flags: [{ component: 'kube-controller-manager', go: [], come: flags }] });
    const of = (commands: readonly PlanCommand[]) => commands.filter(({ action }) => action.do === 'process-runs').map(({ action }) => action);
    expect(of(there.proof)).toMatchObject([{ component: 'kube-controller-manager', has: flags, lacks: [] }]);
    expect(of(there.undo)).toMatchObject([{ component: 'kube-controller-manager', has: [], lacks: flags }]);
    const back = planned('n', 'not-started').steps.find(({ id }) => id.includes('restore'))!;
    expect(back.now).toMatchObject({ flags: [{ component: 'kube-controller-manager', go: flags, come: [] }] });
    expect(of(back.proof)).toMatchObject([{ component: 'kube-controller-manager', has: [], lacks: flags }]);
  });

  it('names what it knows where synthesis of an earlier release did not say what it changed', () => {
    const index = /"(added|removed)Flags":\[[^\]]*\],?/g;
    const older = new Map([...LEADER_MIGRATION].map(
      ([path, text]) => [path, path.endsWith('files.json') ? text.replace(index, '').replaceAll(',}', '}') : text],
    ));
    const { now, proof } = planned('not-started', 'n', older).steps.find(({ id }) => id.includes('enable'))!;
    expect(now).toEqual({ text: 'kube-controller-manager of 1.26.15; the flags of kube-controller-manager are as they were collected', flags: [] });
    expect(proof.find(({ action }) => action.do === 'process-runs')?.action)
      .toMatchObject({ has: expect.arrayContaining(['--cloud-provider=aws', '--leader-migration-config=/etc/leadermigration.conf']), lacks: [] });
  });

  it('fails on an index whose flags are none', () => {
    const broken = new Map([...LEADER_MIGRATION].map(([path, text]) => [path, text.replace('"removedFlags":[]', '"removedFlags":["rm -rf /"]')]));
    expect(() => planned('not-started', 'n', broken)).toThrow('that are no flags, expected lists like ["--cloud-provider=aws"]; run synth again');
  });

  it('goes back: workers first, the cloud-controller-manager last', () => {
    expect(ids(planned('n-plus-1', 'n'))).toEqual([
      'etcd-snapshot', 'worker-back@2.101', 'worker-back@1.101', 'rollback@3.10', 'leader-of-mixed', 'rollback@2.10', 'rollback@1.10', 'leader-of-n',
      'ccm-gone',
    ]);
  });

  describe('on each control-plane node', () => {
    const ORDER = /^(put-files|take-back|runs-release|readyz|label-node|ccm-ready-on|unlabel-node|no-ccm-on|process-gone|healthz|process-runs) ?/;
    const API_SERVER = 'kube-apiserver';
    const MANAGER = 'kube-controller-manager kube-scheduler';
    const MANAGER_OF_N = `${MANAGER} leadermigration.conf`;

    /** What its pods go through, in this order; the kubelet, and what proves the whole step, is left out. */
    function pods(commands: readonly PlanCommand[], count: number): string[] {
      const names = commands.map(({ action }) => {
        switch (action.do) {
          case 'put-files':
          case 'take-back': return `${action.do} ${action.files.map(({ path }) => path.replace(/^.*\/|\.yaml$/g, '')).sort().join(' ')}`;
          case 'process-runs': return `${action.do} ${action.component}`;
          case 'healthz': return `${action.do} ${action.port}`;
          default: return action.do;
        }
      });
      return names.filter(name => ORDER.test(name) && !name.includes('kubeadm-flags')).slice(0, count);
    }

    const upgrades = planned('n', 'n-plus-1').steps.filter(({ id }) => id.includes('-upgrade-'));
    const rollbacks = planned('n-plus-1', 'n').steps.filter(({ id }) => id.includes('-rollback-'));

    it.each(upgrades.map(step => [step.nodes[0], step]))('%s comes the cloud-controller-manager before the new manager', (_node, step) => {
      const done = [
        `put-files ${API_SERVER}`, 'process-runs kube-apiserver', 'runs-release', 'readyz', 'label-node', 'ccm-ready-on', `put-files ${MANAGER}`,
      ];
      expect(pods(step.run, done.length)).toEqual(done);
      expect(step.proof.map(({ action }) => action.do)).toContain('ccm-ready-on');
      const undone = [
        `take-back ${MANAGER}`, 'process-runs kube-controller-manager', 'healthz 10257', 'unlabel-node', 'no-ccm-on', 'process-gone',
        `take-back ${API_SERVER}`,
      ];
      expect(pods(step.undo, undone.length)).toEqual(undone);
    });

    it.each(rollbacks.map(step => [step.nodes[0], step]))('%s goes the cloud-controller-manager after the old manager is back', (_node, step) => {
      const done = [
        `put-files ${MANAGER_OF_N}`, 'process-runs kube-controller-manager', 'healthz 10257', 'unlabel-node', 'no-ccm-on', 'process-gone',
        `put-files ${API_SERVER}`,
      ];
      expect(pods(step.run, done.length)).toEqual(done);
      const undone = [
        `take-back ${API_SERVER}`, 'process-runs kube-apiserver', 'readyz', 'label-node', 'ccm-ready-on', `take-back ${MANAGER_OF_N}`,
      ];
      expect(pods(step.undo, undone.length)).toEqual(undone);
    });

    it('a static pod of the cloud-controller-manager that came is gone again, with its manifest', () => {
      const files = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
      const about = (commands: readonly PlanCommand[]) => commands.flatMap(({ action }) =>
        (action.do === 'process-runs' || action.do === 'process-gone') && action.component === 'aws-cloud-controller-manager' ? [action.do] : []);
      const [there] = planned('n', 'n-plus-1', files).steps.filter(({ id }) => id.includes('-upgrade-'));
      expect([about(there.proof), about(there.undo)]).toEqual([['process-runs'], ['process-gone']]);
      const [back] = planned('n-plus-1', 'n', files).steps.filter(({ id }) => id.includes('-rollback-'));
      expect(about(back.proof)).toEqual(['process-gone']);
      const [rolled] = planned('n-plus-1', 'disabled', files).steps.filter(({ id }) => id.includes('-ccm-'));
      expect([about(rolled.proof), about(rolled.undo)]).toEqual([['process-runs'], ['process-runs']]);
      // A kubelet takes a manifest of any name.
      const named = new Map([...files].map(([path, text]) => [path.replace('manifests/cloud-controller-manager.yaml', 'manifests/ccm.manifest'),
        text.replaceAll('manifests/cloud-controller-manager.yaml', 'manifests/ccm.manifest')]));
      const [under] = planned('n', 'n-plus-1', named).steps.filter(({ id }) => id.includes('-upgrade-'));
      const [away] = planned('n-plus-1', 'n', named).steps.filter(({ id }) => id.includes('-rollback-'));
      expect([about(under.undo), about(away.proof)]).toEqual([['process-gone'], ['process-gone']]);
    });

    it('leaves as it was on the way back of a plan that begins at `mixed`, where it may have been upgraded before', () => {
      const steps = (from: PlanStateName, to: PlanStateName) => planned(from, to).steps;
      const begun = steps('mixed', 'n-plus-1').filter(({ mayBeDone }) => mayBeDone);
      expect(begun.map(({ id }) => id.replace(/^\d+-|-ip.*$/g, ''))).toEqual(['upgrade', 'upgrade', 'upgrade']);
      expect(begun[0].wayBack).toMatch(/unless ip-10-0-1-10\S+ was so before this plan began: .* `\/var\/lib\/ccm-migration\/backup\/mixed`/);
      expect(steps('mixed', 'n').filter(({ mayBeDone }) => mayBeDone)).toHaveLength(3);
      expect(steps('n', 'n-plus-1').concat(steps('n-plus-1', 'n')).some(({ mayBeDone }) => mayBeDone)).toBe(false);
    });
  });

  describe('a Deployment of the cloud-controller-manager', () => {
    const deployed = (run: object = {}) => appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment(), ...run } }) });

    it('stays on a node that is drained, where it may be the only one', () => {
      const commands = planned('n', 'n-plus-1', deployed()).steps.flatMap(({ run }) => run);
      const drains = commands.filter(({ action }) => action.do === 'drain');
      const [first] = drains;
      expect(first.action).toMatchObject({ kept: 'k8s-app=aws-cloud-controller-manager' });
      expect(first.text).toContain("--pod-selector='k8s-app!=aws-cloud-controller-manager'");
      // No worker has one.
      expect(drains.map(({ action }) => 'kept' in action)).toEqual([true, true, true, false, false]);
    });

    it('is waited for wherever it comes: there may be fewer of it than nodes', () => {
      const { steps } = planned('n', 'n-plus-1', deployed());
      const asked = steps.filter(({ run }) => run.some(({ action }) => action.do === 'label-node'))
        .map(({ run, proof }) => [...run, ...proof].map(({ action }) => action.do).filter(name => /^ccm-ready|^healthz/.test(name)));
      expect(asked).toEqual(Array(3).fill(['ccm-ready', 'healthz', 'healthz', 'ccm-ready']));
      // Before the first label it has no place.
      expect(steps.find(({ id }) => id.endsWith('apply-mixed'))!.proof).toEqual([]);
      expect(steps.find(({ id }) => id.endsWith('leader-of-n-plus-1'))!.proof.map(({ action }) => action.do))
        .toEqual(['rolled-out', 'lease-held-by', 'services-well']);
      const said = steps.map(({ waitFor }) => waitFor).join('\n');
      expect([said.match(/and a cloud-controller-manager is ready/g)?.length, said.includes('its cloud-controller-manager')]).toEqual([3, false]);
    });

    it.each([['n', 'n-plus-1', 'undo'], ['n-plus-1', 'n', 'run']] as const)('is deleted where it loses its place: %s to %s, %s', (from, to, what) => {
      const steps = planned(from, to, deployed()).steps.map(step => step[what].map(({ action }) => action))
        .filter(actions => actions.some(action => action.do === 'unlabel-node'));
      expect(steps).toHaveLength(3);
      for (const actions of steps) {
        const at = actions.findIndex(action => action.do === 'unlabel-node');
        expect(actions.slice(at, at + 3).map(action => action.do)).toEqual(['unlabel-node', 'delete-ccm-on', 'no-ccm-on']);
        expect(actions[at + 1]).toMatchObject({ selector: 'k8s-app=aws-cloud-controller-manager', node: (actions[at] as { node: string }).node });
      }
    });

    it('is refused without the toleration that lets it come there', () => {
      const kept = [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' }];
      expect(() => planned('n', 'mixed', deployed({ pod: { tolerations: kept } }))).toThrow(
        'deployment kube-system/aws-cloud-controller-manager does not tolerate node.kubernetes.io/unschedulable:NoSchedule, and a node is cordoned',
      );
    });
  });

  it('turns Leader Migration on again before any node of version N returns', () => {
    const steps = ids(planned('disabled', 'mixed'));
    expect(steps.slice(0, 5)).toEqual(['label@1.10', 'label@2.10', 'label@3.10', 'reenable', 'leader-of-n-plus-1']);
    expect(steps.indexOf('reenable')).toBeLessThan(steps.indexOf('rollback@3.10'));
  });

  it('ends: the cloud-controller-manager rolls, then access and ConfigMap go, then the Lease, then files and labels', () => {
    const plan = planned('n-plus-1', 'disabled');
    expect(ids(plan))
      .toEqual(['no-node-of-n', 'disable', 'lease-unused', 'lease-access-gone', 'lease-gone', 'clean@1.10', 'clean@2.10', 'clean@3.10',
        'labels-gone', 'settled']);
    expect(plan.steps[3].changes.join()).toMatch(/ConfigMap leader-migration-config.*Role leader-migration:kube-controller-manager/);
    expect(plan.steps[5].changes).toEqual(['remove /etc/leadermigration.conf, with a copy']);
  });

  it('fails to bring nodes of version N beside a cloud-controller-manager without Leader Migration', () => {
    const off = (text: string) => text.replace(/^ *- --enable-leader-migration=true\n/m, '');
    const { counterexamples } = refused('disabled', 'mixed', rewritten(LEADER_MIGRATION, /^dist\/(mixed|n-plus-1)\//, off));
    expect(counterexamples.map(({ message }) => message).join()).toMatch(/Leader Migration is off in cloud-controller-manager of/);
  });

  it('fails with a kube-controller-manager of N+1 that takes the migration Lease and runs nothing under it', () => {
    const on = (text: string) => text.replace('    - --leader-elect=true\n', '    - --leader-elect=true\n    - --enable-leader-migration=true\n');
    const { counterexamples } = refused(
      'n', 'mixed', rewritten(LEADER_MIGRATION, /^nodes\/mixed\/control-plane-n-plus-1\/.*kube-controller-manager/, on),
    );
    expect(counterexamples.some(({ controller }) => controller === 'service')).toBe(true);
  });

  it('releases the Lease only when asked to', () => {
    const releases = (options: PlanOptions) =>
      planned('n', 'n-plus-1', LEADER_MIGRATION, options).steps.flatMap(({ run }) => run).filter(({ action }) => action.do === 'release-lease');
    expect(releases({})).toHaveLength(0);
    expect(releases({ releaseLease: true })).toHaveLength(3);
  });

  it('prints the bounds of the gap', () => {
    const step = planned('n', 'mixed').steps.find(({ id }) => id.includes('upgrade'))!;
    expect(step.gap).toMatchObject({ alreadyBidding: 23.8, mainLockFirst: 43.2 });
  });

  it('drains a node before its kubelet changes, and lets the API server go first and the kubelet last', () => {
    const { run } = planned('n', 'mixed').steps.find(({ id }) => id.includes('upgrade'))!;
    expect(run.map(({ action }) => action.do)).toEqual([
      'drain', 'put-files', 'process-runs', 'runs-release', 'readyz', 'label-node', 'ccm-ready-on', 'put-files', 'upgrade-node', 'put-files',
      'keeps-name', 'restart-kubelet', 'kubelet-ready', 'uncordon',
    ]);
    expect(run[8].action).toMatchObject({ release: '1.27.16' });
    expect(run[3]).toMatchObject({ withinSeconds: 180, action: { component: 'kube-apiserver', release: '1.27.16' } });
    const paths = ({ action }: PlanCommand) => action.do === 'put-files' ? action.files.map(({ path }) => path) : [];
    expect(paths(run[1])).toContain('/etc/kubernetes/manifests/kube-apiserver.yaml');
    expect(paths(run[1])).not.toContain(`/etc/kubernetes/manifests/${KCM}`);
    expect(paths(run[7])).toContain(`/etc/kubernetes/manifests/${KCM}`);
    expect(paths(run[9])).toEqual(['/var/lib/kubelet/kubeadm-flags.env']);
  });

  it('keeps a copy of flags that kubeadm writes anew before the plan does, and gives that back', () => {
    const FLAGS = '/var/lib/kubelet/kubeadm-flags.env';
    const files = ofKubeadm(appFiles({
      fromVersion: KubernetesVersion.of('1.25.16'), toVersion: KubernetesVersion.of('1.26.15'), nodes: atRelease(kubeadmNodes(), '1.25.16'),
    }));
    const { steps, standing } = planned('n', 'n-plus-1', files);
    const upgrades = steps.filter(({ run }) => run.some(({ action }) => action.do === 'upgrade-kubeadm'));
    expect(upgrades).toHaveLength(5);
    for (const { before, run, undo, nodes: [node] } of upgrades) {
      const commands = run.map(({ action }) => action);
      const written = commands.findIndex(action => action.do === 'upgrade-kubeadm' && action.besides.some(({ path }) => path === FLAGS));
      const put = commands.findIndex(action => action.do === 'put-files' && action.files.some(({ path, kept }) => path === FLAGS && kept));
      expect([written >= 0, written < put]).toEqual([true, true]);
      expect(run[written].text).toContain('copy=/var/lib/ccm-migration/backup/');
      expect(run[put].text).not.toContain('copy=');
      // A run that ended in between left bytes that nobody knows: they are no reason to stop, there or back.
      expect(before.flatMap(({ action }) => action.do === 'files-are' ? action.files.map(({ path }) => path) : [])).not.toContain(FLAGS);
      expect(undo.flatMap(({ action }) => action.do === 'restore-files' && action.left ? action.paths : [])).toContain(FLAGS);
      expect(undo.flatMap(({ action }) => action.do === 'take-back' ? action.files.map(({ path }) => path) : [])).not.toContain(FLAGS);
      expect(standing.nodeValues[node][FLAGS]).toEqual([]);
      // Its own bytes tell that the step was begun, all the same.
      const evidence = Object.keys(standing.evidence).filter(seen => seen.startsWith(`file ${node} ${FLAGS} `));
      expect(evidence).toHaveLength(1);
    }
    // They are the plan's afterwards.
    const back = planned('n-plus-1', 'n', files);
    const [node] = back.controlPlane;
    expect(back.standing.startValues[node][FLAGS]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('keeps copies of what kubeadm upgrades once before the first node, and gives them back', () => {
    const files = ofKubeadm(LEADER_MIGRATION);
    const there = planned('n', 'n-plus-1', files);
    const upgrades = there.steps.filter(({ id }) => id.includes('-upgrade-'));
    const objects = (commands: readonly PlanCommand[]) => commands.flatMap(
      ({ action }) => 'name' in action && 'state' in action ? [`${action.do} ${action.state} ${action.name}`] : [],
    );
    const ADDONS = ['kubelet-config', 'kube-proxy', 'kube-proxy'];
    // What earlier plans kept of the states that come is of another time.
    expect(upgrades.map(({ run }) => objects(run))).toEqual([
      ADDONS.flatMap(name => [`copy-object n ${name}`, `copy-used mixed ${name}`, `copy-used n-plus-1 ${name}`]), [], [],
    ]);
    expect(upgrades.map(({ undo }) => objects(undo))).toEqual([ADDONS.map(name => `restore-object n ${name}`), [], []]);
    expect(upgrades.map(({ changes }) => changes[0].startsWith('keep copies of those that are there: configmap kubelet-config, ')))
      .toEqual([true, false, false]);
    // A plan of its own gives them back first: a kube-proxy must not be newer than its API server.
    for (const from of ['n-plus-1', 'mixed'] as const) {
      const back = ids(planned(from, 'n', files));
      expect(back.filter(id => id === 'addons-back')).toHaveLength(1);
      expect(back.indexOf('addons-back')).toBeLessThan(back.findIndex(id => /^(rollback|worker-back)@/.test(id)));
    }
    // A copy that was given back before is still the one of state n.
    expect(planned('n-plus-1', 'n', files).steps.find(({ id }) => id.includes('addons-back'))!.run.map(({ action }) => action))
      .toEqual(ADDONS.map(name => expect.objectContaining({ do: 'restore-object', state: 'n', ifKept: true, name })));
    expect(objects(planned('mixed', 'n-plus-1', files).steps.flatMap(({ run }) => run))).toContain('copy-object mixed kube-proxy');
    expect([planned('n', 'n-plus-1'), planned('n-plus-1', 'n')].flatMap(({ steps }) => steps.flatMap(({ run, undo }) => objects([...run, ...undo])))
      .filter(text => text.includes('kube-proxy'))).toEqual([]);
  });

  it('has kubeadm upgrade what it made where its configuration is in the app: the cluster once, then node by node', () => {
    const files = ofKubeadm(LEADER_MIGRATION);
    const steps = planned('n', 'n-plus-1', files).steps.filter(({ run }) => run.some(({ action }) => action.do === 'upgrade-node'));
    const found = steps.map(({ run }) => run.flatMap(({ action }) => action.do === 'upgrade-kubeadm' ? [action] : []));
    expect(found.map(list => list.map(({ isFirst, release, files: written }) => [isFirst, release, written.map(({ path }) => path).length])))
      .toEqual([[[true, '1.27.16', 3]], [[false, '1.27.16', 3]], [[false, '1.27.16', 3]], [[false, '1.27.16', 0]], [[false, '1.27.16', 0]]]);
    const [{ run }] = steps;
    const done = run.map(({ action }) => action.do).filter(what => !what.startsWith('copy-'));
    expect(done.slice(0, 3)).toEqual(['drain', 'upgrade-kubeadm', 'put-files']);
    expect(run.find(({ action }) => action.do === 'upgrade-kubeadm')!.text).toContain('kubeadm upgrade apply v1.27.16 --yes');
    expect(steps[1].run[1].text).toContain('kubeadm upgrade node');
    // kube-proxy goes back before the API server of the node, and after something that tells that the node is on its way back.
    const at = (is: (action: PlanAction) => boolean) => steps[0].undo.findIndex(({ action }) => is(action));
    const takes = (component: string) => at(action => action.do === 'take-back' && action.files.some(({ path }) => path.includes(component)));
    const proxy = at(action => action.do === 'restore-object' && action.name === 'kube-proxy' && action.state === 'n');
    expect([takes('kube-controller-manager') < proxy, proxy < takes('kube-apiserver'), proxy > 0]).toEqual([true, true, true]);
    // It has no place for the cloud-controller-manager between the API server and kube-controller-manager: that is said where there is no other yet.
    expect(steps.map(({ gap }) => /comes to lead before .* the rest of `kubeadm upgrade apply`, and at most 180 s/.test(gap.text)))
      .toEqual([true, false, false, false, false]);
    // What it wrote otherwise than planned is told from what was there before.
    const taken = steps.map(({ undo }) => undo.flatMap(({ action }) => action.do === 'take-back' ? action.files : []).filter(({ before }) => before));
    const pathsOf = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path).sort();
    expect(taken.map(pathsOf)).toEqual(found.map(list => pathsOf(list.flatMap(({ files: all }) => all))));
    for (const { sum, before } of taken.flat()) expect([before!.length, before!.includes(sum)]).toEqual([1, false]);
    // It writes the kubelet's configuration with defaults of its own: there is a copy, and nothing is known of its bytes from then on.
    const CONFIG = '/var/lib/kubelet/config.yaml';
    const ofControlPlane = found.slice(0, 3).flat();
    expect(ofControlPlane.map(({ besides }) => besides)).toEqual(ofControlPlane.map(() => [{ path: CONFIG }]));
    for (const { undo } of steps.slice(0, 3)) {
      const restored = undo.flatMap(({ action }) => action.do === 'restore-files' ? [[action.left, action.paths]] : []);
      expect(restored).toEqual([[expect.stringMatching(/^(mixed|n-plus-1)$/), [CONFIG]]]);
      const kinds = undo.map(({ action }) => action.do);
      expect(kinds.indexOf('restore-files')).toBeLessThan(kinds.indexOf('restart-kubelet'));
    }
    const { standing } = planned('n', 'n-plus-1', files);
    const [first] = standing.startValues[steps[0].nodes[0]][CONFIG];
    expect([first, standing.nodeValues[steps[0].nodes[0]][CONFIG], Object.keys(standing.evidence).filter(seen => seen.includes(CONFIG))])
      .toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), [], []]);
    const put = planned('n-plus-1', 'n', files).steps.flatMap(
      ({ run: list }) => list.flatMap(({ action }) => action.do === 'put-files' ? [action] : []),
    );
    expect(put.filter(action => action.files.some(({ path }) => path === CONFIG))).toHaveLength(3);
    // It needs a kube-controller-manager that runs.
    expect(planned('n', 'n-plus-1', new Map([...appFiles({ strategy: MigrationStrategy.downtime() }), ...[...files].filter(([path]) =>
      path.startsWith('bundles/kubeadm/'))])).steps.flatMap(step => step.run).filter(({ action }) => action.do === 'upgrade-kubeadm')).toEqual([]);
    // kubeadm cannot go back a minor.
    expect(planned('n-plus-1', 'n', files).steps.flatMap(step => step.run).filter(({ action }) => action.do === 'upgrade-kubeadm')).toEqual([]);
  });

  it('takes a kubelet back before the API server that it talks to', () => {
    const { run, undo } = planned('mixed', 'n').steps.find(({ id }) => id.includes('rollback'))!;
    const places = (commands: readonly PlanCommand[]) => ['upgrade-node', 'restart-kubelet', 'kubelet-ready'].map(
      name => commands.findIndex(({ action }) => action.do === name));
    const isApiServer = ({ path }: { readonly path: string }) => path.endsWith('kube-apiserver.yaml');
    const apiServer = run.findIndex(({ action }) => action.do === 'put-files' && action.files.some(isApiServer));
    const [program, restart, ready] = places(run);
    expect([program < restart, restart < apiServer, apiServer < ready]).toEqual([true, true, true]);
    // What takes it back is the way forward again.
    const taken = undo.findIndex(({ action }) => action.do === 'take-back' && action.files.some(isApiServer));
    expect([taken >= 0, taken < places(undo)[0], places(undo)[0] < places(undo)[1]]).toEqual([true, true, true]);
  });

  it('proves each process whose files it wrote: started after them, with the flags that changed and without those that went', () => {
    const { proof } = planned('n', 'mixed').steps.find(({ id }) => id.includes('upgrade'))!;
    const processes = proof.flatMap(({ action }) => action.do === 'process-runs' ? [action] : []);
    expect(processes.map(({ component }) => component)).toEqual(['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet']);
    expect(processes[1]).toMatchObject({
      files: [`/etc/kubernetes/manifests/${KCM}`],
      has: ['--cloud-provider=external'],
      lacks: expect.arrayContaining(['--cloud-provider=aws', '--enable-leader-migration=true']),
    });
    expect(processes[3])
      .toMatchObject({ files: ['/var/lib/kubelet/kubeadm-flags.env'], has: ['--cloud-provider=external'], lacks: ['--cloud-provider=aws'] });
  });

  it('rolls a static pod node by node', () => {
    const nodes = kubeadmNodes().map(node => ({ ...node, unreadFiles: ['/etc/kubernetes/cloud-controller-manager.conf'] }));
    const files = appFiles({ nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } }) });
    expect(ids(planned('n', 'mixed', files))).toContain('upgrade@1.10');
    expect(ids(planned('not-started', 'n-plus-1', files)).filter(id => id.startsWith('kubeconfig'))).toEqual([]);
    expect(ids(planned('n', 'mixed', files)).filter(id => id.startsWith('label'))).toEqual([]);
    expect(ids(planned('n-plus-1', 'disabled', files))).toEqual(expect.arrayContaining(['ccm@1.10', 'ccm@2.10', 'ccm@3.10']));
    const back = planned('mixed', 'n', files).steps.find(({ id }) => id.includes('rollback'))!;
    expect(back.changes).toContain('remove /etc/kubernetes/manifests/cloud-controller-manager.yaml, with a copy');
  });

  it('makes the kubeconfig of a static pod before its manifest comes, and removes it after the last left', () => {
    const files = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    const forward = planned('not-started', 'n-plus-1', files);
    const kubeconfigs = ids(forward).filter(id => id.startsWith('kubeconfig'));
    expect(kubeconfigs).toEqual(['kubeconfig@1.10', 'kubeconfig@2.10', 'kubeconfig@3.10']);
    expect(ids(forward).indexOf('kubeconfig@3.10')).toBeLessThan(ids(forward).indexOf('upgrade@1.10'));
    const [{ action }] = forward.steps.find(({ id }) => id.includes('kubeconfig'))!.run;
    expect(action).toMatchObject({
      do: 'make-kubeconfig',
      path: '/etc/kubernetes/cloud-controller-manager.conf',
      user: 'system:cloud-controller-manager',
      api: 'kubeadm.k8s.io/'
        + 'v1beta3',
      release: '1.26.15',
    });
    const back = ids(planned('disabled', 'not-started', files));
    expect(back.filter(id => id.startsWith('kubeconfig'))).toEqual(['kubeconfig-gone@1.10', 'kubeconfig-gone@2.10', 'kubeconfig-gone@3.10']);
    expect(back.indexOf('kubeconfig-gone@1.10')).toBeGreaterThan(back.indexOf('rollback@1.10'));
    const down = appFiles({ strategy: MigrationStrategy.downtime(), ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    expect(ids(planned('n', 'n-plus-1', down))).toContain('kubeconfig@1.10');
    expect(ids(planned('n-plus-1', 'n', down))).toContain('kubeconfig-gone@3.10');
  });

  it('fails for a kubeadm that cannot make a kubeconfig', () => {
    const [from, to] = ['1.20.15', '1.21.14'].map(release => KubernetesVersion.of(release));
    const files = appFiles({
      fromVersion: from,
      toVersion: to,
      nodes: atRelease(kubeadmNodes(), '1.20.15'),
      strategy: MigrationStrategy.downtime(),
      ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }),
    });
    expect(() => planned('n', 'n-plus-1', files)).toThrow(
      /kubeadm 1\.20\.15 has no command that makes a kubeconfig .* take CcmWorkload\.staticPod\(\)/,
    );
  });

  it('knows static pods under other names', () => {
    const nodes = kubeadmNodes().map(node => ({
      ...node,
      files: Object.fromEntries(
        Object.entries(node.files).map(([path, text]) => [path.replace(/manifests\/kube-(.*)\.yaml$/, 'manifests/10-$1.manifest'), text]),
      ),
    }));
    for (const strategy of [undefined, MigrationStrategy.downtime()]) {
      const files = appFiles({ nodes, strategy });
      const usual = appFiles({ strategy });
      for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
        const here = planned(from, to, files);
        expect(ids(here)).toEqual(ids(planned(from, to, usual)));
        const doings = (plan: Plan) => plan.steps.map(({ run, proof }) => [...run, ...proof].map(({ action }) => action.do));
        expect(doings(here)).toEqual(doings(planned(from, to, usual)));
        const put = here.steps.flatMap(({ run }) => run).flatMap(
          ({ action }) => action.do === 'put-files' ? action.files.map(({ path }) => path) : [],
        );
        expect(put).toContain('/etc/kubernetes/manifests/10-controller-manager.manifest');
        expect(put.filter(path => path.includes('manifests/kube-'))).toEqual([]);
      }
    }
  });

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

describe('on AWS', () => {
  const csi = appFiles({
    fromVersion: KubernetesVersion.of('1.22.17'),
    toVersion: KubernetesVersion.of('1.23.17'),
    nodes: atRelease(kubeadmNodes(), '1.22.17'),
    csiMigration: true,
  });

  it('asks that nodes keep their names before a kubelet changes, and again with the files that lie there', () => {
    const plan = planned('n', 'mixed');
    const { proof } = plan.steps.find(({ id }) => id.endsWith('node-names'))!;
    expect(proof.map(({ action }) => action)).toEqual([{ do: 'are-nodes', nodes: [...plan.controlPlane, ...plan.workers].sort() }]);
    const { run } = plan.steps.find(({ id }) => id.includes('upgrade'))!;
    const at = (name: string) => run.findIndex(({ action }) => action.do === name);
    expect(at('keeps-name')).toBe(at('restart-kubelet') - 1);
    expect(run[at('keeps-name')].text).toContain("flag_file='/var/lib/kubelet/kubeadm-flags.env'");
    expect(planned('mixed', 'n').steps.flatMap(step => step.run).some(({ action }) => action.do === 'keeps-name')).toBe(false);
  });

  it("asks the host's name where no flag says a node's", () => {
    const unnamed = rewritten(
      LEADER_MIGRATION, /worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text => text.replace(/ --hostname-override=[^" ]*/, ''),
    );
    const { proof } = planned('n', 'mixed', unnamed).steps.find(({ id }) => id.endsWith('node-names'))!;
    expect(proof.slice(1).map(({ action }) => action)).toEqual([{ do: 'host-is-named', node: 'ip-10-0-1-101.eu-central-1.compute.internal' }]);
  });

  it('fails where a kubelet would take another name', () => {
    const renamed = rewritten(
      LEADER_MIGRATION, /worker-n-plus-1\/ip-10-0-1-101.*kubeadm-flags.env$/, text =>
        text.replace(/--hostname-override=[^" ]*/, '--hostname-override=other'),
    );
    expect(() => planned('n', 'mixed', renamed)).toThrow("the kubelet of 'ip-10-0-1-101.eu-central-1.compute.internal' would register as 'other'");
  });

  it('asks for a higher hop limit of the metadata service only off the host network', () => {
    const off = rewritten(LEADER_MIGRATION, /^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false'));
    expect(ids(planned('n', 'mixed', off))).toContain('metadata-hop-limit');
    expect(ids(planned('n', 'mixed'))).not.toContain('metadata-hop-limit');
  });

  it('asks a cloud-controller-manager at the address of its pod only off the network of its node', () => {
    const asked = (files: Map<string, string>) => planned('n', 'mixed', files).steps.find(({ id }) => id.includes('upgrade'))!.proof
      .flatMap(({ action }) => action.do === 'healthz' && action.port === '10258' ? [action.pod] : []);
    expect(asked(LEADER_MIGRATION)).toEqual([undefined]);
    expect(asked(rewritten(LEADER_MIGRATION, /^dist\//, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', labels: 'k8s-app=aws-cloud-controller-manager', fields: `spec.nodeName=${kubeadmNodes()[0].name}` },
    ]);
    const nodes = kubeadmNodes().map(node => ({ ...node, unreadFiles: ['/etc/kubernetes/cloud-controller-manager.conf'] }));
    const files = appFiles({ nodes, ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPod() } }) });
    expect(asked(files)).toEqual([undefined]);
    expect(asked(rewritten(files, /cloud-controller-manager\.yaml$/, text => text.replace('hostNetwork: true', 'hostNetwork: false')))).toEqual([
      { namespace: 'kube-system', fields: `metadata.name=aws-cloud-controller-manager-${kubeadmNodes()[0].name}` },
    ]);
  });

  it('turns CSI migration on where the release does not: driver, every kube-controller-manager and kube-scheduler, then one drained kubelet after '
    + 'the other', () => {
    const plan = planned('not-started', 'n', csi);
    expect(ids(plan)).toEqual([
      'ebs-csi-driver', 'lease-access', 'enable@1.10', 'enable@2.10', 'enable@3.10', 'leader-of-n', 'csi@1.10', 'csi@2.10', 'csi@3.10', 'csi@1.101',
      'csi@2.101',
    ]);
    expect(plan.steps[2].changes.map(change => change.split(' ')[1])).toEqual([`/etc/kubernetes/manifests/${KCM}`, '/etc/kubernetes/manifests/'
      + 'kube-scheduler.yaml', '/etc/leadermigration.conf']);
    const worker = plan.steps.at(-1)!;
    expect(worker.changes[0]).toContain('replace /var/lib/kubelet/kubeadm-flags.env');
    expect(worker.run.map(({ action }) => action.do)).toEqual(['drain', 'put-files', 'restart-kubelet', 'kubelet-ready', 'uncordon']);
    expect(worker.proof.at(-1)).toMatchObject({ withinSeconds: 60, action: { do: 'csi-migrated-on' } });
  });

  it('takes CSI migration back in the opposite order', () => {
    expect(ids(planned('n', 'not-started', csi)).slice(0, 8)).toEqual([
      'csi-back@2.101', 'csi-back@1.101', 'csi-back@3.10', 'csi-back@2.10', 'csi-back@1.10', 'restore@1.10', 'restore@2.10', 'restore@3.10',
    ]);
  });

  it('turns nothing on where the release serves volumes by CSI', () => {
    expect(ids(planned('not-started', 'n', appFiles({ csiMigration: true }))).some(id => id.startsWith('csi'))).toBe(false);
  });
});

describe.each<[string, typeof OFF, PlanStateName[]]>([
  ['controllers off, then on', OFF, ['not-started', 'n', 'mixed', 'n-plus-1', 'disabled']],
  ['downtime', DOWNTIME, ['not-started', 'n', 'n-plus-1', 'disabled']],
])('%s', (_, files, states) => {
  it.each(states)('gives no bound of seconds to a step of a way from %s during which nobody may be there to take over', from => {
    const results = states.filter(to => to !== from).map(to => makePlan(files, from, to));
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
    expect(planned('n', 'n-plus-1', OFF).steps.find(({ id }) => id.endsWith('apply-n-plus-1'))!.before[0])
      .toMatchObject({ withinSeconds: 0, action: { do: 'all-on-release', release: '1.27.16' } });
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
  ])('from %s to %s as %s evicts no pod while nobody accounts for it and makes it anew', (from, to, kcmRuntime) => {
    const { steps } = planned(from, to, DOWNTIME, { kcmRuntime });
    const drains = steps.flatMap(({ run, undo, gap }) =>
      [...run, ...undo].flatMap(({ text, action }) => (action.do === 'drain' ? [{ text, deletes: action.deletes ?? false, gap }] : [])));
    expect(drains).toHaveLength(10);
    for (const { text, deletes, gap } of drains) {
      expect([deletes, text.includes(' --disable-eviction')]).toEqual([gap.declared ?? false, gap.declared ?? false]);
    }
    expect(drains.some(({ deletes }) => deletes)).toBe(kcmRuntime !== 'static-pod');
  });

  it('works for a single node', () => {
    const single = appFiles({ strategy: MigrationStrategy.downtime(), nodes: kubeadmNodes().slice(0, 1) });
    expect(ids(planned('n', 'n-plus-1', single))).toContain('stop@1.10');
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, RegExp]>([
    ['static-pod',
      new RegExp('copy=/var/lib/ccm-migration/backup/n/.*\n(?:.*\n)+.*cp -p /etc/kubernetes/manifests/kube-controller-manager\\.yaml "\\$copy.*\n'
        + '.* &&\n  rm -f /etc/kubernetes/manifests/')],
    ['systemd', /systemctl stop kube-controller-manager/],
    ['deployment', /kubectl patch deployment kube-controller-manager -n kube-system --type=merge -p .*"replicas":0/],
  ])('stops kube-controller-manager as a %s', (kcmRuntime, command) => {
    const plan = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime });
    expect(plan.steps.find(({ id }) => id.includes('stop'))!.run[0].text).toMatch(command);
    if (kcmRuntime !== 'static-pod') {
      expect(plan.steps.find(({ id }) => id.includes('start-kcm') || id.includes('start-ip'))!.changes).toContain(
        'set --cloud-provider=external',
      );
    }
  });

  it.each(['systemd', 'deployment'] as const)('refuses a %s with a strategy that changes static pods alone', kcmRuntime => {
    expect(() => planned('n', 'mixed', LEADER_MIGRATION, { kcmRuntime })).toThrow(
      `a kube-controller-manager that is a '${kcmRuntime}' (--kcm) is changed with strategy 'downtime' alone, and the app has 'leader-migration'`,
    );
  });

  it('takes the drop-in of a unit back only where the step was begun', () => {
    const { steps } = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime: 'systemd' });
    const undo = steps.filter(({ id }) => id.includes('start-ip')).map(step => step.undo.find(({ action }) => action.do === 'restore-files')!.action);
    expect(undo).toHaveLength(3);
    for (const action of undo) expect(action).toMatchObject({ state: 'n', left: 'n-plus-1' });
  });

  it.each(['systemd', 'deployment'] as const)('looks for no manifest of kube-controller-manager on a node where it is a %s', kcmRuntime => {
    const { steps, standing } = planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime });
    const paths = Object.values(standing.startValues).flatMap(files => Object.keys(files));
    expect(paths).toContain('/etc/kubernetes/manifests/kube-apiserver.yaml');
    expect([...paths, JSON.stringify(steps)].filter(text => text.includes('manifests/kube-controller-manager'))).toEqual([]);
  });

  it('leaves no pod that was started besides a Deployment where none may run, in both directions', () => {
    for (const [from, to] of [['n', 'n-plus-1'], ['n-plus-1', 'n']] as const) {
      const { steps } = planned(from, to, DOWNTIME, { kcmRuntime: 'deployment' });
      const doing = (id: RegExp, part: 'run' | 'undo' | 'proof') => steps.find(step => id.test(step.id))![part].map(({ action }) => action.do);
      const down = ['scale-to-zero', 'pods-of', 'delete-bootstrap-pod'];
      expect([...doing(/stop-kcm$/, 'run'), ...doing(/stop-kcm$/, 'proof')]).toEqual([...down, 'pods-of']);
      expect(doing(/start-kcm$/, 'undo')).toEqual([...down, 'pods-of', 'restore-object']);
      const up = ['scale-back', 'start-bootstrap-pod', 'pods-of', 'delete-bootstrap-pod'];
      expect(doing(/start-kcm$/, 'run').slice(-4)).toEqual(up);
      expect(doing(/stop-kcm$/, 'undo').slice(0, 4)).toEqual(up);
    }
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, readonly string[]]>([
    ['static-pod', ['all-on-release']],
    ['systemd', ['unit-runs-release', 'unit-runs-release', 'unit-runs-release']],
    ['deployment', ['deployment-runs']],
  ])('asks a %s for its release before anything that the migration needs goes', (kcmRuntime, asked) => {
    const [first] = planned('n-plus-1', 'disabled', DOWNTIME, { kcmRuntime }).steps;
    expect(first.proof.map(({ action }) => action.do)).toEqual([...asked, 'services-well']);
  });

  it.each<[NonNullable<PlanOptions['kcmRuntime']>, readonly string[]]>([
    ['systemd', ['healthz', 'unit-runs-release', 'process-runs']],
    ['deployment', ['deployment-runs']],
  ])('looks for no static pod of kube-controller-manager beside other manifests where it is a %s', (kcmRuntime, asked) => {
    const files = rewritten(DOWNTIME, /^nodes\/n\/control-plane-n\/.*kube-apiserver\.yaml$/, text => `${text}# mine\n`);
    const { proof } = planned('not-started', 'n', files, { kcmRuntime }).steps.find(({ id }) => id.includes('-enable-'))!;
    const about = JSON.stringify(proof.map(({ action }) => action));
    expect(proof.map(({ action }) => action.do)).toEqual(expect.arrayContaining([...asked]));
    expect(about).not.toMatch(/runs-release","node":"[^"]*","component":"kube-controller-manager|pod-(has|lacks)/);
    expect(planned('n', 'n-plus-1', DOWNTIME, { kcmRuntime }).steps.filter(({ id }) => id.includes('-flags-'))
      .flatMap(step => step.proof.filter(({ action }) => asked.includes(action.do) && JSON.stringify(action).includes('kube-controller-manager'))))
      .toEqual([]);
  });

  it('is refused where the flags of the nodes differ in what changes, and a Deployment has but one command line', () => {
    const flags = (app: Map<string, string>, side: string, flag: string) => rewritten(
      app, new RegExp(`control-plane-${side}/ip-10-0-2-10.*kube-controller-manager\\.yaml$`),
      text => text.replace(/( +- )--cloud-provider=\w+\n/, `$&$1${flag}\n`),
    );
    const files = flags(flags(DOWNTIME, 'n', '--v=2'), 'n-plus-1', '--v=4');
    expect(() => planned('n', 'n-plus-1', files, { kcmRuntime: 'deployment' })).toThrow(/changes otherwise on 'ip-10-0-2-10.*one command line/);
  });

  it("fails for 'mixed', which this strategy has not", () => {
    expect(() => planned('n', 'mixed', DOWNTIME)).toThrow("state 'mixed' does not exist with strategy 'downtime'");
  });
});

describe('what a runbook prints', () => {
  const ways = PAIRS.filter(([from, to]) => !(to === 'disabled' && from !== 'n-plus-1'));

  it.each(ways)('from %s to %s leaves nothing to fill in', (from, to) => {
    const { steps } = planned(from, to);
    const commands = steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo]).map(({ text }) => text);
    expect(commands.filter(text => /<[a-z]/.test(text))).toEqual([]);
  });
});

describe('EBS volumes', () => {
  const driver = (options: PlanOptions) =>
    planned('n', 'mixed', LEADER_MIGRATION, options).steps.filter(({ id }) => /ebs-csi/.test(id)).map(
      ({ id, nodes, title }) => [id.replace(/^\d+-/, ''), nodes.length, title],
    );

  it.each<[PlanOptions['volumes'], unknown[]]>([
    [undefined, [['ebs-csi-driver', 5, 'Check that the EBS CSI driver runs on every node'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['all-nodes', [['ebs-csi-driver', 5, 'Check that the EBS CSI driver runs on every node'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['workers', [['ebs-csi-driver', 2, 'Check that the EBS CSI driver runs on every worker'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['none', []],
  ])('on %s ask for the driver where they are', (volumes, steps) => {
    expect(driver({ volumes })).toEqual(steps);
  });
});
