import { AwsCcmChange } from './ccm-changes';
import { hasSince, Release } from './since';

/** What an AWS cloud-controller-manager does otherwise from some releases on, with nothing changed in its flags, its config or the Services. */
export interface BehaviourChange extends AwsCcmChange {
  /** Kebab-case, never reused. */
  readonly id: string;
  readonly topic: 'nodes' | 'load-balancers' | 'metrics' | 'calls' | 'process';
  /** What it does from then on, as a sentence without its end. */
  readonly says: string;
  /** What the operator does about it; none: nothing. */
  readonly todo?: string;
  /** First release that stopped doing it: those before did the same. */
  readonly before?: string;
  /** Objects of a cluster that it is about. */
  readonly concerns?: 'nodes-without-provider-id' | 'nodes-that-require-topology';
  /** What of an input it shows in; default: any cluster. */
  readonly shows?: {
    /** Services of type LoadBalancer: any, or those with a network or a classic load balancer. */
    readonly services?: 'any' | 'network' | 'classic';
    /** An annotation of one. */
    readonly annotation?: string;
    /** A word that some text of the input has: the name of a metric, of an event, of a label. */
    readonly words?: readonly string[];
    /** Environment variables of its container. */
    readonly variables?: readonly string[];
    /** A key of the cloud config. */
    readonly key?: string;
    /** Routes that it makes. */
    readonly routes?: true;
  };
}

const READ_AT = ['v1.36.1', 'v1.37.0', 'v1.37.1'];
const P = 'kubernetes/cloud-provider-aws pkg';
/** Module of the controllers, which it links: which release of it a tag has, says the go.mod. */
const L = 'k8s.io/cloud-provider';

/** What Go does otherwise from a minor on, which the go.mod of a tag decides. */
const GO = 'kubernetes/cloud-provider-aws go.mod, the line go, at each of these tags and the one before it; doc/godebug.md of Go';

/** Each was looked for in every tag from v1.27.0 on; of those before, what reports are about. */
export const BEHAVIOUR_CHANGES: readonly BehaviourChange[] = [
  {
    id: 'keeps-unready-targets-of-local-services',
    since: ['1.26.0'],
    also: ['1.24.2', '1.24.3', '1.25.0'],
    topic: 'load-balancers',
    says: 'a node that is not Ready stays a target of load balancers of Services with externalTrafficPolicy: Local, and their health check alone '
      + 'decides; before, it was taken out',
    shows: { services: 'any' },
    readAt: READ_AT,
    source: `${L}@v0.26.0 controllers/service/controller.go:931, etpLocalNodePredicates, as in v0.25.0; not in v0.25.3 and v0.25.16; from v0.27.0 on `
      + 'stableNodeSetPredicates',
  },
  {
    id: 'leaves-special-zones',
    since: ['1.26.1'],
    topic: 'load-balancers',
    says: 'a classic load balancer without the annotation service.beta.kubernetes.io/aws-load-balancer-subnets leaves subnets of local and '
      + 'Wavelength zones',
    todo: 'Name the subnets in that annotation where those are wanted.',
    shows: { services: 'classic' },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws.go, getZoneTypesByName, at v1.26.1:3538 and not at v1.26.0; #442, #499`,
  },
  {
    id: 'keeps-unready-targets',
    since: ['1.27.0'],
    topic: 'load-balancers',
    says: 'a node that is not Ready stays a target of load balancers, and their health check alone decides; before, it was taken out',
    todo: 'See that health checks notice a node that goes, which one of the traffic port does not: from 1.33.0 on, '
      + 'ClusterServiceLoadBalancerHealthProbeMode = Shared asks kube-proxy.',
    shows: { services: 'any' },
    readAt: READ_AT,
    source: `${L}@v0.27.0 controllers/service/controller.go:945,957, stableNodeSetPredicates; not in v0.26.15; kubernetes/cloud-provider-aws#622`,
  },
  {
    id: 'takes-subnets-of-nlb',
    since: ['1.23.19', '1.24.18', '1.25.14', '1.26.10', '1.27.5', '1.28.4', '1.29.1'],
    topic: 'load-balancers',
    says: 'rules for health checks of a network load balancer name the subnets that it has; before, those that it would be made in',
    shows: { services: 'network' },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws.go, EnsureLoadBalancer, ensuredSubnetIDs, at each of these tags and not at the one before it`,
  },
  {
    id: 'labels-zone-id',
    since: ['1.30.0'],
    topic: 'nodes',
    says: 'nodes get the label topology.k8s.aws/zone-id',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go:75`,
  },
  {
    id: 'reads-nodes-as-a-whole',
    since: ['1.30.0'],
    topic: 'nodes',
    says: 'a Node is looked up as a whole (InstancesV2), and stays uninitialized while the id of its zone cannot be looked up',
    todo: 'Check that the role may call ec2:DescribeAvailabilityZones.',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws.go:1507 and instances_v2.go:75 at v1.30.0; aws.go of v1.29.10, InstancesV2, has none`,
  },
  {
    id: 'labels-network-layers',
    since: ['1.30.4', '1.31.2', '1.32.0'],
    topic: 'nodes',
    says: 'nodes whose topology EC2 knows get the labels topology.k8s.aws/network-node-layer-1, -2 and -3',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go, getAdditionalLabels; v1.37.1:110`,
  },
  {
    id: 'remembers-refused-topology',
    since: ['1.30.5', '1.31.3', '1.32.0'],
    topic: 'calls',
    says: 'after DescribeInstanceTopology was refused for a missing right, it is asked again after a day, or after a restart',
    todo: 'Restart it where the right is added later.',
    readAt: READ_AT,
    source: `${P}/providers/v1/topology.go:105 at v1.37.1, GetNodeTopology; in pkg/resourcemanagers before the AWS SDK v2; not `
      + 'at v1.30.4 and v1.31.2',
  },
  {
    id: 'describes-instance-once',
    since: ['1.32.2'],
    topic: 'calls',
    says: 'DescribeInstances is called once for a Node that is looked up; before, once each for its type, its zone and its addresses',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go, InstanceMetadata, at v1.32.2 and v1.32.1`,
  },
  {
    id: 'requires-topology',
    since: ['1.30.8', '1.31.6', '1.32.2'],
    topic: 'nodes',
    says: 'a Node of an instance type hpc, trn or p stays uninitialized while DescribeInstanceTopology fails, but for a missing right',
    todo: 'See that the cloud-controller-manager reaches EC2 and STS in its region, or set SupportedTopologyInstanceTypePattern.',
    concerns: 'nodes-that-require-topology',
    readAt: READ_AT,
    source: `${P}/providers/v1/instances_v2.go, getAdditionalLabels, and topology.go, defaultSupportedTopologyInstanceTypePattern: v1.32.2 `
      + 'instances_v2.go:90, v1.37.1:100, topology.go:43; in pkg/resourcemanagers before the AWS SDK v2',
  },
  {
    id: 'requires-no-topology-of-inf',
    since: ['1.30.9', '1.31.8', '1.32.5', '1.33.2'],
    topic: 'nodes',
    says: 'a Node of an instance type inf is initialized without an answer of DescribeInstanceTopology, as hpc, trn and p are not',
    readAt: READ_AT,
    source: `${P}/providers/v1/topology.go:43 at v1.37.1, defaultSupportedTopologyInstanceTypePattern; in pkg/resourcemanagers before the AWS SDK v2`,
  },
  {
    id: 'deregisters-targets-first',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2'],
    topic: 'load-balancers',
    says: 'targets of a network load balancer are taken out before new ones are registered; before, new ones came first',
    shows: { services: 'network' },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_loadbalancer.go, ensureTargetGroupTargets, v1.35.1:860 and v1.35.2:860; #1328`,
  },
  {
    id: 'counts-error-responses',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_api_response_status_total counts responses of AWS with an error, each try of a call',
    shows: { words: ['cloudprovider_aws_api_response_status_total'] },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_metrics.go, awsAPIResponseStatusTotal, v1.36.2:58, v1.37.1:63`,
  },
  {
    id: 'counts-failed-calls-once',
    since: ['1.37.0'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_api_response_status_total counts a call once, when it has failed for good; before, each try counted',
    todo: 'Adapt alerts: it is lower where calls are tried again.',
    shows: { words: ['cloudprovider_aws_api_response_status_total'] },
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/aws_metrics.go, addAWSAPIMetricsMiddleware, v1.37.1:127; v1.36.2 adds it after each response`,
  },
  {
    id: 'deletes-owned-nlb-groups',
    since: ['1.35.0'],
    topic: 'load-balancers',
    says: 'when a network load balancer is deleted, its security groups with the cluster tag "owned" are deleted with it, also those that were '
      + 'attached by hand',
    todo: 'Give groups that others use the value "shared".',
    shows: { services: 'network' },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws.go, EnsureLoadBalancerDeleted and buildSecurityGroupsToDelete, at v1.35.0; tags.go, hasClusterTagOwned`,
  },
  {
    id: 'reads-private-ipv4-addresses',
    since: ['1.35.0'],
    topic: 'load-balancers',
    says: 'a new network load balancer gets the addresses of the annotation aws-load-balancer-private-ipv4-addresses, which nothing read before',
    shows: { annotation: 'service.beta.kubernetes.io/aws-load-balancer-private-ipv4-addresses' },
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_loadbalancer.go, ensureLoadBalancerv2 and createSubnetMappings, at v1.35.0`,
  },
  {
    id: 'puts-own-nlb-group-back',
    since: ['1.37.0'],
    topic: 'load-balancers',
    says: 'with NLBSecurityGroupMode: Managed, a network load balancer that has security groups gets the group of its own in place of one that was '
      + 'attached by hand; before, what was attached stayed',
    todo: 'Name such a group in service.beta.kubernetes.io/aws-load-balancer-security-groups once this release runs: 1.35 and 1.36 refuse that.',
    shows: { key: 'NLBSecurityGroupMode' },
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/aws.go:2277, ensureNLBSecurityGroup, and aws_loadbalancer.go:230 at v1.37.1; v1.36.2 returns those that are there`,
  },
  {
    id: 'reports-nodes-not-deleted',
    since: ['1.31.0'],
    topic: 'nodes',
    says: 'an event DeletingNodeFailed says where a Node could not be deleted',
    shows: { words: ['DeletingNodeFailed'] },
    readAt: READ_AT,
    source: `${L}@v0.31.0 controllers/nodelifecycle/node_lifecycle_controller.go:46; not in v0.30.1`,
  },
  {
    id: 'binds-no-webhook-port',
    since: ['1.32.0'],
    topic: 'nodes',
    says: 'the port of webhooks (10260) is no longer bound where it runs, since it has no webhook',
    readAt: READ_AT,
    source: `${L}@v0.32.0 options/webhook.go, WebhookServingOptions.ApplyTo; v0.31.0 binds it always`,
  },
  {
    id: 'logs-service-changes',
    since: ['1.32.0'],
    topic: 'load-balancers',
    says: 'what changed of a Service (type, source ranges, external IPs and the like) is logged with -v=2, and no longer an event',
    todo: 'Look for these events in alerts.',
    shows: { services: 'any' },
    readAt: READ_AT,
    source: `${L}@v0.32.0 controllers/service/controller.go:556, needsUpdate; v0.31.0 records events`,
  },
  {
    id: 'reads-value-of-exclude-label',
    since: ['1.34.0'],
    topic: 'load-balancers',
    says: 'a node with the label node.kubernetes.io/exclude-from-external-load-balancers=false is a target of load balancers; before, any value '
      + 'took it out',
    todo: 'Look for the label with the value false.',
    shows: { words: ['exclude-from-external-load-balancers'] },
    readAt: READ_AT,
    source: `${L}@v0.34.0 controllers/service/controller.go:1014, nodeIncludedPredicate; v0.33.0 reads no value`,
  },
  {
    id: 'writes-network-condition',
    since: ['1.36.0'],
    topic: 'nodes',
    says: 'with --configure-cloud-routes, the condition NetworkUnavailable of a node is written also where another program, such as a CNI, has set '
      + 'it to the same status',
    shows: { routes: true },
    readAt: READ_AT,
    source: `${L}@v0.36.0 controllers/route/route_controller.go:503, updateNetworkingCondition; v0.35.0 reads no reason`,
  },
  {
    id: 'counts-route-syncs',
    since: ['1.36.0'],
    topic: 'metrics',
    says: 'the metric route_controller_route_sync_total is there',
    shows: { words: ['route_controller_route_sync_total'] },
    readAt: READ_AT,
    source: `${L}@v0.36.0 controllers/route/metrics.go:34`,
  },
  {
    id: 'labels-route-syncs',
    since: ['1.37.0'],
    topic: 'metrics',
    says: 'the metric route_controller_route_sync_total has the labels outcome and trigger',
    shows: { words: ['route_controller_route_sync_total'] },
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${L}@v0.37.0 controllers/route/metrics.go, recordRouteSync; v0.36.0 has no labels`,
  },
  {
    id: 'counts-node-lifecycle-calls',
    since: ['1.37.0'],
    topic: 'metrics',
    says: 'the metrics cloud_node_lifecycle_controller_monitor_nodes_duration_seconds and _cloud_provider_calls_total are there',
    shows: { words: ['cloud_node_lifecycle_controller_monitor_nodes_duration_seconds', '_cloud_provider_calls_total'] },
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${L}@v0.37.0 controllers/nodelifecycle/metrics.go; not in v0.36.0`,
  },
  {
    id: 'removes-work-item-duration',
    since: ['1.32.1'],
    topic: 'metrics',
    says: 'the metric cloudprovider_aws_tagging_controller_work_item_duration_seconds is gone',
    todo: 'Look for it in alerts and dashboards.',
    shows: { words: ['cloudprovider_aws_tagging_controller_work_item_duration_seconds'] },
    readAt: READ_AT,
    source: `${P}/controllers/tagging/metrics.go`,
  },
  {
    id: 'adds-tagging-delay',
    since: ['1.32.3'],
    topic: 'metrics',
    says: 'the metric inital_node_tagging_delay_seconds (sic) is there',
    shows: { words: ['inital_node_tagging_delay_seconds'] },
    readAt: READ_AT,
    source: `${P}/controllers/tagging/metrics.go:41`,
  },
  {
    id: 'gives-up-calls-after-30-s',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.2', '1.36.0'],
    topic: 'calls',
    says: 'a call to AWS that takes longer than 30 s fails',
    readAt: READ_AT,
    source: `${P}/providers/v1/aws_sdk.go:49`,
  },
  {
    id: 'batches-describe-instances',
    since: ['1.34.0'],
    topic: 'calls',
    says: 'DescribeInstances is called for several instances in one request',
    readAt: READ_AT,
    source: `${P}/providers/v1/describe_instance_batch.go; #1388 for its first fault`,
  },
  {
    id: 'deletes-nodes-without-provider-id',
    since: ['1.37.0'],
    topic: 'nodes',
    before: '1.30.0',
    says: 'a Node without spec.providerID is deleted where no instance has its name; 1.30.0 to 1.36.2 keep it',
    todo: 'List Nodes without spec.providerID (kubectl get nodes -o json), and give each its ID, or know that it goes.',
    concerns: 'nodes-without-provider-id',
    readAt: ['v1.37.0', 'v1.37.1'],
    source: `${P}/providers/v1/instances_v2.go:51, InstanceExists; not in v1.36.2; to 1.29 aws.go, InstancesV2, answers that there is none, and `
      + 'k8s.io/cloud-provider@v0.28.15 controllers/nodelifecycle/node_lifecycle_controller.go:250 asks by name',
  },
  {
    id: 'filters-subnets-by-vpc',
    since: ['1.34.4', '1.35.3', '1.36.2', '1.37.1'],
    topic: 'load-balancers',
    says: 'subnets that the annotation aws-load-balancer-subnets names by id are taken from the cluster\'s own VPC only: one of another VPC is not '
      + 'found',
    todo: 'Check the ids in service.beta.kubernetes.io/aws-load-balancer-subnets.',
    shows: { annotation: 'service.beta.kubernetes.io/aws-load-balancer-subnets' },
    readAt: ['v1.34.4', 'v1.35.3', 'v1.36.2', 'v1.37.1'],
    source: `${P}/providers/v1/aws.go:1837 at v1.37.1; not in the tag before each`,
  },
  {
    id: 'offers-no-rsa-key-exchange',
    since: ['1.26.14', '1.27.10', '1.28.10', '1.29.7', '1.30.0'],
    topic: 'process',
    says: 'TLS uses ECDHE: RSA key exchange (TLS_RSA_*) is not offered, and taken only where --tls-cipher-suites names it',
    todo: 'Check that proxies on the way to AWS and the API server, and clients of its metrics, use ECDHE.',
    readAt: READ_AT,
    source: `${GO} 1.22, tlsrsakex`,
  },
  {
    id: 'offers-post-quantum-key-exchange',
    since: ['1.29.9', '1.30.8', '1.31.7', '1.32.0'],
    topic: 'process',
    says: 'TLS offers a post-quantum key exchange, which makes its first message larger than a packet, and no 3DES; a certificate with a negative '
      + 'serial number is refused',
    todo: 'Check that firewalls and proxies on the way to AWS and the API server take a ClientHello of two packets; GODEBUG=tlsmlkem=0 (tlskyber=0 '
      + 'in v1.30.8 and v1.32.0 to v1.32.2) makes it smaller.',
    readAt: READ_AT,
    source: `${GO} 1.23, tlskyber, tls3des and x509negativeserial, and Go 1.24, tlsmlkem`,
  },
  {
    id: 'refuses-short-rsa-keys',
    since: ['1.29.9', '1.30.9', '1.31.7', '1.32.3', '1.33.0'],
    topic: 'process',
    says: 'RSA keys of less than 1024 bits are refused',
    readAt: READ_AT,
    source: `${GO} 1.24, rsa1024min`,
  },
  {
    id: 'keeps-to-cpu-limit',
    since: ['1.32.8', '1.33.4', '1.34.3', '1.35.0'],
    topic: 'process',
    says: 'with a limit of CPU, it runs on as many processors as the limit allows, and no more; TLS 1.2 with signatures of SHA-1 is refused',
    readAt: READ_AT,
    source: `${GO} 1.25, containermaxprocs and tlssha1`,
  },
  {
    id: 'refuses-colons-in-hosts',
    since: ['1.34.4', '1.35.3', '1.36.0'],
    topic: 'process',
    says: 'an address with colons outside of brackets, such as https://::1:6443, is refused in kubeconfigs, proxies and endpoints',
    readAt: READ_AT,
    source: `${GO} 1.26, urlstrictcolons`,
  },
  {
    id: 'ignores-removed-godebug',
    since: ['1.34.4', '1.35.3', '1.36.2', '1.37.1'],
    topic: 'process',
    says: 'GODEBUG with tlsrsakex, tls3des, tls10server, tlsunsafeekm, x509keypairleaf or asynctimerchan changes nothing any more',
    todo: 'Look for them in the environment of its container.',
    shows: { variables: ['GODEBUG'] },
    readAt: ['v1.36.2', 'v1.37.1'],
    source: 'kubernetes/cloud-provider-aws Dockerfile, GOLANG_IMAGE, of each of these tags and of the one before; '
      + 'golang.org/toolchain@v0.0.1-go1.27.3 src/internal/godebugs/table.go, Removed',
  },
  {
    id: 'renews-lease-at-once',
    since: ['1.30.0'],
    topic: 'process',
    says: 'the leader renews its Lease with one request; before, it read it first. The metric leader_election_slowpath_total counts where it still '
      + 'must',
    readAt: READ_AT,
    source: 'k8s.io/client-go@v0.30.0 tools/leaderelection/leaderelection.go, tryAcquireOrRenew; not in v0.29.0',
  },
  {
    id: 'takes-pod-identity',
    since: ['1.25.16', '1.26.13', '1.27.8', '1.28.7', '1.29.4', '1.30.0'],
    topic: 'calls',
    says: 'credentials of EKS Pod Identity are taken (AWS_CONTAINER_CREDENTIALS_FULL_URI); before, their address was refused',
    shows: { variables: ['AWS_CONTAINER_CREDENTIALS_FULL_URI'] },
    readAt: READ_AT,
    source: 'github.com/aws/aws-sdk-go@v1.51.1 aws/defaults/defaults.go, isAllowedHost; not in v1.44.241; '
      + 'github.com/aws/aws-sdk-go-v2/config@v1.28.0 resolve_credentials.go, isAllowedHost',
  },
  {
    id: 'counts-network-of-process',
    since: ['1.32.3', '1.33.0'],
    topic: 'metrics',
    says: 'the metrics process_network_receive_bytes_total and process_network_transmit_bytes_total are there',
    shows: { words: ['process_network_receive_bytes_total', 'process_network_transmit_bytes_total'] },
    readAt: READ_AT,
    source: 'github.com/prometheus/client_golang@v1.22.0 prometheus/process_collector.go; not in v1.19.1',
  },
  {
    id: 'streams-initial-lists',
    since: ['1.35.0'],
    topic: 'process',
    says: 'Nodes, Services and others are read at the start by a watch that streams them (WatchList), where the API server does that; before, by '
      + 'lists',
    todo: 'KUBE_FEATURE_WatchListClient=false in its environment turns it off.',
    readAt: READ_AT,
    source: 'k8s.io/client-go@v0.35.0 features/known_features.go, WatchListClient, and tools/cache/reflector.go, ListAndWatchWithContext; off in '
      + 'v0.34.0',
  },
  {
    id: 'reads-ca-again',
    since: ['1.36.0'],
    topic: 'process',
    says: 'the certificate authority of the API server is read from its file every 5 minutes; before, at the start alone. The metric '
      + 'rest_client_transport_ca_reload_total counts it',
    readAt: READ_AT,
    source: 'k8s.io/client-go@v0.36.0 transport/ca_rotation.go and features/known_features.go, ClientsAllowCARotation; not in v0.35.0',
  },
];

/** What a release does that another does not. */
export function behaviourOf(release: Release): readonly BehaviourChange[] {
  return BEHAVIOUR_CHANGES.filter(({ since, also = [], before }) => hasSince(release, since)
    || also.includes(`1.${release.minor}.${release.patch}`) || (before !== undefined && !hasSince(release, [before])));
}
