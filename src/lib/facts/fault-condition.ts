import { FaultCondition } from './ccm-faults';
import { LEFT_TO_ANOTHER } from './load-balancer-changes';
import { LoadBalancerService } from './service-refusals';

/** What is known of a cluster that may meet the condition of a fault. */
export interface FaultyCluster {
  /** Whether its cloud-controller-manager has the route controller; undefined: it is not known. */
  readonly cloudRoutes?: boolean;
  /** Whether its cloud config has `RoleARN`; undefined: it is not known. */
  readonly assumesRole?: boolean;
  /** Whether it has a web identity, and neither a region nor an endpoint of STS in its environment; undefined: it is not known. */
  readonly webIdentityWithoutRegion?: boolean;
  /** Its Services of type LoadBalancer; undefined: they are not known. */
  readonly services?: readonly LoadBalancerService[];
  /** Its Nodes that have no `spec.providerID`, by name; undefined: Nodes are not known. */
  readonly nodesWithoutProviderId?: readonly string[];
}

/** `not-given`: an input with the Services or the cloud-controller-manager would say it. `not-shown`: it comes and goes, and no input says it. */
export type ConditionMet = 'yes' | 'no' | 'not-given' | 'not-shown';

type Met = (cluster: FaultyCluster) => boolean | undefined | 'not-shown';

const PREFIX = 'service.beta.kubernetes.io/aws-load-balancer-';

/** Few inputs have Services, and most clusters do. */
const IN_MOST_CLUSTERS: Met = () => true;
/** It depends on AWS alone. */
const NOT_SHOWN: Met = () => 'not-shown';

const isNlb = ({ annotations }: LoadBalancerService): boolean => annotations[`${PREFIX}type`] === 'nlb';

const isLeftToAnother = ({ annotations }: LoadBalancerService): boolean =>
  (LEFT_TO_ANOTHER.values as readonly string[]).includes(annotations[LEFT_TO_ANOTHER.annotation] ?? '');

/** A classic load balancer whose Service has an annotation. */
function onClassic(annotation: string): Met {
  return ({ services }) => services?.some(service => `${PREFIX}${annotation}` in service.annotations && !isNlb(service) && !isLeftToAnother(service));
}

const MET: Readonly<Record<FaultCondition, Met>> = {
  'always': IN_MOST_CLUSTERS,
  'load-balancers': IN_MOST_CLUSTERS,
  'local-traffic': IN_MOST_CLUSTERS,
  'network-load-balancers': ({ services = [] }) => services.length === 0 || services.some(isNlb),
  'classic-load-balancers': NOT_SHOWN,
  'classic-security-groups': onClassic('security-groups'),
  'ssl-negotiation-policy': onClassic('ssl-negotiation-policy'),
  'untagged-security-groups': NOT_SHOWN,
  'target-quota': NOT_SHOWN,
  'cloud-routes': ({ cloudRoutes }) => cloudRoutes,
  'assumed-role': ({ assumesRole }) => assumesRole,
  'web-identity-without-region': ({ webIdentityWithoutRegion }) => webIdentityWithoutRegion,
  'assumed-role-of-web-identity': ({ webIdentityWithoutRegion: identity, assumesRole: role }) => {
    if (identity === false || role === false) return false;
    // Few clusters have either of the two.
    return identity === undefined && role === undefined ? 'not-shown' : identity && role;
  },
  'topology-error': NOT_SHOWN,
  'nodes-without-provider-id': ({ nodesWithoutProviderId: nodes }) => nodes === undefined ? 'not-shown' : nodes.length > 0,
  'several-interfaces': NOT_SHOWN,
  'no-instance-identity': NOT_SHOWN,
  'terminated-instance': NOT_SHOWN,
};

/** Whether a cluster meets the condition under which a fault shows. */
export function conditionMet(when: FaultCondition, cluster: FaultyCluster): ConditionMet {
  const met = MET[when](cluster);
  if (met === 'not-shown') return met;
  return met === undefined ? 'not-given' : met ? 'yes' : 'no';
}
