import { appFiles, ofKubeadm } from './app-fixture';
import { allGiven, everyAction, ids, KCM, LEADER_MIGRATION, planned, verbs } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { givenTo, PlanAction } from '../../../src/lib/plan/action';
import { podRuns, processRuns } from '../../../src/lib/plan/actions/components';
import { filesAre, putFiles, restoreFiles, takeBack } from '../../../src/lib/plan/actions/files';
import { makeKubeconfig, upgradeKubeadm } from '../../../src/lib/plan/actions/kubeadm';
import { copyObject, copyUsed, restoreObject } from '../../../src/lib/plan/actions/objects';
import { upgradeNode } from '../../../src/lib/plan/actions/owner';
import { Plan } from '../../../src/lib/plan/plan';
import { doesAny, PlanStep } from '../../../src/lib/plan/step';
import { atRelease, kubeadmNodes } from '../../nodes';

describe('on a node, a plan of Leader Migration', () => {
  /** Sums that a file of a step may have before it, the one that it leaves first. */
  const sumsOf = ({ files = [] }: PlanStep, path: string) => files.filter(file => file.path === path)
    .flatMap(({ after, before }) => [after, ...before]);

  it('drains a node before its kubelet changes, and lets the API server go first and the kubelet last', () => {
    const { run } = planned('n', 'mixed').steps.find(({ id }) => id === 'upgrade')!;
    expect(verbs(run)).toEqual([
      'node/drain', 'put-files', 'process-runs', 'pod-runs', 'answers', 'node/label', 'ccm-ready', 'put-files', 'node/upgrade-node', 'put-files',
      'keeps-name', 'node/restart-kubelet', 'kubelet-ready', 'node/uncordon',
    ]);
    expect(run[8].given).toEqual({ release: '1.27.16' });
    expect(run[3]).toEqual({ kind: podRuns.kind, given: { component: 'kube-apiserver', release: '1.27.16' }, within: 180 });
    const [first, second, third] = allGiven(run, putFiles).map(({ paths }) => paths);
    expect(first).toContain('/etc/kubernetes/manifests/kube-apiserver.yaml');
    expect(first).not.toContain(`/etc/kubernetes/manifests/${KCM}`);
    expect(second).toContain(`/etc/kubernetes/manifests/${KCM}`);
    expect(third).toEqual(['/var/lib/kubelet/kubeadm-flags.env']);
  });

  it('keeps a copy of flags that kubeadm writes anew before the plan does, and gives that back', () => {
    const FLAGS = '/var/lib/kubelet/kubeadm-flags.env';
    const files = ofKubeadm(appFiles({
      fromVersion: KubernetesVersion.of('1.25.16'), toVersion: KubernetesVersion.of('1.26.15'), nodes: atRelease(kubeadmNodes(), '1.25.16'),
    }));
    const upgrades = planned('n', 'n-plus-1', files).steps.filter(step => doesAny([step], upgradeKubeadm));
    expect(upgrades).toHaveLength(5);
    for (const { before, run, undo } of upgrades) {
      const written = run.findIndex(one => givenTo(one, upgradeKubeadm)?.besides.includes(FLAGS));
      const put = run.findIndex(one => { const given = givenTo(one, putFiles); return given?.kept && given.paths.includes(FLAGS); });
      expect([written >= 0, written < put]).toEqual([true, true]);
      const byHand = ({ kind, given }: PlanAction) => kind.byHand!(given, []).filter(line => line.startsWith('keep ') && line.includes(FLAGS)).length;
      expect([byHand(run[written]), byHand(run[put])]).toEqual([1, 0]);
      // A run that ended in between left unknown bytes: they are no reason to stop, there or back.
      expect(allGiven(before, filesAre).flatMap(({ paths }) => paths)).not.toContain(FLAGS);
      expect(allGiven(undo, restoreFiles).flatMap(({ left, paths }) => left === undefined ? [] : paths)).toContain(FLAGS);
      expect(allGiven(undo, takeBack).flatMap(({ paths }) => paths)).not.toContain(FLAGS);
    }
    // They are the plan's afterwards.
    const back = planned('n-plus-1', 'n', files);
    expect(back.start.nodes.get(back.controlPlane[0])!.get(FLAGS)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('keeps copies of what kubeadm upgrades once before the first node, and gives them back', () => {
    const files = ofKubeadm(LEADER_MIGRATION);
    const there = planned('n', 'n-plus-1', files);
    const upgrades = there.steps.filter(({ id }) => id === 'upgrade');
    const objects = (actions: readonly PlanAction[]) => actions.flatMap(one => {
      const given = givenTo(one, copyObject) ?? givenTo(one, copyUsed) ?? givenTo(one, restoreObject);
      return given ? [`${one.kind.do} ${given.state} ${given.name}`] : [];
    });
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
    const addonsBack = planned('n-plus-1', 'n', files).steps.find(({ id }) => id === 'addons-back')!;
    expect(allGiven(addonsBack.run, restoreObject)).toEqual(ADDONS.map(name => expect.objectContaining({ state: 'n', ifKept: true, name })));
    expect(objects(planned('mixed', 'n-plus-1', files).steps.flatMap(({ run }) => run))).toContain('copy-object mixed kube-proxy');
    const without = [planned('n', 'n-plus-1'), planned('n-plus-1', 'n')].flatMap(plan => objects(everyAction(plan)));
    expect(without.filter(text => text.includes('kube-proxy'))).toEqual([]);
  });

  it('has kubeadm upgrade what it made where its configuration is in the app: the cluster once, then node by node', () => {
    const files = ofKubeadm(LEADER_MIGRATION);
    const plan = planned('n', 'n-plus-1', files);
    const steps = plan.steps.filter(step => doesAny([step], upgradeNode));
    const found = steps.map(({ run }) => allGiven(run, upgradeKubeadm)[0]);
    expect(found.map(({ isFirst, release, paths }) => [isFirst, release, paths.length]))
      .toEqual([[true, '1.27.16', 3], [false, '1.27.16', 3], [false, '1.27.16', 3], [false, '1.27.16', 0], [false, '1.27.16', 0]]);
    const [{ run }] = steps;
    expect(verbs(run).filter(what => !what.startsWith('copy-')).slice(0, 3)).toEqual(['node/drain', 'upgrade-kubeadm', 'put-files']);
    const byHand = steps.map(step => step.run.flatMap(one => givenTo(one, upgradeKubeadm) ? one.kind.byHand!(one.given, []) : []).join('\n'));
    expect(byHand[0]).toContain('kubeadm upgrade apply v1.27.16 --yes');
    expect(byHand[1]).toContain('kubeadm upgrade node');
    // kube-proxy goes back before the API server of the node, and after something that tells that the node is on its way back.
    const at = (is: (one: PlanAction) => boolean | undefined) => steps[0].undo.findIndex(is);
    const takes = (component: string) => at(one => givenTo(one, takeBack)?.paths.some(path => path.includes(component)));
    const proxy = at(one => { const given = givenTo(one, restoreObject); return given?.name === 'kube-proxy' && given.state === 'n'; });
    expect([takes('kube-controller-manager') < proxy, proxy < takes('kube-apiserver'), proxy > 0]).toEqual([true, true, true]);
    // It has no place for the cloud-controller-manager between the API server and kube-controller-manager: that is said where there is no other yet.
    expect(steps.map(({ gap }) => /leads before .* the rest of `kubeadm upgrade apply`, and at most 180 s/.test(gap.text)))
      .toEqual([true, false, false, false, false]);
    // What it wrote otherwise than planned is told from what was there before.
    steps.forEach((step, index) => {
      const taken = allGiven(step.undo, takeBack).flatMap(({ byKubeadm = [] }) => byKubeadm);
      expect([...taken].sort()).toEqual([...found[index].paths].sort());
      for (const path of taken) {
        const [after, ...before] = sumsOf(step, path);
        // A plan that has been in `mixed` may find the node upgraded: as it is left.
        expect(before.filter(sum => sum !== after)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
      }
    });
    // It writes the kubelet's configuration with defaults of its own: there is a copy, and nothing is known of its bytes from then on.
    const CONFIG = '/var/lib/kubelet/config.yaml';
    expect(found.slice(0, 3).map(({ besides }) => besides)).toEqual(Array(3).fill([CONFIG]));
    for (const { undo } of steps.slice(0, 3)) {
      expect(allGiven(undo, restoreFiles).map(({ left, paths }) => [left, paths])).toEqual([[expect.stringMatching(/^(mixed|n-plus-1)$/), [CONFIG]]]);
      expect(verbs(undo).indexOf('restore-files')).toBeLessThan(verbs(undo).indexOf('node/restart-kubelet'));
    }
    expect(plan.start.nodes.get(steps[0].node!)!.get(CONFIG)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    const put = allGiven(planned('n-plus-1', 'n', files).steps.flatMap(step => step.run), putFiles);
    expect(put.filter(({ paths }) => paths.includes(CONFIG))).toHaveLength(3);
    // It needs a kube-controller-manager that runs.
    const bundle = [...files].filter(([path]) => path.startsWith('bundles/kubeadm/'));
    const downtime = new Map([...appFiles({ strategy: MigrationStrategy.downtime() }), ...bundle]);
    expect(doesAny(planned('n', 'n-plus-1', downtime).steps, upgradeKubeadm)).toBe(false);
    // kubeadm cannot go back a minor.
    expect(doesAny(planned('n-plus-1', 'n', files).steps, upgradeKubeadm)).toBe(false);
  });

  it('takes a kubelet back before the API server that it talks to', () => {
    const { run, undo } = planned('mixed', 'n').steps.find(({ id }) => id === 'rollback')!;
    const places = (actions: readonly PlanAction[]) => ['node/upgrade-node', 'node/restart-kubelet', 'kubelet-ready'].map(
      name => verbs(actions).indexOf(name));
    const hasApiServer = (given?: { readonly paths: readonly string[] }) => given?.paths.some(path => path.endsWith('kube-apiserver.yaml')) === true;
    const apiServer = run.findIndex(one => hasApiServer(givenTo(one, putFiles)));
    const [program, restart, ready] = places(run);
    expect([program < restart, restart < apiServer, apiServer < ready]).toEqual([true, true, true]);
    // What takes it back is the way forward again.
    const taken = undo.findIndex(one => hasApiServer(givenTo(one, takeBack)));
    expect([taken >= 0, taken < places(undo)[0], places(undo)[0] < places(undo)[1]]).toEqual([true, true, true]);
  });

  it('proves each process whose files it wrote: started after them, with the flags that changed and without those that went', () => {
    const { proof } = planned('n', 'mixed').steps.find(({ id }) => id === 'upgrade')!;
    const processes = allGiven(proof, processRuns);
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
    const back = planned('mixed', 'n', files).steps.find(({ id }) => id === 'rollback')!;
    expect(back.changes).toContain('remove /etc/kubernetes/manifests/cloud-controller-manager.yaml, with a copy');
  });

  it('makes the kubeconfig of a static pod before its manifest comes, and removes it after the last left', () => {
    const files = appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) });
    const forward = planned('not-started', 'n-plus-1', files);
    const kubeconfigs = ids(forward).filter(id => id.startsWith('kubeconfig'));
    expect(kubeconfigs).toEqual(['kubeconfig@1.10', 'kubeconfig@2.10', 'kubeconfig@3.10']);
    expect(ids(forward).indexOf('kubeconfig@3.10')).toBeLessThan(ids(forward).indexOf('upgrade@1.10'));
    expect(allGiven(forward.steps.find(({ id }) => id === 'kubeconfig')!.run, makeKubeconfig)).toEqual([{
      path: '/etc/kubernetes/cloud-controller-manager.conf',
      user: 'system:cloud-controller-manager',
      api: 'kubeadm.k8s.io/v1beta3',
      release: '1.26.15',
    }]);
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
        const doings = (plan: Plan) => plan.steps.map(({ run, proof }) => verbs([...run, ...proof]));
        expect(doings(here)).toEqual(doings(planned(from, to, usual)));
        const put = allGiven(here.steps.flatMap(({ run }) => run), putFiles).flatMap(({ paths }) => paths);
        expect(put).toContain('/etc/kubernetes/manifests/10-controller-manager.manifest');
        expect(put.filter(path => path.includes('manifests/kube-'))).toEqual([]);
      }
    }
  });
});
