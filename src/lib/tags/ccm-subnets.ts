import { CCM_TEXTS, sprintf } from './ccm-texts';
import { isPublic, RouteTableFacts, SubnetFacts } from './inventory';
import { clusterIds, ELB_ROLE_KEY, hasClusterTag, INTERNAL_ELB_ROLE_KEY } from './keys';

/** What the CCM would take for a load balancer. */
export interface SubnetChoice {
  /** Chosen subnet ids, by zone. */
  readonly byZone: ReadonlyMap<string, string>;
  /** Its warnings where nothing but the id broke a tie. */
  readonly ties: readonly { readonly zone: string; readonly text: string }[];
}

/**
 * The choice of subnets for a load balancer of one VPC (aws.go:1631-1760: findSubnets, findELBSubnets): candidates are the subnets tagged for the
 * cluster and those with no cluster's key; a public load balancer takes public ones only; per zone the role tag wins, then the cluster tag, then the
 * smaller id.
 */
export function chooseSubnets(
  subnets: readonly SubnetFacts[], tables: readonly RouteTableFacts[], clusterId: string, internal: boolean,
): SubnetChoice {
  const role = internal ? INTERNAL_ELB_ROLE_KEY : ELB_ROLE_KEY;
  const chosen = new Map<string, SubnetFacts>();
  const ties: { zone: string; text: string }[] = [];
  for (const subnet of subnets) {
    if (!hasClusterTag(subnet.tags, clusterId) && clusterIds(subnet.tags).length > 0) continue;
    if (!internal && !isPublic(subnet, tables)) continue;
    const existing = chosen.get(subnet.zone);
    if (!existing) {
      chosen.set(subnet.zone, subnet);
      continue;
    }
    const preferred = prefer(existing, subnet, each => each.tags.has(role)) ?? prefer(existing, subnet, each => hasClusterTag(each.tags, clusterId));
    const winner = preferred ?? (existing.id > subnet.id ? subnet : existing);
    if (!preferred) ties.push({ zone: subnet.zone, text: sprintf(CCM_TEXTS.subnetTie, subnet.zone, winner.id, existing.id, subnet.id) });
    chosen.set(subnet.zone, winner);
  }
  return { byZone: new Map([...chosen].map(([zone, subnet]) => [zone, subnet.id])), ties };
}

/** The one of two that has a mark, if only one has it. */
function prefer(a: SubnetFacts, b: SubnetFacts, mark: (subnet: SubnetFacts) => boolean): SubnetFacts | undefined {
  if (mark(a) === mark(b)) return undefined;
  return mark(a) ? a : b;
}
