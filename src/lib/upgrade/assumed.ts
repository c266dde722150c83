import { NotGiven } from './difference';
import { newActions } from './differences/iam';
import { API_SERVERS_NOT_GIVEN, NODES_NOT_GIVEN, SERVICES_NOT_GIVEN } from './not-given';
import { ReleaseAsRead } from './release-as-read';
import { UpgradedCluster } from './upgraded-cluster';
import { behaviourOf } from '../facts/ccm-behaviour-changes';
import { isRefusedBy, SERVICE_REFUSALS } from '../facts/service-refusals';
import { parseRelease } from '../facts/since';

/** What an answer takes for granted of what is not given, each with the command that shows it. */
export function assumedOf(from: ReleaseAsRead, to: ReleaseAsRead, cluster: UpgradedCluster): readonly NotGiven[] {
  const { apiServers, kcms, unknownVersions = [], hasServices, nodesWithoutProviderId, hasRoles, allows } = cluster;
  const isNew = <T>(those: (tag: string) => readonly T[]) => those(to.read.tag).some(one => !those(from.read.tag).includes(one));
  const refusals = (tag: string) => SERVICE_REFUSALS.filter(one => isRefusedBy(parseRelease(tag), one));
  const ofNodes = (tag: string) => behaviourOf(parseRelease(tag)).filter(({ concerns }) => concerns !== undefined);
  const actions = newActions(from.read, to.read, cluster);
  // What no policy allows stands in the way, and is not taken for granted.
  const unsure = actions.filter(action => allows === undefined || allows(action) === 'conditional');
  return [
    // Of another minor the answer turns on them.
    ...apiServers.length + kcms.length + unknownVersions.length > 0 || from.minor !== to.minor ? [] : [{
      says: `API servers are of 1.${to.minor}, or of the next minor`, command: API_SERVERS_NOT_GIVEN.command,
    }],
    ...hasServices === true || !isNew(refusals) ? [] : [{
      says: `no Service of type LoadBalancer has what ${to.tag} refuses`, command: SERVICES_NOT_GIVEN.command,
    }],
    ...nodesWithoutProviderId !== undefined || !isNew(ofNodes) ? [] : [{
      says: 'no Node is one that the release treats otherwise: without spec.providerID, or of a type whose topology it asks for',
      command: NODES_NOT_GIVEN.command,
    }],
    ...unsure.length === 0 ? [] : [{
      says: `its role may call ${unsure.join(', ')}`,
      command: `aws iam simulate-principal-policy --policy-source-arn <ARN of the role> --action-names ${unsure.join(' ')}`,
    }],
    ...hasRoles === true ? [] : [{
      says: 'its ServiceAccount has the rights of the ClusterRole that upstream has for the release',
      command: 'kubectl get clusterroles,clusterrolebindings,roles,rolebindings -A -o json',
    }],
  ];
}
