/** Value of the tag `kubernetes.io/cluster/<id>`. Lookups read only the key; the value says who may delete the resource. */
export enum ClusterTagValue {
  /** The cluster owns and manages the resource: it may go when the cluster goes. */
  OWNED = 'owned',
  /** Several clusters use the resource, or something else manages it: it stays when the cluster goes. */
  SHARED = 'shared',
}

/** Kinds of EC2 resources on which the cloud-controller-manager reads cluster tags. */
export enum ClusterTagResource {
  /** An instance that runs control-plane components: the cluster id is read from it at start. */
  CONTROL_PLANE_INSTANCE = 'control-plane-instance',
  /** An instance that runs only workloads. */
  WORKER_INSTANCE = 'worker-instance',
  /** The one security group per instance that load balancers open ports in. */
  SECURITY_GROUP = 'security-group',
  /** A subnet that internet-facing load balancers may use. */
  PUBLIC_SUBNET = 'public-subnet',
  /** A subnet that internal load balancers may use. */
  PRIVATE_SUBNET = 'private-subnet',
  /** The one route table in which the route controller writes pod routes. */
  ROUTE_TABLE = 'route-table',
  /** The VPC; the cloud-controller-manager does not look at its tags. */
  VPC = 'vpc',
}

/** One tag. */
export interface ClusterTag {
  /** Key, for example `kubernetes.io/cluster/prod`. */
  readonly key: string;
  /** Value, for example `owned`. */
  readonly value: string;
}
