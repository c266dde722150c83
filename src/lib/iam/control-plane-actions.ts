import { hasChange } from '../facts/ccm-changes';
import { awsCcmRelease } from '../facts/ccm-releases';
import { inTreeAwsMinors } from '../facts/cloud-config-keys';
import { IamActionFact, iamActions, IamFeature, needsAction } from '../facts/iam-actions';
import { parseRelease } from '../facts/since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Providers that run with one role during the migration: inside kube-controller-manager, in cloud-controller-manager, or both. */
export interface Callers {
  readonly kubeControllerManager?: KubernetesVersion;
  readonly cloudControllerManager?: string;
}

/** Rows of the actions that at least one caller needs for these features. */
export function neededActions(callers: Callers, features: ReadonlySet<IamFeature>): IamActionFact[] {
  const { kubeControllerManager: kcm, cloudControllerManager: tag } = callers;
  if (!kcm && !tag) throw new Error('a control plane policy has no caller; give kubeControllerManager, cloudControllerManager or both');
  const { first, last } = inTreeAwsMinors();
  if (kcm && (kcm.minor < first || kcm.minor > last)) {
    throw new Error(`kubeControllerManager ${kcm} has no AWS provider; known: 1.${first} to 1.${last}; from 1.${last + 1} on leave it out`);
  }
  const release = tag === undefined ? undefined : awsCcmRelease(tag).tag;
  return iamActions().filter(row => features.has(row.feature) && ((kcm && row.inTree) || (release && needsAction(release, row))));
}

/** Whether every caller tags security groups and target groups in the call that creates them. */
export function tagsAtCreation({ kubeControllerManager, cloudControllerManager }: Callers): boolean {
  return !kubeControllerManager && cloudControllerManager !== undefined && hasChange(parseRelease(cloudControllerManager), 'tagsAtCreation');
}
