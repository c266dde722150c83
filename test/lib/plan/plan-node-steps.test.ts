import { appFiles, ofKubeadm } from './app-fixture';
import { ids, KCM, LEADER_MIGRATION, planned } from './plans';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { PlanAction } from '../../../src/lib/plan/action';
import { Plan } from '../../../src/lib/plan/plan';
import { PlanCommand } from '../../../src/lib/plan/step';
import { atRelease, kubeadmNodes } from '../../nodes';

describe('on a node, a plan of Leader Migration', () => {
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
});
