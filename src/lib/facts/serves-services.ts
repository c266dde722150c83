/** A program that does the work of a controller of the cloud, of some objects or of all, and is no controller manager. */
export interface OtherServer {
  /** End of the repository of its image. */
  readonly repository: RegExp;
  readonly name: string;
  /** Controllers whose work it does, by their logical names. */
  readonly controllers: readonly string[];
  /** Of which objects. */
  readonly takes: string;
  readonly source: string;
}

export const OTHER_SERVERS: readonly OtherServer[] = [
  {
    repository: /(^|\/)aws-load-balancer-controller$/,
    name: 'AWS Load Balancer Controller',
    controllers: ['service'],
    takes: 'Services of its loadBalancerClass, which its webhook sets for new ones where that is on',
    source: 'kubernetes-sigs/aws-load-balancer-controller webhooks/core/service_mutator.go, MutateCreate',
  },
];
