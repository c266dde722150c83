import { ClusterTag, ClusterTagResource, ClusterTagValue } from './cluster-tag';
import { ClusterTagsProps } from './cluster-tags-props';
import { clusterKey, ELB_ROLE_KEY, INTERNAL_ELB_ROLE_KEY, LEGACY_CLUSTER_KEY, Tags } from './keys';
import { checkClusterId, checkExtraTags } from './limits';

/** What the user wants, with every default filled in. */
export interface TagSettings {
  readonly clusterId: string;
  /** Value on what belongs to the cluster alone: instances and their security group. */
  readonly value: ClusterTagValue;
  /** Value on subnets, the route table and the VPC. */
  readonly networkValue: ClusterTagValue;
  readonly legacyTag: boolean;
  readonly subnetRoles: boolean;
  readonly extraTags: readonly ClusterTag[];
}

/** The same with what only matters on existing resources. */
export interface PlanSettings extends TagSettings {
  /** Whether the CCM runs its route controller (`--configure-cloud-routes`, on by default): only then a route table is needed. */
  readonly cloudRoutes: boolean;
  readonly tagVpc: boolean;
  readonly securityGroupIds: readonly string[];
  readonly subnetIds: readonly string[];
  readonly routeTableId?: string;
  /** Whether the whole VPC belongs to the cluster, its subnets included. */
  readonly wholeVpc: boolean;
}

/** Props with every default filled in. */
export function tagSettings(props: ClusterTagsProps): TagSettings {
  return {
    clusterId: props.clusterId,
    value: props.value ?? ClusterTagValue.OWNED,
    networkValue: props.networkValue ?? ClusterTagValue.SHARED,
    legacyTag: props.legacyTag ?? false,
    subnetRoles: props.subnetRoles ?? true,
    extraTags: props.extraTags ?? [],
  };
}

/** @throws if the settings cannot be written as tags */
export function checkSettings(settings: TagSettings): void {
  checkClusterId(settings.clusterId);
  checkExtraTags(settings.extraTags);
}

const NETWORK: readonly ClusterTagResource[] = [
  ClusterTagResource.PUBLIC_SUBNET, ClusterTagResource.PRIVATE_SUBNET, ClusterTagResource.ROUTE_TABLE, ClusterTagResource.VPC,
];

/** Role tag per kind of subnet. The value is free: `1` is what AWS' own documents and kops write. */
const ROLE_KEYS = new Map([
  [ClusterTagResource.PUBLIC_SUBNET, ELB_ROLE_KEY],
  [ClusterTagResource.PRIVATE_SUBNET, INTERNAL_ELB_ROLE_KEY],
]);

export function valueOf(resource: ClusterTagResource, settings: TagSettings): ClusterTagValue {
  return NETWORK.includes(resource) ? settings.networkValue : settings.value;
}

/** The tags that a resource of a kind must have, cluster key first. */
export function desiredTags(resource: ClusterTagResource, settings: TagSettings): Tags {
  const value = valueOf(resource, settings);
  const tags = new Map<string, string>([[clusterKey(settings.clusterId), value]]);
  // As kops does: a legacy tag cannot say "shared", so a shared resource has none (k8s.io/kops pkg/model/context.go:276).
  if (settings.legacyTag && value === ClusterTagValue.OWNED) tags.set(LEGACY_CLUSTER_KEY, settings.clusterId);
  const role = ROLE_KEYS.get(resource);
  if (role && settings.subnetRoles) tags.set(role, '1');
  for (const { key, value: extra } of settings.extraTags) tags.set(key, extra);
  return tags;
}
