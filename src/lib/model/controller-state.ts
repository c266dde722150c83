import { CloudMode } from './cloud-mode';
import { CommandLine } from './command-line';
import { ControllerList, registeredKeys } from './controller-list';
import { EndCause } from './end-cause';
import { isGateOn } from './gates';
import { Migration } from './migration';
import { allocatorCause, maskCause } from './node-cidr-masks';
import { logicalController } from '../facts/controllers';
import { featureGate } from '../facts/feature-gates';
import { routeControllerGate, underExternal } from '../facts/kcm-cloud-controllers';
import { isEverInKcm, isOtherKcmKey, isOffByDefault, logicalName, otherKcmKeyOf, TOKEN_CONTROLLER } from '../facts/kcm-controllers';
import { workerFlag } from '../facts/workers';
import { clusterCidrs, hasSeveralCidrs, isValidClusterCidr } from '../kubernetes/cidr';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What one process does with one controller. */
export interface ControllerState {
  /** The name under which this process knows it. */
  readonly key: string;
  /** `absent`: the process cannot run it as configured. `excluded`: only `--controllers` keeps it from it. */
  readonly presence: 'absent' | 'excluded' | 'enabled';
  /** The lock under which it is started; `never`: listed in the migration for the other component, or not enabled at all. */
  readonly under: 'main' | 'migration' | 'never';
  /** The flag that leaves it without a worker, as it is written; the controller is then as good as absent. */
  readonly idleBy?: string;
  /** Flags without which it is absent. */
  readonly lacks?: readonly string[];
  /** Why starting it ends the process. */
  readonly breaks?: EndCause;
  /** Why it never does its work though it is started: then it is started under no lock. */
  readonly idleFor?: { readonly text: string; readonly fix: string };
}

/** All that decides about controllers in one process. */
export interface ControllerContext {
  readonly component: ControllerManager;
  readonly version: KubernetesVersion;
  readonly line: CommandLine;
  readonly list: ControllerList;
  readonly cloud: CloudMode;
  readonly cloudHasRoutes: boolean;
  readonly hasNodeIpam: boolean;
  /** Of the provider's own, by their keys. */
  readonly providerControllers: readonly string[];
  readonly migration?: Migration;
}

/** The controllers of kube-controller-manager that nothing names, as one. */
export const OTHER_CONTROLLERS = 'other controllers';

/** Whether a controller works for the cloud of its process, and for no other one. Node IPAM gives out CIDRs of the cluster. */
export function isOfCloud(controller: string): boolean {
  if (controller === OTHER_CONTROLLERS || controller === 'nodeipam') return false;
  return logicalController(controller) !== undefined || !isEverInKcm(controller);
}

const IN_TREE_ONLY = ['service', 'route', 'cloud-node-lifecycle'];
const BAD_CIDR = 'is not one CIDR or one of each IP family';

/**
 * States by logical name: the cloud controllers, and what this process's `--controllers` or migration names; the rest is under `OTHER_CONTROLLERS`.
 */
export function controllerStates(context: ControllerContext): ReadonlyMap<string, ControllerState> {
  const { component, version, list, migration } = context;
  const states = new Map<string, ControllerState>();
  for (const [controller, key] of registeredKeys(component, version, context.hasNodeIpam)) {
    states.set(controller, cloudControllerState(context, controller, key));
  }
  // Stryker disable next-line ArrayDeclaration: a name that is no key is filtered out
  const named = [...list.named, ...component === KCM ? [...migration?.listed.keys() ?? []].filter(key => isOtherKcmKey(key, version)) : []];
  for (const key of [...named, ...context.providerControllers]) {
    const logical = logicalName(key);
    if (!states.has(logical)) states.set(logical, state(context, logical, key));
  }
  if (component === KCM) states.set(OTHER_CONTROLLERS, { key: OTHER_CONTROLLERS, ...list.star ? ENABLED_UNDER_MAIN : EXCLUDED });
  return states;
}

const ENABLED_UNDER_MAIN = { presence: 'enabled', under: 'main' } as const;
const EXCLUDED = { presence: 'excluded', under: 'never' } as const;
const ABSENT = { presence: 'absent', under: 'never' } as const;

function cloudControllerState(context: ControllerContext, controller: string, key: string): ControllerState {
  const { component, version, cloud, line } = context;
  const inTree = cloud.kind === 'in-tree' && underExternal(version).runsInTree;
  if (component === KCM && IN_TREE_ONLY.includes(controller) && !inTree) return { key, ...ABSENT };
  const gated = gate(context, controller);
  if (!gated.open) return { key, ...ABSENT, ...gated.lacks && { lacks: gated.lacks } };
  const idleBy = withoutWorker(context, controller);
  if (idleBy !== undefined) return { key, ...ABSENT, idleBy };
  const cidr = line.text('cluster-cidr', '');
  return state(context, controller, key, gated.needsCidr ? cidrCause(key, cidr, context) ?? masks(context, controller, key, cidr) : undefined);
}

/** A flag that gives a controller no worker. */
function withoutWorker({ component, line }: ControllerContext, controller: string): string | undefined {
  const flag = workerFlag(component, controller);
  const value = line.given.filter(({ name }) => name === flag).at(-1)?.value;
  return value !== undefined && value !== '' && Number(value.replace(/_/g, '')) <= 0 ? `--${flag}=${value}` : undefined;
}

/** Only node IPAM reads them; a CIDR that is none has ended it before. */
function masks({ component, version, line }: ControllerContext, controller: string, key: string, cidr: string): EndCause | undefined {
  if (controller !== 'nodeipam') return undefined;
  return maskCause(key, clusterCidrs(cidr)!, version, line) ?? (component === KCM ? allocatorCause(key, line) : undefined);
}

const DUAL_STACK_GATE = 'IPv6DualStack';

function cidrCause(key: string, cidr: string, context: ControllerContext): EndCause | undefined {
  const text = cidrProblem(key, cidr, context);
  return text === undefined ? undefined : { concern: 'cluster-cidr', text, flags: ['cluster-cidr'] };
}

/** Why a `--cluster-cidr` ends the process that starts a controller. */
function cidrProblem(key: string, cidr: string, { version, line }: ControllerContext): string | undefined {
  if (!isValidClusterCidr(cidr)) return `${key}: --cluster-cidr="${cidr}" ${BAD_CIDR}`;
  // k8s.io/kubernetes@v1.20.15 cmd/kube-controller-manager/app/core.go:115,262, k8s.io/cloud-provider@v0.20.15 app/core.go:126.
  const dualStackOff = featureGate(DUAL_STACK_GATE, version).exists && !isGateOn(DUAL_STACK_GATE, version, line);
  return dualStackOff && hasSeveralCidrs(cidr) ? `${key}: --cluster-cidr="${cidr}" has two CIDRs, but the feature gate ${DUAL_STACK_GATE} is off`
    : undefined;
}

interface Gate {
  readonly open: boolean;
  /** Whether it then ends the process for a bad `--cluster-cidr`. */
  readonly needsCidr: boolean;
  /** Flags that would open it. */
  readonly lacks?: readonly string[];
}

/** Flags that a controller wants before it starts. */
function gate({ component, version, line, cloudHasRoutes }: ControllerContext, controller: string): Gate {
  if (controller === 'nodeipam') return { open: line.bool('allocate-node-cidrs', false), needsCidr: true, lacks: ['allocate-node-cidrs'] };
  if (controller !== 'route') return { open: true, needsCidr: false };
  const route = routeControllerGate(component, version);
  const on = { 'allocate-node-cidrs': line.bool('allocate-node-cidrs', false), 'configure-cloud-routes': line.bool('configure-cloud-routes', true) };
  // Stryker disable next-line ConditionalExpression: where no release has the gate, registeredKeys has no route controller
  const lacks = cloudHasRoutes && route !== undefined ? route.flags.filter(flag => !on[flag as keyof typeof on]) : undefined;
  return { open: lacks?.length === 0, needsCidr: true, lacks };
}

/**
 * The migration filter comes first, then `--controllers`: KCM createInitializersFunc / StartControllers, CCM filterInitializers / startControllers.
 */
function state({ list, migration }: ControllerContext, logical: string, key: string, breaks?: EndCause): ControllerState {
  if (!list.enables(key)) return { key, ...EXCLUDED };
  // The token controller does not pass the filter: it signals that the migration lock may be bid for.
  const listed = logical === TOKEN_CONTROLLER ? undefined : migration?.listed.get(key);
  const under = listed === undefined ? 'main' : listed ? 'migration' : 'never';
  return { key, presence: 'enabled', under, breaks };
}

/** The states where some controllers never do their work, by their logical names. */
export function withIdle(
  states: ReadonlyMap<string, ControllerState>, idle: ReadonlyMap<string, NonNullable<ControllerState['idleFor']>>,
): ReadonlyMap<string, ControllerState> {
  return new Map([...states].map(([name, was]) => {
    const idleFor = idle.get(name);
    return [name, idleFor === undefined || was.presence !== 'enabled' ? was : { ...was, under: 'never', idleFor }];
  }));
}

/** The state of any controller in a process, also of one that only another process names. */
export function stateIn(
  states: ReadonlyMap<string, ControllerState>, component: ControllerManager, version: KubernetesVersion, logical: string,
): ControllerState {
  const explicit = states.get(logical);
  if (explicit) return explicit;
  const key = component === KCM ? otherKcmKeyOf(logical, version) : undefined;
  if (key === undefined) return { key: logical, ...ABSENT };
  return isOffByDefault(key) ? { key, ...EXCLUDED } : { ...states.get(OTHER_CONTROLLERS)!, key };
}
