import { appFiles } from './app-fixture';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { PlanAction } from '../../../src/lib/plan/action';
import { checkPlays } from '../../../src/lib/plan/ansible/check-plays';
import { makePlan, Plan } from '../../../src/lib/plan/plan';
import { PlanStateName } from '../../../src/lib/plan/state';

function planned(from: PlanStateName, to: PlanStateName, files = appFiles()): Plan {
  const result = makePlan(files, from, to);
  if ('refused' in result) throw new Error('refused');
  return result.plan;
}

/** What is asked before anything changes, of the actions of steps. */
function asked(plan: Plan): readonly PlanAction[] {
  return plan.steps.flatMap(({ before }) => before.map(({ action }) => action))
    .filter(action => JSON.stringify(checkPlays(plan)).includes(JSON.stringify(action)));
}

describe('preflight', () => {
  it('asks on each control-plane node for every copy that a plan to not-started puts back', () => {
    const plan = planned('n', 'not-started');
    const restored = plan.steps.flatMap(({ run }) => run.flatMap(({ action }) => action.do === 'restore-files' ? [action] : []));
    expect(restored.map(({ node }) => node)).toEqual(plan.controlPlane);
    expect(asked(plan).filter(action => action.do === 'copies-are')).toEqual(restored.map(action => ({ ...action, do: 'copies-are' })));
  });

  it('asks on each control-plane node whether its kubeconfig can be made', () => {
    const plan = planned('n', 'mixed', appFiles({ ccm: AwsCcm.of({ run: { workload: CcmWorkload.staticPodOfKubeadm() } }) }));
    const nodes = asked(plan).flatMap(action => action.do === 'kubeconfig-can-be-made' ? [action.node] : []);
    expect(nodes).toEqual(plan.controlPlane);
  });

  it('asks the workers, every member of etcd, each API server and the Auto Scaling groups', () => {
    const text = JSON.stringify(checkPlays(planned('n', 'mixed')));
    for (const task of ['workers-ready', 'etcd-members-well', 'api-server-has-etcd', 'groups-are-paused', 'upgrades-are-set']) {
      expect(text).toContain(`tasks/${task}.yaml`);
    }
  });
});
