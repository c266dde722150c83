import { inForce } from './in-force';
import { FactTable } from './table';

/** Something that a cloud-controller-manager asks the API server for, and what becomes of its controllers without it. */
export interface CcmRight {
  /** One of them is enough. */
  readonly verbs: readonly string[];
  readonly resource: 'nodes' | 'nodes/status' | 'serviceaccounts' | 'serviceaccounts/token' | 'services' | 'services/status';
  /** The one object that is asked for; default: those of the whole cluster. */
  readonly object?: { readonly namespace: string; readonly name: string };
  /**
   * Who asks. `component`: the account of its pod, also under --use-service-account-credentials, since the shared informers are made with the root
   * client. `controller`: with that flag an account that the API server itself binds, without it that of its pod.
   */
  readonly asks: 'component' | 'controller';
  /** Only of use with --use-service-account-credentials. */
  readonly onlyForAccounts?: boolean;
  /** Controllers that never do their work without it. */
  readonly idle: readonly string[];
  /** What happens without it. */
  readonly effect: string;
  /** Whether they do some of their work all the same. */
  readonly isUnclear?: boolean;
}

const ALL = ['cloud-node', 'cloud-node-lifecycle', 'route', 'service'];
const NEVER_LISTED = 'its informer never has any, and who waits for it does nothing';
const LISTED_AGAIN = 'its informer lists them again after a pause of up to a minute, instead of watching them';

/** A reflector lists, and then watches; where it may not watch, it lists again after a pause, 30 s with a jitter of as much. */
const LISTED_FIRST: readonly CcmRight[] = [
  { verbs: ['list'], resource: 'nodes', asks: 'component', idle: ALL, effect: NEVER_LISTED },
  { verbs: ['watch'], resource: 'nodes', asks: 'component', idle: ALL, effect: LISTED_AGAIN, isUnclear: true },
  { verbs: ['list'], resource: 'services', asks: 'component', idle: ['service'], effect: NEVER_LISTED },
  { verbs: ['watch'], resource: 'services', asks: 'component', idle: ['service'], effect: LISTED_AGAIN, isUnclear: true },
];

/**
 * With the gate WatchListClient of client-go, a watch alone may bring the list too; where the API server does not do so, it is asked for a list. Nor
 * does one of today do so where its etcd has no RequestWatchProgress: seen with 1.37.1 beside etcd 3.4.23 (e2e/README.md).
 */
const WATCHED_FIRST: readonly CcmRight[] = [
  { verbs: ['list', 'watch'], resource: 'nodes', asks: 'component', idle: ALL, effect: NEVER_LISTED },
  { ...LISTED_FIRST[0], isUnclear: true, effect: 'its informer has them only where the API server streams lists' },
  LISTED_FIRST[1],
  { verbs: ['list', 'watch'], resource: 'services', asks: 'component', idle: ['service'], effect: NEVER_LISTED },
  { ...LISTED_FIRST[2], isUnclear: true, effect: 'its informer has them only where the API server streams lists' },
  LISTED_FIRST[3],
];

/**
 * What controllers write. Not here, since upstream's manifests of some release do without: the deletion of nodes (superset-role), and `get` on nodes,
 * which only the provider of GCE asks for.
 */
const WRITES: readonly CcmRight[] = [
  {
    verbs: ['update'],
    resource: 'nodes',
    asks: 'controller',
    idle: ['cloud-node'],
    effect: 'no node loses the taint node.cloudprovider.kubernetes.io/uninitialized',
  },
  {
    verbs: ['patch'],
    resource: 'nodes/status',
    asks: 'controller',
    idle: ['cloud-node'],
    effect: 'no node gets addresses from the cloud',
    isUnclear: true,
  },
  {
    verbs: ['patch'],
    resource: 'services/status',
    asks: 'controller',
    idle: ['service'],
    effect: 'the finalizer, which comes before every load balancer, is never set',
  },
];

/** Not of the route controller: it asks only to say that a node's network is there. The account is looked up before each token is asked for. */
const TOKENS: readonly CcmRight[] = ([
  ['node-controller', ['cloud-node', 'cloud-node-lifecycle']],
  ['service-controller', ['service']],
] as const).flatMap(([name, idle]) => ([['get', 'serviceaccounts'], ['create', 'serviceaccounts/token']] as const).map(([verb, resource]) => ({
  verbs: [verb],
  resource,
  object: { namespace: 'kube-system', name },
  asks: 'component',
  onlyForAccounts: true,
  idle,
  effect: 'no request that is made as that account has a token',
  // Helm's chart is installed without it.
  isUnclear: verb === 'get',
})));

const PLACES = 'options/options.go ApplyTo (VersionedClient, SharedInformers), controllers/node/node_controller.go Run, syncNode, '
  + 'updateNodeAddress, controllers/nodelifecycle/node_lifecycle_controller.go MonitorNodes, controllers/route/route_controller.go Run, '
  + 'controllers/service/controller.go Run, syncLoadBalancerIfNeeded, service/helpers/helper.go PatchService';

export const CCM_RIGHTS = new FactTable<readonly CcmRight[]>('rights that a cloud-controller-manager works with', [
  {
    from: '1.20',
    to: '1.20',
    readAt: ['1.20.15'],
    value: [...LISTED_FIRST, ...WRITES],
    source: `k8s.io/cloud-provider@v0.20.15 ${PLACES}`,
  },
  {
    from: '1.21',
    to: '1.34',
    readAt: ['1.21.14', '1.34.10'],
    value: [...LISTED_FIRST, ...WRITES, ...TOKENS],
    source: `k8s.io/cloud-provider@v0.21.14, v0.23.17, v0.27.12, v0.29.15, v0.32.13 and v0.34.10 ${PLACES}; k8s.io/client-go@v0.21.3 `
      + 'tools/cache/reflector.go Run, ListAndWatch; k8s.io/controller-manager@v0.27.11 pkg/clientbuilder/client_builder_dynamic.go:166-196, Token',
  },
  {
    from: '1.35',
    readAt: ['1.35.4', '1.37.1'],
    value: [...WATCHED_FIRST, ...WRITES, ...TOKENS],
    source: `k8s.io/cloud-provider@v0.35.4 and v0.37.1 ${PLACES}; k8s.io/client-go@v0.35.4 and v0.37.1 features/known_features.go WatchListClient, `
      + 'tools/cache/reflector.go ListAndWatchWithContext',
  },
]);

/** Those that are known. */
export function ccmRights(): FactTable<readonly CcmRight[]> {
  return inForce(CCM_RIGHTS);
}

/**
 * Verbs without which a candidate never holds a lock, or loses it at once: k8s.io/client-go@v0.20.15, v0.27.16 and v0.37.1
 * tools/leaderelection/leaderelection.go tryAcquireOrRenew, run with the component's own configuration (k8s.io/cloud-provider@v0.21.14 and v0.37.1
 * app/controllermanager.go leaderElectAndRun). `create` is asked only where the object is not there.
 */
export const LOCK_VERBS: readonly string[] = ['get', 'create', 'update'];

/** Where locks are kept: k8s.io/client-go@v0.23.17 tools/leaderelection/resourcelock/leaselock.go, endpointslock.go, configmaplock.go. */
export const LOCK_RESOURCES: Readonly<Record<string, { readonly apiGroup: string; readonly kind: string }>> = {
  leases: { apiGroup: 'coordination.k8s.io', kind: 'Lease' },
  endpoints: { apiGroup: '', kind: 'Endpoints' },
  configmaps: { apiGroup: '', kind: 'ConfigMap' },
};
