import { globalKey } from '../../cloud-config/global-key';
import { BehaviourChange, behaviourOf } from '../../facts/ccm-behaviour-changes';
import { LoadBalancerService } from '../../facts/service-refusals';
import { parseRelease } from '../../facts/since';
import { requiresTopology } from '../../facts/topology-types';
import { CcmDifference, metIf } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/** @param earlier the release that runs, and those on the way */
export function behaviourDifferences(earlier: readonly string[], to: string, cluster: UpgradedCluster): readonly CcmDifference[] {
  const [had, ...between] = earlier.map(tag => behaviourOf(parseRelease(tag)));
  const has = behaviourOf(parseRelease(to));
  const comes = has.filter(one => [had, ...between].some(those => !those.includes(one)));
  return [
    ...comes.map((change): CcmDifference => {
      const { id, topic, says, todo, source, concerns } = change;
      const about = concerns === undefined ? undefined : NODES[concerns](cluster, to);
      if (about?.nodes.length === 0) return metIf(cluster.isGiven === true ? false : undefined, { topic, says: `${says}; ${about.none}`, source });
      const here = about === undefined ? {} : { says: `${says}: here ${about.nodes.join(', ')}`, hindrance: { id, isCertain: false } };
      return metIf(showsIn(change, cluster), { topic, says, ...todo !== undefined && { todo }, source, ...here });
    }),
    // Nothing is to be done about objects that are left alone.
    ...had.filter(one => !has.includes(one)).map(change => {
      const { topic, says, todo, source, concerns } = change;
      const remedy = todo !== undefined && concerns === undefined && { todo };
      return metIf(showsIn(change, cluster), { topic, says: `no longer: ${says}`, ...remedy, source });
    }),
  ];
}

/** Nodes of a cluster that a change is about, and what is said where there are none; undefined: it is not known which those are. */
const NODES: Readonly<Record<NonNullable<BehaviourChange['concerns']>, (cluster: UpgradedCluster, to: string) => {
  readonly nodes: readonly string[];
  readonly none: string;
} | undefined>> = {
  'nodes-without-provider-id': ({ nodesWithoutProviderId: nodes }) => nodes && { nodes, none: 'every Node of the input has one' },
  'nodes-that-require-topology': ({ instanceTypes, topologyTypes }, to) => {
    const nodes = instanceTypes?.filter(({ type }) => type !== undefined && requiresTopology(parseRelease(to), type, topologyTypes));
    // Of a Node without the label nothing is known.
    if (nodes === undefined || (nodes.length === 0 && instanceTypes!.some(({ type }) => type === undefined))) return undefined;
    return { nodes: nodes.map(({ node, type }) => `${node} (${type!})`), none: 'no Node of the input is of such a type' };
  },
};

/** Whether what a change is about is in the input; undefined: that is not known, or it is about any cluster. */
function showsIn({ shows }: BehaviourChange, cluster: UpgradedCluster): boolean | undefined {
  const { isGiven, hasServices, services, cloudRoutes, variables, cloudConfig, names } = cluster;
  if (isGiven !== true || shows === undefined) return undefined;
  if (shows.services !== undefined) return hasServices === true ? services?.some(({ service }) => OF_SERVICES[shows.services!](service)) : undefined;
  if (shows.annotation !== undefined) {
    return hasServices === true ? services?.some(({ service }) => shows.annotation! in service.annotations) : undefined;
  }
  if (shows.words !== undefined) return names && shows.words.some(names);
  if (shows.variables !== undefined) return variables && shows.variables.some(name => variables.includes(name));
  if (shows.key !== undefined) return cloudConfig && globalKey(cloudConfig, shows.key) !== undefined;
  return cloudRoutes;
}

const TYPE = 'service.beta.kubernetes.io/aws-load-balancer-type';

/** What a Service is asked. */
const OF_SERVICES: Readonly<Record<NonNullable<NonNullable<BehaviourChange['shows']>['services']>, (service: LoadBalancerService) => boolean>> = {
  any: () => true,
  network: ({ annotations }) => annotations[TYPE] === 'nlb',
  classic: ({ annotations }) => annotations[TYPE] !== 'nlb',
};
