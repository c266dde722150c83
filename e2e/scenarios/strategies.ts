import { goBack } from './ways';
import { ControllerManagerRuntime, MigrationStrategy, PlanState } from '../../src';
import { safe } from '../lib/judge';
import { Journey, Scenario } from '../lib/scenario';

/** There with the playbooks, and back. */
function thereAndBack(name: string, title: string): readonly Scenario[] {
  return [
    {
      name,
      title,
      run: async ({ cluster, steps, playbooks }) => {
        await playbooks.go(PlanState.NOT_STARTED, PlanState.N_PLUS_1);
        await steps.served('phase n-plus-1');
        cluster.isAsSynthesized('n-plus-1');
      },
      judge: safe,
    },
    {
      name: `${name}-back`,
      title: `${title}: the way back`,
      run: context => goBack(context, PlanState.N_PLUS_1),
      judge: safe,
    },
  ];
}

/** The gaps of these are declared: they are measured, not bounded. */
export const CONTROLLERS_OFF_THEN_ON: Journey = {
  choice: { strategy: MigrationStrategy.controllersOffThenOn() },
  scenarios: thereAndBack('controllers-off-then-on', 'controllers switched off in N, every node upgraded, then the cloud-controller-manager'),
};

export const DOWNTIME: Journey = {
  choice: { strategy: MigrationStrategy.downtime() },
  scenarios: thereAndBack('downtime', 'every kube-controller-manager stopped, every node upgraded, everything started'),
};

/** Scaled to 0, no controller is left that makes the pods of a Deployment. */
export const DOWNTIME_OF_A_DEPLOYMENT: Journey = {
  choice: { strategy: MigrationStrategy.downtime(ControllerManagerRuntime.DEPLOYMENT) },
  scenarios: thereAndBack('downtime-deployment', 'a kube-controller-manager that is a Deployment, scaled to 0, changed, and brought back'),
};

/** Changed in a drop-in of systemd; its program is brought by packages of the owner. */
export const DOWNTIME_OF_A_UNIT: Journey = {
  choice: { strategy: MigrationStrategy.downtime(ControllerManagerRuntime.SYSTEMD) },
  scenarios: thereAndBack('downtime-unit', 'a kube-controller-manager that is a unit of systemd, stopped, changed in a drop-in, and started'),
};
