import { FaultCondition } from './ccm-faults';
import { LoadBalancerService } from './service-refusals';

/** What is known of a cluster that may meet the condition of a fault. */
export interface FaultyCluster {
  /** Whether its cloud-controller-manager has the route controller; undefined: it is not known. */
  readonly cloudRoutes?: boolean;
  /** Its Services of type LoadBalancer; undefined: they are not known. */
  readonly services?: readonly LoadBalancerService[];
}

/** `not-given`: an input with the Services or the cloud-controller-manager would say it. `not-shown`: it comes and goes, and no input says it. */
export type ConditionMet = 'yes' | 'no' | 'not-given' | 'not-shown';

const PREFIX = 'service.beta.kubernetes.io/aws-load-balancer-';

/** What is not here is `not-shown`. */
const MET: Readonly<Partial<Record<FaultCondition, (cluster: FaultyCluster) => boolean | undefined>>> = {
  'always': () => true,
  // Few inputs have Services, and most clusters do.
  'load-balancers': () => true,
  'cloud-routes': ({ cloudRoutes }) => cloudRoutes,
  'classic-security-groups': ({ services }) =>
    services?.some(({ annotations }) => `${PREFIX}security-groups` in annotations && annotations[`${PREFIX}type`] !== 'nlb'),
};

/** Whether a cluster meets the condition under which a fault shows. */
export function conditionMet(when: FaultCondition, cluster: FaultyCluster): ConditionMet {
  const asked = MET[when];
  if (asked === undefined) return 'not-shown';
  const met = asked(cluster);
  return met === undefined ? 'not-given' : met ? 'yes' : 'no';
}
