import { appFiles, rewritten } from './app-fixture';
import { allGiven, ids, KCM, LEADER_MIGRATION, planned, refused, verbs } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { givenTo, PlanAction } from '../../../src/lib/plan/action';
import { ccmReady, deleteCcm, noCcm } from '../../../src/lib/plan/actions/ccm';
import { answers, podRuns, processGone, processRuns } from '../../../src/lib/plan/actions/components';
import { drain } from '../../../src/lib/plan/actions/drain';
import { filesAre, putFiles, restoreFiles, takeBack } from '../../../src/lib/plan/actions/files';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { PlanOptions } from '../../../src/lib/plan/options';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { PlanStateName } from '../../../src/lib/plan/state';
import { actionsOf, PlanStep } from '../../../src/lib/plan/step';

describe('Leader Migration', () => {
  it('goes forward: access, nodes, workers', () => {
    expect(ids(planned('not-started', 'n'))).toEqual(['lease-access', 'enable@1.10', 'enable@2.10', 'enable@3.10', 'leader-of-n']);
    expect(ids(planned('n', 'n-plus-1'))).toEqual([
      'ebs-csi-driver', 'ebs-csi-migration', 'node-names', 'cluster-tags', 'apply-mixed', 'etcd-snapshot', 'upgrade@1.10', 'leader-of-mixed',
      'upgrade@2.10', 'upgrade@3.10', 'leader-of-n-plus-1', 'worker@1.101', 'worker@2.101', 'settled',
    ]);
  });

  it('changes nothing on a node that synthesis leaves as it was handed in, refuses one that is not, and checks the bytes that it gives back', () => {
    const step = planned('not-started', 'n').steps.find(({ id }) => id === 'enable')!;
    expect(step.changes.map(change => change.split(' ')[1])).toEqual([`/etc/kubernetes/manifests/${KCM}`, '/etc/leadermigration.conf']);
    expect(verbs(step.run).filter(verb => ['node/drain', 'node/restart-kubelet'].includes(verb))).toEqual([]);
    const manifest = `/etc/kubernetes/manifests/${KCM}`;
    const sum = expect.stringMatching(/^[0-9a-f]{64}$/);
    const fileOf = ({ files }: PlanStep) => files!.find(({ path }) => path === manifest);
    expect(step.before[0]).toEqual({ kind: filesAre.kind, given: { paths: [manifest] }, within: 0 });
    expect(fileOf(step)).toMatchObject({ after: sum, before: [sum] });
    expect(fileOf(step)!.before).not.toContain(fileOf(step)!.after);
    const back = planned('n', 'not-started').steps.find(({ id, node }) => id === 'restore' && node === step.node)!;
    expect(back.run[0]).toEqual({ kind: restoreFiles.kind, given: { state: 'not-started', paths: [manifest, '/etc/leadermigration.conf'] } });
    expect(back.proof[0]).toEqual({ kind: filesAre.kind, given: { paths: [manifest], are: 'after' }, within: 0 });
    // What phase n has is put again where the step is taken back.
    const [{ before: [before], after }] = [fileOf(step)!];
    expect(fileOf(back)).toMatchObject({ after: before, before: [after], put: { from: 'nodes/n/control-plane-n', undo: true } });
  });

  it('says which flags come before there is any phase, and asks the process for them, there and back', () => {
    const flags = ['--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf'];
    const there = planned('not-started', 'n').steps.find(({ id }) => id === 'enable')!;
    expect(there.now)
      .toMatchObject({ text: 'kube-controller-manager of 1.26.15', flags: [{ component: 'kube-controller-manager', go: [], come: flags }] });
    const of = (actions: readonly PlanAction[]) => allGiven(actions, processRuns);
    expect(of(there.proof)).toMatchObject([{ component: 'kube-controller-manager', has: flags, lacks: [] }]);
    expect(of(there.undo)).toMatchObject([{ component: 'kube-controller-manager', has: [], lacks: flags }]);
    const back = planned('n', 'not-started').steps.find(({ id }) => id === 'restore')!;
    expect(back.now).toMatchObject({ flags: [{ component: 'kube-controller-manager', go: flags, come: [] }] });
    expect(of(back.proof)).toMatchObject([{ component: 'kube-controller-manager', has: [], lacks: flags }]);
  });

  it('names what it knows where synthesis of an earlier release did not say what it changed', () => {
    const index = /"(added|removed)Flags":\[[^\]]*\],?/g;
    const older = new Map([...LEADER_MIGRATION].map(
      ([path, text]) => [path, path.endsWith('files.json') ? text.replace(index, '').replaceAll(',}', '}') : text],
    ));
    const { now, proof } = planned('not-started', 'n', older).steps.find(({ id }) => id === 'enable')!;
    expect(now).toEqual({ text: 'kube-controller-manager of 1.26.15; the flags of kube-controller-manager are as they were collected', flags: [] });
    expect(allGiven(proof, processRuns)[0])
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
    const ORDER = /^(put|back|api-server-runs|process-runs|node\/(un)?label|ccm-ready|no-ccm|process-gone|readyz|healthz) ?/;
    const API_SERVER = 'kube-apiserver';
    const MANAGER = 'kube-controller-manager kube-scheduler';
    const MANAGER_OF_N = `${MANAGER} leadermigration.conf`;

    /** What its pods go through, in this order; the kubelet, and what proves the whole step, is left out. */
    function pods(actions: readonly PlanAction[], count: number): string[] {
      const filesOf = (paths: readonly string[]) => paths.map(path => path.replace(/^.*\/|\.yaml$/g, '')).sort().join(' ');
      const names = actions.map(one => {
        const [put, taken, process, at] = [givenTo(one, putFiles), givenTo(one, takeBack), givenTo(one, processRuns), givenTo(one, answers)];
        if (put ?? taken) return `${put ? 'put' : 'back'} ${filesOf((put ?? taken)!.paths)}`;
        if (givenTo(one, podRuns)?.component === API_SERVER) return 'api-server-runs';
        return process ? `process-runs ${process.component}` : at ? `${at.path} ${at.port}` : one.kind.do;
      });
      return names.filter(name => ORDER.test(name) && !name.includes('kubeadm-flags')).slice(0, count);
    }

    /** Of one node: what asks whether a cloud-controller-manager is there, or gone, asks it of that one. */
    function asksHere(actions: readonly PlanAction[]): readonly boolean[] {
      return actions.flatMap(one => givenTo(one, ccmReady) ?? givenTo(one, noCcm) ?? []).map(({ here }) => here === true);
    }

    const upgrades = planned('n', 'n-plus-1').steps.filter(({ id }) => id === 'upgrade');
    const rollbacks = planned('n-plus-1', 'n').steps.filter(({ id }) => id === 'rollback');

    it('there is a step, there and back', () => {
      expect([upgrades, rollbacks].map(steps => new Set(steps.map(({ node }) => node)).size)).toEqual([3, 3]);
    });

    it.each(upgrades.map(step => [step.node, step]))('%s comes the cloud-controller-manager before the new manager', (_node, step) => {
      const done = [
        `put ${API_SERVER}`, 'process-runs kube-apiserver', 'api-server-runs', 'readyz 6443', 'node/label', 'ccm-ready', `put ${MANAGER}`,
      ];
      expect(pods(step.run, done.length)).toEqual(done);
      expect(verbs(step.proof)).toContain('ccm-ready');
      const undone = [
        `back ${MANAGER}`, 'process-runs kube-controller-manager', 'healthz 10257', 'node/unlabel', 'no-ccm', 'process-gone', `back ${API_SERVER}`,
      ];
      expect(pods(step.undo, undone.length)).toEqual(undone);
      expect(asksHere(actionsOf(step))).toEqual([true, true, true]);
    });

    it.each(rollbacks.map(step => [step.node, step]))('%s goes the cloud-controller-manager after the old manager is back', (_node, step) => {
      const done = [
        `put ${MANAGER_OF_N}`, 'process-runs kube-controller-manager', 'healthz 10257', 'node/unlabel', 'no-ccm', 'process-gone', `put ${API_SERVER}`,
      ];
      expect(pods(step.run, done.length)).toEqual(done);
      const undone = [
        `back ${API_SERVER}`, 'process-runs kube-apiserver', 'readyz 6443', 'node/label', 'ccm-ready', `back ${MANAGER_OF_N}`,
      ];
      expect(pods(step.undo, undone.length)).toEqual(undone);
      expect(asksHere(actionsOf(step))).toEqual([true, true]);
    });

    it('a static pod of the cloud-controller-manager that came is gone again, with its manifest', () => {
      const files = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
      const about = (actions: readonly PlanAction[]) => verbs(actions.filter(one =>
        (givenTo(one, processRuns) ?? givenTo(one, processGone))?.component === 'aws-cloud-controller-manager'));
      const stepOf = (from: PlanStateName, to: PlanStateName, app: AppFiles, kind: string) =>
        planned(from, to, app).steps.find(({ id }) => id === kind)!;
      const there = stepOf('n', 'n-plus-1', files, 'upgrade');
      expect([about(there.proof), about(there.undo)]).toEqual([['process-runs'], ['process-gone']]);
      expect(about(stepOf('n-plus-1', 'n', files, 'rollback').proof)).toEqual(['process-gone']);
      const rolled = stepOf('n-plus-1', 'disabled', files, 'ccm');
      expect([about(rolled.proof), about(rolled.undo)]).toEqual([['process-runs'], ['process-runs']]);
      // A kubelet takes a manifest of any name.
      const named = new Map([...files].map(([path, text]) => [path.replace('manifests/cloud-controller-manager.yaml', 'manifests/ccm.manifest'),
        text.replaceAll('manifests/cloud-controller-manager.yaml', 'manifests/ccm.manifest')]));
      const [under, away] = [stepOf('n', 'n-plus-1', named, 'upgrade'), stepOf('n-plus-1', 'n', named, 'rollback')];
      expect([about(under.undo), about(away.proof)]).toEqual([['process-gone'], ['process-gone']]);
    });

    it('leaves as it was on the way back of a plan that begins at `mixed`, where it may have been upgraded before', () => {
      const steps = (from: PlanStateName, to: PlanStateName) => planned(from, to).steps;
      expect(steps('mixed', 'n-plus-1').filter(({ mayBeDone }) => mayBeDone).map(({ id }) => id)).toEqual(['upgrade', 'upgrade', 'upgrade']);
      expect(steps('mixed', 'n').filter(({ mayBeDone }) => mayBeDone)).toHaveLength(3);
      expect(steps('n', 'n-plus-1').concat(steps('n-plus-1', 'n')).some(({ mayBeDone }) => mayBeDone)).toBe(false);
      const says = ([from, to]: readonly [PlanStateName, PlanStateName]) =>
        /A node that was changed before this plan began stays changed: its copies in `mixed` are/.test(renderMarkdown({ plan: planned(from, to) }));
      expect(([['mixed', 'n-plus-1'], ['mixed', 'n'], ['n', 'n-plus-1']] as const).map(says)).toEqual([true, true, false]);
    });
  });

  describe('a Deployment of the cloud-controller-manager', () => {
    const deployed = (run: object = {}) => appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment(), ...run } }) });

    it('stays on a node that is drained, where it may be the only one', () => {
      const drains = planned('n', 'n-plus-1', deployed()).steps.flatMap(({ run }) => run).filter(one => givenTo(one, drain));
      const [{ kind, given }] = drains;
      expect(given).toEqual({ kept: 'k8s-app=aws-cloud-controller-manager' });
      expect(kind.byHand!(given, [])[0]).toContain("--pod-selector='k8s-app!=aws-cloud-controller-manager'");
      // No worker has one.
      expect(drains.map(one => 'kept' in one.given)).toEqual([true, true, true, false, false]);
    });

    it('is waited for wherever it comes: there may be fewer of it than nodes', () => {
      const { steps } = planned('n', 'n-plus-1', deployed());
      const placing = steps.filter(({ run }) => verbs(run).includes('node/label'));
      expect(placing.map(({ run, proof }) => verbs([...run, ...proof]).filter(name => name === 'ccm-ready').length)).toEqual([2, 2, 2]);
      expect(placing.flatMap(({ run, proof }) => allGiven([...run, ...proof], ccmReady)).filter(({ here }) => here)).toEqual([]);
      // It may be on another node: none is asked on this one.
      expect(placing.map(({ proof }) => allGiven(proof, answers).map(({ path, port }) => `${path} ${port}`)))
        .toEqual(Array(3).fill(['readyz 6443', 'healthz 10257', 'healthz 10259']));
      // Before the first label it has no place.
      expect(steps.find(({ id }) => id === 'apply-mixed')!.proof).toEqual([]);
      expect(verbs(steps.find(({ id }) => id === 'leader-of-n-plus-1')!.proof)).toEqual(['rolled-out', 'lease-held-by', 'services-well']);
      const said = steps.map(({ waitFor }) => waitFor).join('\n');
      expect([said.match(/and a cloud-controller-manager is ready/g)?.length, said.includes('its cloud-controller-manager')]).toEqual([3, false]);
    });

    it.each([['n', 'n-plus-1', 'undo'], ['n-plus-1', 'n', 'run']] as const)('is deleted where it loses its place: %s to %s, %s', (from, to, what) => {
      const steps = planned(from, to, deployed()).steps.map(step => step[what]).filter(actions => verbs(actions).includes('node/unlabel'));
      expect(steps).toHaveLength(3);
      for (const actions of steps) {
        const at = verbs(actions).indexOf('node/unlabel');
        expect(verbs(actions).slice(at, at + 3)).toEqual(['node/unlabel', 'objects/delete-ccm', 'no-ccm']);
        // All three on the node of the step.
        expect(actions.slice(at, at + 3).filter(({ each }) => each !== undefined)).toEqual([]);
        expect(allGiven(actions, deleteCcm)).toEqual([{ namespace: 'kube-system', selector: 'k8s-app=aws-cloud-controller-manager' }]);
        expect(allGiven(actions, noCcm)).toMatchObject([{ here: true }]);
      }
    });

    it('is refused without the toleration that lets it come there', () => {
      const kept = ['node-role.kubernetes.io/control-plane', 'node.cloudprovider.kubernetes.io/uninitialized']
        .map(key => ({ key, operator: 'Exists', effect: 'NoSchedule' }));
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
      .toEqual(['no-node-of-n', 'disable', 'lease-unused', 'lease-access-gone', 'lease-gone-cloud-provider-extraction-migration',
        'clean@1.10', 'clean@2.10', 'clean@3.10',
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
      verbs(planned('n', 'n-plus-1', LEADER_MIGRATION, options).steps.flatMap(({ run }) => run)).filter(verb => verb === 'release-lease');
    expect(releases({})).toHaveLength(0);
    expect(releases({ releaseLease: true })).toHaveLength(3);
  });

  it('prints the bounds of the gap', () => {
    const step = planned('n', 'mixed').steps.find(({ id }) => id === 'upgrade')!;
    expect(step.gap).toMatchObject({ alreadyBidding: 23.8, mainLockFirst: 43.2 });
  });
});
