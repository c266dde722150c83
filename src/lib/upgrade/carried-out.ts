import { CcmUpgrade } from './ccm-upgrade';
import type { HelmUpgrade } from './helm';
import type { NextCommand } from './next-commands';

/** An answer with the commands that carry it out. */
export interface CarriedOut extends CcmUpgrade {
  /** How Helm brings each of the hops; none: it does not own the cloud-controller-manager. */
  readonly helm?: HelmUpgrade;
  /** None: Helm does, or something stands in the way. */
  readonly next?: readonly NextCommand[];
}
