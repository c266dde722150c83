import { appFiles } from './app-fixture';
import { makePlan, Plan } from '../../../src/lib/plan/plan';
import { PlanStateName } from '../../../src/lib/plan/state';
import { CONTROLLER_MANAGER, kubeadmNodes } from '../../nodes';

const FILES = appFiles();

function planned(from: PlanStateName, to: PlanStateName): Plan {
  const result = makePlan(FILES, from, to);
  if ('refused' in result) throw new Error(result.refused.reason);
  return result.plan;
}

/** Number of the first step whose id has this part. */
function numberOf({ steps }: Plan, part: string): number {
  return steps.findIndex(({ id }) => id.includes(part)) + 1;
}

describe('where a plan stands', () => {
  it('is seen by a file that only one step writes, with the sum that it writes', () => {
    const plan = planned('n', 'n-plus-1');
    for (const node of plan.controlPlane) {
      const step = plan.steps[numberOf(plan, `upgrade-${node}`) - 1];
      for (const { path, sum } of step.written) {
        expect([path, plan.standing.evidence[`file ${node} ${path} ${sum}`]])
          .toEqual([path, numberOf(plan, `upgrade-${node}`)]);
      }
    }
  });

  it('is seen by an object that only one step makes', () => {
    const plan = planned('n', 'mixed');
    expect(plan.standing.evidence['object daemonset.apps kube-system aws-cloud-controller-manager there']).toBe(numberOf(plan, 'apply-mixed'));
    expect(plan.standing.evidence['object role.rbac.authorization.k8s.io kube-system leader-migration:kube-controller-manager there'])
      .toBeUndefined();
  });

  it('is not seen by what was so when the plan began, or is so again', () => {
    const there = planned('n', 'mixed');
    for (const [node, files] of Object.entries(there.standing.startValues)) {
      for (const [path, sums] of Object.entries(
        files,
      )) for (const sum of sums) expect(there.standing.evidence[`file ${node} ${path} ${sum}`]).toBeUndefined();
    }
    const back = planned('disabled', 'n');
    const [node] = back.controlPlane;
    expect(back.standing.evidence[`label ${node} n-plus-1`]).toBe(numberOf(back, `label-${node}`));
    expect(back.standing.evidence[`label ${node} -`]).toBeUndefined();
  });

  it('is not seen where nothing is known about the beginning: in mixed a node may be on either side', () => {
    const plan = planned('mixed', 'n-plus-1');
    expect(Object.keys(plan.standing.evidence).filter(seen => plan.controlPlane.some(node => seen.startsWith(`file ${node} `)))).toEqual([]);
  });

  it('knows the bytes that a node had before the migration, and that what was added was not there', () => {
    const { standing, controlPlane: [node] } = planned('not-started', 'n');
    expect(standing.startValues[node]['/etc/leadermigration.conf']).toEqual(['-']);
    expect(standing.startValues[node]['/etc/kubernetes/manifests/kube-controller-manager.yaml']).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(standing.nodeValues[node]['/etc/kubernetes/manifests/kube-controller-manager.yaml']).toHaveLength(2);
  });

  it('knows which program reads a file at its start, whatever the name of the file', () => {
    const nodes = kubeadmNodes().map(node => {
      const { [CONTROLLER_MANAGER]: manifest, ...files } = node.files;
      return manifest === undefined ? node : { ...node, files: { ...files, '/etc/kubernetes/manifests/kcm.yml': manifest } };
    });
    const result = makePlan(appFiles({ nodes }), 'not-started', 'n');
    if ('refused' in result) throw new Error(result.refused.reason);
    const { standing, controlPlane: [node] } = result.plan;
    expect(standing.programs[node]).toEqual({
      '/etc/kubernetes/manifests/kcm.yml': 'kube-controller-manager',
      '/etc/kubernetes/manifests/kube-apiserver.yaml': 'kube-apiserver',
      '/etc/kubernetes/manifests/kube-scheduler.yaml': 'kube-scheduler',
    });
  });

  it('knows which files of a kubelet the plan writes', () => {
    const kubeletFiles = ({ standing, controlPlane: [node] }: Plan) =>
      Object.entries(standing.programs[node]).flatMap(([path, program]) => program === 'kubelet' ? [path] : []);
    expect(kubeletFiles(planned('not-started', 'n'))).toEqual([]);
    expect(kubeletFiles(planned('n', 'mixed'))).toEqual(['/var/lib/kubelet/kubeadm-flags.env']);
  });

  it('is not seen by a file that nobody removed: the configuration of Leader Migration stays on a node of version N+1', () => {
    const { standing, controlPlane } = planned('n-plus-1', 'not-started');
    expect(Object.keys(standing.evidence).filter(seen => seen.includes('/etc/leadermigration.conf'))).toEqual([]);
    expect(controlPlane.map(node => standing.startValues[node]['/etc/leadermigration.conf'])).toEqual([[], [], []]);
  });
});
