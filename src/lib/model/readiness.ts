import { tokenControllerSignal } from '../facts/token-controller';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Whether a process with Leader Migration gets to bid for its migration lock. */
export type Bid = 'yes' | 'never' | 'crashes';

/** A cloud-controller-manager bids as soon as it holds its main lock: k8s.io/cloud-provider@v0.26.15 app/controllermanager.go:240. */
export function canBid(component: ControllerManager, version: KubernetesVersion, tokenControllerEnabled: boolean, hasKeyFile: boolean): Bid {
  if (component !== KCM) return 'yes';
  const signal = tokenControllerSignal(version);
  if (signal.mustBeEnabled && !tokenControllerEnabled) return 'never';
  return signal.crashesWithoutKey && !hasKeyFile ? 'crashes' : 'yes';
}
