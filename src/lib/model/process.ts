import { ccmCloudMode, kcmCloudMode } from './cloud-mode';
import { hasRoutes } from './cloud-routes';
import { CommandLine, Flag, wordsOf } from './command-line';
import { ControllerList, registeredKeys } from './controller-list';
import { controllerStates, ControllerState, stateIn } from './controller-state';
import { effectiveVersion } from './effective-version';
import { Durations, readElection } from './election';
import { EndCause } from './end-cause';
import { Fate, fateOf } from './fate';
import { flagValues } from './flag-values';
import { gateDoubts, refusedGates } from './gates';
import { LockSet, NO_LOCK, union } from './lock';
import { Migration, readMigration } from './migration';
import { canBid } from './readiness';
import { AWS_CCM_TAGGING_CONTROLLER } from '../facts/ccm-releases';
import { CIDR_ALLOCATORS } from '../facts/kcm-cloud-controllers';
import { logicalName, TOKEN_CONTROLLER } from '../facts/kcm-controllers';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { firstOfEach } from '../kubernetes/once-for';
import type { ConfigurationFile } from '../leader-migration';

/** How a process comes to run more than once. */
export type Replication =
  /** One per node of its kind, as a static pod or from a DaemonSet. */
  | { readonly kind: 'per-node' }
  | { readonly kind: 'deployment'; readonly replicas: number; readonly strategy: 'RollingUpdate' | 'Recreate' };

/** One process as its manifest describes it. */
export interface ProcessInput {
  /** Where it was found: the folder given to `verify`, or the construct's path. */
  readonly dir: string;
  /** What a reader calls the place: `node of version N`. */
  readonly label: string;
  readonly component: ControllerManager;
  /** Of a cloud-controller-manager: the minor of the k8s.io/cloud-provider that it links. */
  readonly version: KubernetesVersion;
  /** Whether the release is not known, so that this is one of those that it may be; default false. */
  readonly isReleaseTaken?: boolean;
  readonly flags: readonly Flag[];
  /** Why its command line ends it, besides what its flags say. */
  readonly ends?: readonly EndCause[];
  /** The words of its command line as they are written, where it is not given as flags. */
  readonly words?: readonly string[];
  /** The file that `--leader-migration-config` points to; none: there is no such file. */
  readonly configuration?: ConfigurationFile;
  /** Default: per node. */
  readonly replication?: Replication;
  /** Whether the cloud has routes; default: what is known of the cloud (`hasRoutes`). Where it has none, the route controller does not start. */
  readonly cloudHasRoutes?: boolean;
  /** Tag of a release of the AWS cloud-controller-manager, of which all flags and controllers are known. */
  readonly awsRelease?: string;
  /** Controllers that the program has besides those of its release: a provider's own, by their keys; default: none that is known. */
  readonly providerControllers?: readonly string[];
  /** Whether a cloud-controller-manager image registers nodeipam; default false, as in every AWS image. */
  readonly hasNodeIpam?: boolean;
}

/** What a process does, which is all that the checks look at. */
export interface Process {
  readonly dir: string;
  readonly label: string;
  readonly component: ControllerManager;
  readonly version: KubernetesVersion;
  /** Whether the release is not known: one of those that it may be. */
  readonly isReleaseTaken?: boolean;
  readonly replication: Replication;
  /** What it holds before it runs anything; empty under `--leader-elect=false`. */
  readonly mainLock: LockSet;
  /** What it bids for once it holds its main lock, whether or not it has a controller to run under it; none: it never bids. */
  readonly migrationLock?: LockSet;
  /** Its Leader Migration, if it is on. */
  readonly migration?: Migration;
  /** By logical name. Ask with `controllerIn`. */
  readonly controllers: ReadonlyMap<string, ControllerState>;
  readonly fate: Fate;
  readonly durations: Durations;
  /** Whether it was started with `--cloud-provider=external`. */
  readonly external: boolean;
  /** The cloud that its cloud controllers serve: a controller of one cloud does not stand in for that of another. None: they are of no cloud. */
  readonly cloud?: string;
  /** What cannot be known of its command line, so that all of the above is a guess; none: all is known. */
  readonly doubts?: readonly string[];
  /** What all of the above was read from: a certificate states it. */
  readonly input: ProcessInput;
}

/** Reads a process as its release does. */
export function modelProcess(input: ProcessInput): Process {
  const { component, version } = input;
  const hasNodeIpam = input.hasNodeIpam ?? false;
  const line = new CommandLine(component, version, input.words ?? wordsOf(input.flags), input.awsRelease);
  const { providerControllers = [] } = input;
  const registered = new Set([...registeredKeys(component, version, hasNodeIpam).values(), ...providerControllers]);
  const list = new ControllerList(component, version, line.list('controllers', ['*']), registered, ownControllers(input));
  const cloud = component === KCM ? kcmCloudMode(version, line) : ccmCloudMode(line, input.awsRelease);
  const election = readElection(component, version, line);
  const reading = readMigration(component, version, line, election, input.configuration);
  const migration = 'on' in reading ? reading.on : undefined;
  const controllers = controllerStates({
    component,
    version,
    line,
    list,
    cloud,
    migration,
    hasNodeIpam,
    providerControllers,
    cloudHasRoutes: input.cloudHasRoutes ?? hasRoutes(component, line),
  });
  const tokenKey = [...list.named].find(key => logicalName(key) === TOKEN_CONTROLLER);
  const bid = canBid(component, version, list.enables(tokenKey ?? TOKEN_CONTROLLER), line.text('service-account-private-key-file', '') !== '');
  const values = flagValues(component, version, line, input.awsRelease);
  const doubts = [...line.doubts, ...list.doubts, ...gateDoubts(component, version, line, input.awsRelease), ...values.doubts];
  const problems = [
    ...firstOfEach([...input.ends ?? [], ...line.problems], ({ text }) => text),
    ...values.problems,
    ...effectiveVersion(component, version, line)?.problems ?? [],
    ...refusedGates(component, version, line, input.awsRelease),
    ...list.problems,
    ...'problem' in reading ? [reading.problem] : [],
    ...election.problem === undefined ? [] : [election.problem],
    ...component === KCM ? allocatorProblems(version, line) : [],
  ];
  return {
    dir: input.dir,
    label: input.label,
    component,
    version,
    ...input.isReleaseTaken ? { isReleaseTaken: true } : {},
    replication: input.replication ?? { kind: 'per-node' },
    mainLock: election.mainLock,
    migrationLock: bid === 'yes' ? migration?.lock : undefined,
    migration,
    controllers,
    fate: fateOf(problems, cloud, [...controllers.values()], migration, bid),
    durations: election.durations,
    external: component === KCM && cloud.kind === 'external',
    cloud: cloud.cloud,
    ...doubts.length === 0 ? {} : { doubts },
    input,
  };
}

function allocatorProblems(version: KubernetesVersion, line: CommandLine): EndCause[] {
  const [allocators, allocator] = [CIDR_ALLOCATORS.at(version), line.text('cidr-allocator-type', '')];
  if (allocators === 'any' || allocators.includes(allocator)) return [];
  const text = `--cidr-allocator-type=${allocator}: built-in cloud providers are disabled, the ipam ${allocator} is not available`;
  return [{ concern: 'command-line', text, flags: ['cidr-allocator-type'] }];
}

/** Controllers that no other provider has; none: not known. */
function ownControllers({ component, awsRelease }: ProcessInput): ReadonlySet<string> | undefined {
  return component === KCM ? NONE : awsRelease === undefined ? undefined : AWS_CONTROLLERS;
}

const NONE: ReadonlySet<string> = new Set();
const AWS_CONTROLLERS: ReadonlySet<string> = new Set([AWS_CCM_TAGGING_CONTROLLER]);

/** What a process does with a controller, by logical name. */
export function controllerIn(process: Process, controller: string): ControllerState {
  return stateIn(process.controllers, process.component, process.version, controller);
}

/** The locks under which a process can run a controller, if only for a moment; none: it never runs it. */
export function locksToRun(process: Process, controller: string): LockSet | undefined {
  const state = controllerIn(process, controller);
  if (!process.fate.startsControllers || state.breaks !== undefined) return undefined;
  if (state.under === 'main') return process.mainLock;
  const reached = process.migrationLock !== undefined && process.fate.kind !== 'dies-after-main-lock';
  return state.under === 'migration' && reached ? union(process.mainLock, process.migrationLock) : undefined;
}

/** Everything that a process can hold at once. */
export function allLocks(process: Process): LockSet {
  return process.fate.kind === 'fails-at-start' ? NO_LOCK : union(process.mainLock, process.migrationLock ?? NO_LOCK);
}
