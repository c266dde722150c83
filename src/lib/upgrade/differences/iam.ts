import { AwsCcmRelease } from '../../facts/ccm-releases';
import { IamActionFact, IamFeature } from '../../facts/iam-actions';
import { neededActions } from '../../iam/control-plane-actions';
import { CcmDifference, metIf } from '../difference';
import { SERVICES_NOT_GIVEN } from '../not-given';
import { UpgradedCluster } from '../upgraded-cluster';

/** As `IamPolicy` has them. No controller of a cloud-controller-manager attaches volumes: the CSI driver does, or a kube-controller-manager. */
const IAM_FEATURES: ReadonlySet<IamFeature> = new Set(
  ['instances', 'load-balancers', 'network-load-balancers', 'routes', 'tagging', 'fargate'] satisfies readonly IamFeature[],
);

/** Without a policy of the role it is to be looked up; with one, what it lacks stands in the way where the cluster uses what it is for. */
export function iamDifferences(from: AwsCcmRelease, to: AwsCcmRelease, cluster: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [from, to].map(({ tag }) => actionsOf(tag));
  const only = (these: ReadonlyMap<string, IamActionFact>, others: ReadonlyMap<string, IamActionFact>) =>
    [...these].filter(([action]) => !others.has(action)).map(([, row]) => row).sort((a, b) => (a.action < b.action ? -1 : 1));
  const needed = only(has, had).map(row => neededDifference(row, cluster));
  return [...lackedNow(had, has, cluster), ...needed, ...only(had, has).map(({ action, feature, source }) => metIf(
    isUsed(feature, cluster),
    { topic: 'iam', says: `the role no longer needs ${action} (${feature})`, todo: 'Leave it in the policy while a rollback may be needed.', source },
  ))];
}

/** What both releases ask for: that it fails is not of the upgrade. */
function lackedNow(
  had: ReadonlyMap<string, IamActionFact>, has: ReadonlyMap<string, IamActionFact>, cluster: UpgradedCluster,
): readonly CcmDifference[] {
  const lacked = [...has.values()].filter(({ action, feature }) =>
    had.has(action) && isUsed(feature, cluster) !== false && cluster.allows?.(action) === 'no');
  return lacked.length === 0 ? [] : [{
    topic: 'iam',
    says: `no policy that is given allows, now as well, ${lacked.map(({ action }) => action).sort().join(', ')}`,
    todo: 'Give all policies of the role, or add what is missing.',
    source: lacked[0].source,
  }];
}

/** Actions that one release needs more than another, of what the cluster uses. */
export function newActions(from: AwsCcmRelease, to: AwsCcmRelease, cluster: UpgradedCluster): readonly string[] {
  const had = actionsOf(from.tag);
  return [...actionsOf(to.tag).values()].filter(({ action, feature }) => !had.has(action) && isUsed(feature, cluster) !== false)
    .map(({ action }) => action).sort();
}

function actionsOf(cloudControllerManager: string): ReadonlyMap<string, IamActionFact> {
  return new Map(neededActions({ cloudControllerManager }, IAM_FEATURES).map(row => [row.action, row]));
}

function neededDifference({ action, feature, source }: IamActionFact, cluster: UpgradedCluster): CcmDifference {
  const isNeeded = isUsed(feature, cluster);
  const difference: CcmDifference = {
    topic: 'iam', says: `the role needs ${action} (${feature})`, todo: 'Add it to the policy before the release is rolled out.', source,
  };
  const allows = cluster.allows?.(action);
  if (allows === undefined || isNeeded === false) return metIf(isNeeded, difference);
  if (allows === 'yes') return metIf(false, { ...difference, says: `${difference.says}, which the policies that are given allow` });
  if (allows === 'conditional') return { ...difference, says: `${difference.says}, which the policies that are given allow under a condition` };
  const missing = { missing: SERVICES_NOT_GIVEN };
  return {
    ...difference,
    says: `${difference.says}, which no policy that is given allows`,
    // Whether it is called depends on Services where these are not given.
    hindrance: { id: IAM_ACTION_MISSING, isCertain: isNeeded === true, ...isNeeded !== true && missing },
  };
}

/** That the role lacks a right with AWS that the release calls for. */
export const IAM_ACTION_MISSING = 'iam-action-missing';

/** Whether a cluster has what actions are for; undefined: it is not known. */
function isUsed(feature: IamFeature, { isGiven, hasServices, services, cloudRoutes, tags }: UpgradedCluster): boolean | undefined {
  if (isGiven !== true) return undefined;
  const some = (is: (annotations: Readonly<Record<string, string>>) => boolean) =>
    hasServices === true ? services?.some(({ service }) => is(service.annotations)) : undefined;
  switch (feature) {
    case 'instances': return true;
    case 'load-balancers': return some(() => true);
    case 'network-load-balancers': return some(annotations => annotations['service.beta.kubernetes.io/aws-load-balancer-type'] === 'nlb');
    case 'routes': return cloudRoutes;
    case 'tagging': return tags;
    // Nodes of a self-managed cluster are instances; others say so by their names.
    case 'volumes':
    case 'fargate': return false;
  }
}
