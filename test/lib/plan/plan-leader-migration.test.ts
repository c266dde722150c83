import { appFiles, rewritten } from './app-fixture';
import { ids, KCM, LEADER_MIGRATION, planned, refused } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { PlanOptions } from '../../../src/lib/plan/options';
import { PlanStateName } from '../../../src/lib/plan/state';
import { PlanCommand } from '../../../src/lib/plan/step';

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
});
