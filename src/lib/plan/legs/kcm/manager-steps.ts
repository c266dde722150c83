import { NodeSide } from '../../../kubernetes/node';
import { Leg } from '../../context';
import { StepDraft } from '../../step';

export type ManagerStep = Omit<StepDraft, 'coexistence' | 'gap'>;

/** How kube-controller-manager is stopped, and started with the flags of the other side. */
export interface ManagerSteps {
  readonly stop: readonly ManagerStep[];
  readonly start: readonly ManagerStep[];
}

export const STOP_SECONDS = 120;
export const START_SECONDS = 180;
export const WHY_STOP = 'while its flags change nobody may run the cloud controllers';
export const WHY_START = 'it has the flags of the other side from its first moment on';

export function sideAfter({ to }: Leg): NodeSide {
  return to === 'n' ? NodeSide.N : NodeSide.N_PLUS_1;
}
