import { DEFAULT_LEADER_NAME, LeaderMigrationConfiguration, leaderNameProblem, WILDCARD_COMPONENT } from './configuration';
import { checkStyle, defaultStyle, LeaderMigrationStyle } from './style';
import { builtInDefault } from '../facts/built-in-default';
import { CONFIG_API_GROUP, configApi } from '../facts/config-api';
import { CloudController, controllerKey, controllerKeyGenerations, logicalController } from '../facts/controllers';
import { DEFAULT_LOCK_KIND } from '../facts/locks';
import { CCM, ControllerManager } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The controllers that move on every cloud, in the order of the Kubernetes page. */
const MIGRATED: readonly CloudController[] = ['route', 'service', 'cloud-node-lifecycle'];

/** What a LeaderMigrationConfiguration is made from. */
export interface LeaderMigrationOptions {
  /** Version of the component that reads the file: for a CCM that of the k8s.io/cloud-provider it links. */
  readonly version: KubernetesVersion;
  /** The component that reads the file. */
  readonly component: ControllerManager;
  /** The component that runs the controllers on this side of the migration; only the style `assigned` writes it. */
  readonly assignedTo: ControllerManager;
  /**
   * Version of the component on the other side. The API version is then one that both register, so that the two files can be the same bytes.
   * @default - the newest API version of `version`
   */
  readonly otherVersion?: KubernetesVersion;
  /** @default - `defaultStyle(version)` */
  readonly style?: LeaderMigrationStyle;
  /** @default 'cloud-provider-extraction-migration' */
  readonly leaderName?: string;
  /** @default - route, service and cloud-node-lifecycle */
  readonly controllers?: readonly CloudController[];
  /** Whether pod CIDR allocation moves too. @default false */
  readonly nodeIpam?: boolean;
  /** Whether each controller is listed under its keys of all releases; components ignore names that they do not know. @default false */
  readonly bothKeyGenerations?: boolean;
  /** Controllers of the provider's own, by their keys. @default - none */
  readonly providerControllers?: readonly string[];
  /** Whether the CCM has no nodeipam controller, as that of AWS. @default false */
  readonly ccmLacksNodeIpam?: boolean;
}

/**
 * The configuration for one side; `undefined` for the style `built-in-default`, which has no file.
 *
 * @throws if the release cannot do what is asked
 */
export function buildLeaderMigrationConfiguration(options: LeaderMigrationOptions): LeaderMigrationConfiguration | undefined {
  const { version, component, assignedTo, leaderName = DEFAULT_LEADER_NAME, style = defaultStyle(version), providerControllers: own = [] } = options;
  const problem = leaderNameProblem(leaderName);
  if (problem) throw new Error(problem);
  checkStyle(style, version);
  const controllers = movedControllers(options);
  const keys = controllers.map(controller => ownKey(component, controller, version));
  if (style === LeaderMigrationStyle.BUILT_IN_DEFAULT) {
    checkBuiltInDefault(version, leaderName, controllers);
    if (own.length > 0) throw new Error(`style 'built-in-default' does not list ${own[0]}; use another style`);
    return undefined;
  }
  const apiVersion = commonApiVersion(version, options.otherVersion ?? version);
  const names = [...options.bothKeyGenerations ? controllers.flatMap(controllerKeyGenerations) : keys, ...own];
  const listed = style === LeaderMigrationStyle.WILDCARD ? WILDCARD_COMPONENT : assignedTo;
  return {
    apiVersion: `${CONFIG_API_GROUP}/${apiVersion}`,
    leaderName,
    ...configApi(version).resourceLockIn.includes(apiVersion) ? { resourceLock: DEFAULT_LOCK_KIND } : {},
    controllerLeaders: names.map(name => ({ name, component: listed })),
  };
}

/** The controllers in one order, whatever the order they were asked for in. */
function movedControllers({ controllers = MIGRATED, nodeIpam = false, ccmLacksNodeIpam = false }: LeaderMigrationOptions): CloudController[] {
  const asked = new Set<CloudController>([...controllers, ...nodeIpam ? ['nodeipam' as const] : []]);
  if (asked.has('cloud-node')) {
    throw new Error(`controllers lists 'cloud-node', which only ${CCM} has: there is nothing to migrate; leave it out`);
  }
  if (asked.has('nodeipam') && ccmLacksNodeIpam) {
    throw new Error('nodeIpam is true, but this cloud-controller-manager has no nodeipam controller: no component would allocate pod CIDRs; leave '
      + 'nodeipam to kube-controller-manager');
  }
  if (asked.size === 0) {
    throw new Error('controllers is empty: no controller would run under the migration lock; leave it out for route, service '
    + 'and cloud-node-lifecycle');
  }
  return [...MIGRATED, 'nodeipam' as const].filter(controller => asked.has(controller));
}

function ownKey(component: ControllerManager, controller: CloudController, version: KubernetesVersion): string {
  const key = controllerKey(component, controller, version);
  if (!key) {
    throw new Error(`${component} of Kubernetes ${version.minorVersion} has no ${controller} controller: it cannot take part in a migration of it`);
  }
  return key;
}

function checkBuiltInDefault(version: KubernetesVersion, leaderName: string, controllers: readonly CloudController[]): void {
  const builtIn = builtInDefault(version)!;
  if (leaderName !== builtIn.leaderName) {
    throw new Error(`leaderName is '${leaderName}', but style 'built-in-default' always uses '${builtIn.leaderName}'; use another style`);
  }
  const covered = new Set(builtIn.names.map(logicalController));
  const differing = controllers.find(controller => !covered.has(controller));
  if (differing) throw new Error(`style 'built-in-default' does not list ${differing}; use another style`);
  if (controllers.length < covered.size) {
    throw new Error(`style 'built-in-default' lists ${[...covered].join(', ')}, more than controllers does; use another style`);
  }
}

/** The newest API version that both releases register. */
function commonApiVersion(version: KubernetesVersion, other: KubernetesVersion): string {
  const theirs = configApi(other).versions;
  const common = configApi(version).versions.filter(registered => theirs.includes(registered));
  return common[common.length - 1];
}
