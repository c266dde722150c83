import { appFiles, ofKubeadm } from './app-fixture';
import { DOWNTIME, LEADER_MIGRATION, OFF, planned } from './plans';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { Plan } from '../../../src/lib/plan/plan';
import { ansible } from '../../ansible/ansible';
import { readPlan, ReadPlan } from '../../collection/python';
import { describeNeeding } from '../../needs';
import { atRelease, CONTROLLER_MANAGER, kubeadmNodes } from '../../nodes';

/** Number of the step of a kind, of a node. */
function numberOf({ steps }: Plan, kind: string, node?: string): number {
  return steps.findIndex(step => step.id === kind && step.node === node) + 1;
}

function seenOn({ evidence }: ReadPlan, ...parts: readonly string[]): readonly string[] {
  return Object.keys(evidence).filter(seen => parts.every(part => seen.includes(part)));
}

describeNeeding('a run', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  it.each([LEADER_MIGRATION, OFF, DOWNTIME].map((files, index) => [Object.values(StrategyKind)[index], files] as const))(
    'compares the Services where a state is reached, there and back, with strategy %s', (strategy, files) => {
      for (const [from, to] of [['not-started', 'n-plus-1'], ['n-plus-1', 'not-started']] as const) {
        const plan = planned(from, to, files);
        expect(plan.strategy).toBe(strategy);
        const { there, back } = readPlan(plan);
        // A state may have no step: with a downtime the way into `n` changes nothing here.
        const states = [...new Set(plan.steps.map(step => step.to))];
        const ends = states.slice(0, -1).map(state => plan.steps.map(step => step.to).lastIndexOf(state) + 1);
        const comparing = (run: typeof there) => run.flatMap(([what, number], at) => what === 'compare' ? [[number, run[at - 1]]] : []);
        expect(comparing(there)).toEqual(ends.map(end => [end, ['take', end]]));
        // Whatever the step that was the first of its state has to take back.
        expect(comparing(back).map(([number]) => number)).toEqual([...ends].reverse().map(end => end + 1));
        const takesBack = back.filter(([what]) => what === 'take_back').map(([, number]) => number);
        expect(takesBack).toEqual(plan.steps.flatMap(({ undo }, index) => undo.length > 0 ? [index + 1] : []).reverse());
      }
    },
  );
});

/** The plans are those of TypeScript, what is made of them is the collection's. */
describeNeeding('where a plan stands', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  const SUM = expect.stringMatching(/^[0-9a-f]{64}$/);

  it('is seen by a file that only one step writes, with the sum that it writes', () => {
    const plan = planned('n', 'n-plus-1');
    const { evidence, written } = readPlan(plan);
    for (const node of plan.controlPlane) {
      const number = numberOf(plan, 'upgrade', node);
      expect(written[number - 1].length).toBeGreaterThan(2);
      for (const { path, sum } of written[number - 1]) expect([path, evidence[`file ${node} ${path} ${sum}`]]).toEqual([path, number]);
    }
  });

  it('is seen by an object that only one step makes', () => {
    const plan = planned('n', 'mixed');
    const { evidence } = readPlan(plan);
    expect(evidence['object daemonset.apps kube-system aws-cloud-controller-manager there']).toBe(numberOf(plan, 'apply-mixed'));
    expect(evidence['object role.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager there']).toBeUndefined();
  });

  it('is not seen by what was so when the plan began, or is so again', () => {
    const { startValues, evidence } = readPlan(planned('n', 'mixed'));
    for (const [node, files] of Object.entries(startValues)) {
      for (const [path, sums] of Object.entries(files)) for (const sum of sums) expect(evidence[`file ${node} ${path} ${sum}`]).toBeUndefined();
    }
    const plan = planned('disabled', 'n');
    const back = readPlan(plan);
    const [node] = plan.controlPlane;
    expect(back.evidence[`label ${node} n-plus-1`]).toBe(numberOf(plan, 'label', node));
    expect(back.evidence[`label ${node} -`]).toBeUndefined();
  });

  it('is not seen where nothing is known about the beginning: in mixed a node may be on either side', () => {
    const plan = planned('mixed', 'n-plus-1');
    expect(plan.controlPlane.flatMap(node => seenOn(readPlan(plan), `file ${node} `))).toEqual([]);
  });

  it('knows the bytes that a node had before the migration, and that what was added was not there', () => {
    const plan = planned('not-started', 'n');
    const { startValues: { [plan.controlPlane[0]]: start }, nodeValues: { [plan.controlPlane[0]]: values } } = readPlan(plan);
    expect(start['/etc/leadermigration.conf']).toEqual(['-']);
    expect(start[CONTROLLER_MANAGER]).toEqual([SUM]);
    expect(values[CONTROLLER_MANAGER]).toHaveLength(2);
  });

  it('knows which program reads a file at its start, whatever the name of the file', () => {
    const nodes = kubeadmNodes().map(node => {
      const { [CONTROLLER_MANAGER]: manifest, ...files } = node.files;
      return manifest === undefined ? node : { ...node, files: { ...files, '/etc/kubernetes/manifests/kcm.yml': manifest } };
    });
    const plan = planned('not-started', 'n-plus-1', appFiles({ nodes }));
    expect(readPlan(plan).programs[plan.controlPlane[0]]).toEqual({
      '/etc/kubernetes/manifests/kcm.yml': 'kube-controller-manager',
      '/etc/kubernetes/manifests/kube-apiserver.yaml': 'kube-apiserver',
      '/etc/kubernetes/manifests/kube-scheduler.yaml': 'kube-scheduler',
      '/var/lib/kubelet/kubeadm-flags.env': 'kubelet',
    });
  });

  it('knows which files of a kubelet the plan writes', () => {
    const kubeletFiles = (plan: Plan) =>
      Object.entries(readPlan(plan).programs[plan.controlPlane[0]]).flatMap(([path, program]) => program === 'kubelet' ? [path] : []);
    expect(kubeletFiles(planned('not-started', 'n'))).toEqual([]);
    expect(kubeletFiles(planned('n', 'mixed'))).toEqual(['/var/lib/kubelet/kubeadm-flags.env']);
  });

  it('is not seen by a file that no step removes: the configuration of Leader Migration stays on a node of version N+1', () => {
    const plan = planned('n-plus-1', 'not-started');
    const read = readPlan(plan);
    expect(seenOn(read, '/etc/leadermigration.conf')).toEqual([]);
    expect(plan.controlPlane.map(node => read.startValues[node]['/etc/leadermigration.conf'])).toEqual([[], [], []]);
  });

  it('is seen by our flags over those that kubeadm wrote anew, and not by its bytes, which are not known', () => {
    const FLAGS = '/var/lib/kubelet/kubeadm-flags.env';
    const files = ofKubeadm(appFiles({
      fromVersion: KubernetesVersion.of('1.25.16'), toVersion: KubernetesVersion.of('1.26.15'), nodes: atRelease(kubeadmNodes(), '1.25.16'),
    }));
    const plan = planned('n', 'n-plus-1', files);
    const read = readPlan(plan);
    for (const node of [...plan.controlPlane, ...plan.workers]) {
      expect(read.nodeValues[node][FLAGS]).toEqual([]);
      expect(seenOn(read, `file ${node} ${FLAGS} `)).toHaveLength(1);
    }
  });

  it('is not seen by the configuration of a kubelet that kubeadm writes with defaults of its own', () => {
    const CONFIG = '/var/lib/kubelet/config.yaml';
    const plan = planned('n', 'n-plus-1', ofKubeadm(appFiles()));
    const read = readPlan(plan);
    for (const node of plan.controlPlane) expect([read.startValues[node][CONFIG], read.nodeValues[node][CONFIG]]).toEqual([[SUM], []]);
    expect(seenOn(read, CONFIG)).toEqual([]);
  });
});
