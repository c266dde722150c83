import { CloudController } from './controllers';
import { flagOf, hasFlag } from './flags';
import { generatedFeatureGates } from './generated';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Whose a flag is that kube-controller-manager and a cloud-controller-manager both have:
 * a list of controllers: a setting of theirs, which moves with any of them; `client`: how every controller of the process works, so it moves with any
 * controller; `serving`: how an administrator hardens what a process serves, the same for each that takes over its work; `cluster`: what the cluster
 * is, the same in both; `locks`: how locks are held; `process`: where the process listens, what it logs and who it is: its own.
 */
export type FlagOwner = readonly CloudController[] | 'client' | 'serving' | 'cluster' | 'locks' | 'process';

/** A flag of both components. */
export interface SharedFlag {
  readonly owner: FlagOwner;
  /** Whether kube-controller-manager goes on using it under `--cloud-provider=external`, with none of the controllers that moved. */
  readonly stays: boolean;
  readonly source: string;
}

const KCM_CORE = 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/core.go';
const CCM_CORE = 'k8s.io/cloud-provider@v0.26.15 app/core.go';
const NODE_IPAM = 'k8s.io/kubernetes@v1.26.15 cmd/cloud-controller-manager/nodeipamcontroller.go, options of '
  + 'cmd/kube-controller-manager/app/options/nodeipamcontroller.go';
const CLOUD_CONTROLLERS: readonly CloudController[] = ['service', 'route', 'cloud-node-lifecycle'];

const PROCESS: SharedFlag = {
  owner: 'process',
  stays: true,
  source: 'k8s.io/apiserver@v0.26.15 pkg/server/options, k8s.io/component-base@v0.26.15 logs: how one process serves and logs',
};
const LOCKS: SharedFlag = { owner: 'locks', stays: true, source: 'k8s.io/component-base@v0.26.15 config/options/leaderelectionconfig.go' };
const CLIENT: SharedFlag = {
  owner: 'client',
  stays: true,
  source: 'k8s.io/controller-manager@v0.26.13 options/generic.go, the client of every controller',
};

const SERVING: SharedFlag = {
  owner: 'serving',
  stays: true,
  source: 'k8s.io/apiserver@v0.26.15 pkg/server/options/serving.go; k8s.io/component-base@v0.26.15 config/v1alpha1, DebuggingConfiguration; the '
    + 'benchmarks of CIS ask it of kube-controller-manager',
};

/** Releases in whose sources the owner of each flag and gate was read; those that have ended were read in their sources below. */
export const SHARED_FLAGS_READ_AT: readonly string[] = ['1.26.15', '1.37.1'];

/** Every flag that both have in some release from 1.20 to 1.37; test/lib/facts/shared-flags.test.ts compares the names with the released programs. */
const SHARED: Readonly<Record<string, SharedFlag>> = {
  'concurrent-service-syncs': { owner: ['service'], stays: false, source: `${KCM_CORE}, startServiceController; ${CCM_CORE}` },
  'route-reconciliation-period': { owner: ['route'], stays: false, source: `${KCM_CORE}, startRouteController; ${CCM_CORE}` },
  'node-monitor-period': {
    owner: ['cloud-node-lifecycle'],
    stays: true,
    source: `${KCM_CORE}:179 (node lifecycle, which stays) and :202 (cloud node lifecycle); ${CCM_CORE}:69`,
  },
  'node-sync-period': {
    owner: CLOUD_CONTROLLERS,
    stays: false,
    source: 'k8s.io/cloud-provider@v0.26.15 options/kubecloudshared.go:65; no controller reads it from 1.20 on',
  },
  'allow-untagged-cloud': {
    owner: CLOUD_CONTROLLERS,
    stays: false,
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/cloudproviders.go; k8s.io/cloud-provider-aws@v1.27.0 '
      + 'cmd/aws-cloud-controller-manager/main.go',
  },
  'cidr-allocator-type': { owner: ['nodeipam'], stays: false, source: NODE_IPAM },
  'node-cidr-mask-size': { owner: ['nodeipam'], stays: false, source: NODE_IPAM },
  'node-cidr-mask-size-ipv4': { owner: ['nodeipam'], stays: false, source: NODE_IPAM },
  'node-cidr-mask-size-ipv6': { owner: ['nodeipam'], stays: false, source: NODE_IPAM },
  'service-cluster-ip-range': { owner: ['nodeipam'], stays: true, source: `${NODE_IPAM}; kubeadm passes it in any case` },
  // What the cluster is stays on both sides, where an administrator and the verifier compare it.
  'allocate-node-cidrs': { owner: 'cluster', stays: true, source: `${KCM_CORE}, startNodeIpamController` },
  'cluster-cidr': { owner: 'cluster', stays: true, source: `${KCM_CORE}, startNodeIpamController` },
  'cluster-name': { owner: 'cluster', stays: true, source: 'k8s.io/cloud-provider@v0.26.15 options/kubecloudshared.go:63' },
  'configure-cloud-routes': { owner: 'cluster', stays: true, source: `${KCM_CORE}, startRouteController` },
  'controller-start-interval': CLIENT,
  'kube-api-burst': CLIENT,
  'kube-api-content-type': CLIENT,
  'kube-api-qps': CLIENT,
  'min-resync-period': CLIENT,
  'contention-profiling': SERVING,
  'profiling': SERVING,
  'tls-cipher-suites': SERVING,
  'tls-curve-preferences': SERVING,
  'tls-min-version': SERVING,
  // Of the gates, those that a moved controller asks move: see `movedGate`.
  'feature-gates': { owner: 'client', stays: true, source: 'k8s.io/component-base@v0.26.15 featuregate' },
};

const OF_LOCKS: readonly string[] = [
  'leader-elect', 'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-resource-lock', 'leader-elect-resource-name',
  'leader-elect-resource-namespace', 'leader-elect-retry-period', 'enable-leader-migration', 'leader-migration-config',
];

const OF_PROCESS: readonly string[] = [
  'add-dir-header', 'address', 'alsologtostderr', 'authentication-kubeconfig', 'authentication-skip-lookup', 'authentication-token-webhook-cache-ttl',
  'authentication-tolerate-lookup-failure', 'authorization-always-allow-paths', 'authorization-kubeconfig',
  'authorization-webhook-cache-authorized-ttl',
  'authorization-webhook-cache-unauthorized-ttl', 'bind-address', 'cert-dir', 'client-ca-file', 'cloud-config', 'cloud-provider',
  'controllers',
  'disable-http2-serving', 'external-cloud-volume-plugin', 'help', 'http2-max-streams-per-connection', 'kubeconfig', 'log-backtrace-at', 'log-dir',
  'log-file',
  'log-file-max-size', 'log-flush-frequency', 'log-text-info-buffer-size', 'log-text-split-stream', 'logging-format', 'logtostderr', 'master',
  'one-output',
  'permit-address-sharing', 'permit-port-sharing', 'port', 'requestheader-allowed-names', 'requestheader-client-ca-file',
  'requestheader-extra-headers-prefix', 'requestheader-group-headers', 'requestheader-uid-headers', 'requestheader-username-headers', 'secure-port',
  'skip-headers',
  'skip-log-headers', 'stderrthreshold', 'tls-cert-file', 'tls-private-key-file',
  'tls-sni-cert-key',
  'use-service-account-credentials', 'v', 'version', 'vmodule',
];

/** Whose a flag is; undefined where it is none that both components have. */
export function sharedFlag(flag: string): SharedFlag | undefined {
  if (OF_LOCKS.includes(flag)) return LOCKS;
  return OF_PROCESS.includes(flag) ? PROCESS : SHARED[flag];
}

/** Flags whose setting moves when these controllers move. */
export function flagsThatMove(controllers: readonly CloudController[]): readonly string[] {
  return Object.keys(SHARED).filter(flag => {
    const { owner } = SHARED[flag];
    const isTheirs = typeof owner !== 'string' && owner.some(controller => controllers.includes(controller));
    return flag !== 'feature-gates' && (owner === 'client' || owner === 'serving' || isTheirs);
  });
}

/** Flags of kube-controller-manager that nothing in it uses once these controllers have moved. */
export function flagsLeftUnused(controllers: readonly CloudController[]): readonly string[] {
  return flagsThatMove(controllers).filter(flag => !SHARED[flag].stays);
}

/**
 * Whether a cloud-controller-manager of that minor takes a flag that moves; one with node IPAM registers that controller's flags itself, as
 * upstream's program does.
 */
export function ccmTakes(flag: string, version: KubernetesVersion): boolean {
  const owner = sharedFlag(flag)?.owner;
  if (hasFlag(CCM, flag, version) === true) return true;
  return Array.isArray(owner) && owner.includes('nodeipam') && flagOf(CCM, flag, version) === undefined && hasFlag(KCM, flag, version) === true;
}

/** A feature gate that a moved controller asks, and which. */
const GATES: Readonly<Record<string, { readonly controllers: readonly CloudController[]; readonly source: string }>> = {
  IPv6DualStack: { controllers: ['route', 'nodeipam'], source: 'k8s.io/cloud-provider@v0.20.15 app/core.go:126, v0.22.17 app/core.go:121' },
  LegacyNodeRoleBehavior: { controllers: ['service'], source: 'k8s.io/cloud-provider@v0.20.15 controllers/service/controller.go:150' },
  ServiceNodeExclusion: { controllers: ['service'], source: 'k8s.io/cloud-provider@v0.20.15 controllers/service/controller.go:151' },
  StableLoadBalancerNodeSet: { controllers: ['service'], source: 'k8s.io/cloud-provider@v0.30.14 controllers/service/controller.go:717' },
  CloudControllerManagerWatchBasedRoutesReconciliation: {
    controllers: ['route'],
    source: 'k8s.io/cloud-provider@v0.36.3 controllers/route/route_controller.go:107',
  },
};

/** Names of the gates that one of these controllers asks. */
export function gatesThatMove(controllers: readonly CloudController[]): readonly string[] {
  return Object.keys(GATES).filter(gate => GATES[gate].controllers.some(controller => controllers.includes(controller)));
}

/** What a cloud-controller-manager of that minor does with a gate set to a value: takes it, has that value without it, or cannot have it. */
export function ccmGate(gate: string, on: boolean, { _facts: version }: KubernetesVersion): 'takes' | 'has' | 'cannot' {
  const { rows } = generatedFeatureGates();
  const own = rows.filter(row => row.gate === gate && row.package === 'k8s.io/controller-manager/pkg/features');
  const at = own.find(({ from, to }) => KubernetesVersion.of(from).minor <= version.minor && version.minor <= KubernetesVersion.of(to).minor);
  if (at) return at.default === on ? 'has' : at.locked ? 'cannot' : 'takes';
  // A gate goes once its last value is all that is left.
  const last = own.filter(({ to }) => KubernetesVersion.of(to).minor < version.minor).at(-1);
  return last?.default === on ? 'has' : 'cannot';
}
