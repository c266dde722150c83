import { Inventory, routeTableOf, RouteTableFacts } from './inventory';
import { hasClusterTag } from './keys';

/** The one route table that must carry the tag, or why there is none. */
export interface RouteTableChoice {
  readonly table?: RouteTableFacts;
  readonly conflict?: { readonly resourceId: string; readonly reason: string };
}

/** Exactly one: the one that is tagged already, else the one the user named, else the only one that holds for the instances' subnets. */
export function chooseRouteTable(inventory: Inventory, clusterId: string, named?: string): RouteTableChoice {
  const tagged = inventory.routeTables.filter(table => hasClusterTag(table.tags, clusterId));
  if (tagged.length > 1) return conflict(tagged, 'are tagged for the cluster, and the route controller accepts one; remove the tag from the others');
  if (tagged.length === 1) {
    if (named === undefined || named === tagged[0].id) return { table: tagged[0] };
    return conflict(tagged, `is tagged for the cluster already; with '${named}' there would be two, and the route controller accepts one`);
  }
  if (named !== undefined) {
    const table = inventory.routeTables.find(each => each.id === named);
    return table ? { table } : { conflict: { resourceId: named, reason: 'is not a route table of the VPC' } };
  }
  const ids = new Set(inventory.instances.map(instance => instance.subnetId));
  const candidates = new Set(inventory.subnets.filter(subnet => ids.has(subnet.id)).map(subnet => routeTableOf(subnet, inventory.routeTables)));
  const tables = [...candidates].filter(table => table !== undefined);
  if (tables.length <= 1) return { table: tables[0] };
  return conflict(tables, "hold for the instances' subnets, and the route controller accepts one; name one, or say that cloud routes are off");
}

function conflict(tables: readonly RouteTableFacts[], reason: string): RouteTableChoice {
  const ids = tables.map(table => table.id).sort();
  return { conflict: { resourceId: ids[0], reason: `${ids.join(', ')} ${reason}` } };
}
