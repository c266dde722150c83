import { NodeSide } from '../../kubernetes/node';
import { PlanAction } from '../action';
import { Transition } from '../app/context';
import { ExpectedFlags } from '../endpoint';
import { StepRow } from '../step';

/** What transitions ask of kube-controller-manager, and do to it: whatever runs it answers for itself. */
export interface Manager {
  /**
   * Why kubelets of control-plane nodes change while it is stopped; undefined: they follow once it runs again, for a drain needs one that makes pods
   * anew.
   */
  readonly kubeletsMeanwhile?: string;
  /** How it is stopped. */
  stop(): readonly StepRow[];
  /** How it is started with the flags of the other side. */
  start(): readonly StepRow[];
  /** That every one of the cluster is of a release. */
  onRelease(release: string): readonly PlanAction[];
  /** That what runs for a node is well, of the release of a side, and has the flags that tell so. */
  runsOn(node: string, side: NodeSide, expected: ExpectedFlags): readonly PlanAction[];
}

export const STOP_SECONDS = 120;
export const START_SECONDS = 180;
export const WHY_STOP = 'while its flags change no process may run the cloud controllers';
export const WHY_START = 'it has the flags of the other side from its first moment on';

export function sideAfter({ to }: Transition): NodeSide {
  return to === 'n' ? NodeSide.N : NodeSide.N_PLUS_1;
}
