/** A listener, and what it passes on to. */
export interface Listener {
  readonly port: number;
  readonly protocol: string;
  /** Protocol and port of the instances, for example `TCP:30080`. */
  readonly to: string;
  /** ARN of its certificate; none: it has none. */
  readonly certificate?: string;
}

/** A load balancer of the account. */
export interface LoadBalancer {
  /** ARN; of a classic one its name. */
  readonly id: string;
  /** `classic`, `network`, `application` or `gateway`. */
  readonly type: string;
  /** Name under which clients find it. */
  readonly host: string;
  /** When it was made, as ISO 8601: one that is made anew under the same name has another time. */
  readonly created: string;
}

/** A load balancer with what it does. */
export interface LoadBalancerState extends LoadBalancer {
  readonly listeners: readonly Listener[];
  /** Ids of instances, or addresses, each once. */
  readonly targets: readonly string[];
}

/** What is asked of Elastic Load Balancing; every call only reads. */
export interface LoadBalancerPort {
  /** All load balancers, of both APIs. */
  list(): Promise<readonly LoadBalancer[]>;
  /** What some of them do. @throws AwsError, also where one is gone since */
  describe(balancers: readonly LoadBalancer[]): Promise<readonly LoadBalancerState[]>;
}
