import { AppPhase, ccmOf, isDeployedKcm, MigrationApp, phaseOf, sideOf } from './app/app';
import { otherSide } from './app/context';
import { BEFORE_UPGRADE, PlanStateName, SERVERS_BEFORE, WrittenState } from './state';
import { controllerKey } from '../facts/controllers';
import { KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeSide } from '../kubernetes/node';
import { sideName } from '../kubernetes/side-label';
import { MIGRATED_CONTROLLERS } from '../migration/component-changes';
import type { MigrationFile } from '../migration/migration-file';
import { StrategyKind } from '../migration/migration-strategy';
import { distinct } from '../model/behaviour';
import { Cluster, controllersOf, NodeKind, processesOf } from '../model/cluster';
import { modelProcess, Process } from '../model/process';
import { told, ToldCounterExample, who } from '../proof/counterexample';
import { judge } from '../proof/verdict';
import { ComponentView } from '../view/model';

/** Control-plane nodes that may exist during a step: of a state, of one side. */
export interface KindRef {
  readonly state: PlanStateName;
  readonly side: NodeSide;
  /** Whether its kube-controller-managers are stopped. */
  readonly stopped?: boolean;
  /** The side whose programs its units run; default: its own. */
  readonly programsOf?: NodeSide;
}

/** Everything that may run during a step. */
export interface Coexistence {
  readonly kinds: readonly KindRef[];
  /** States whose cloud-controller-manager may run, as a workload of the cluster. */
  readonly ccms: readonly PlanStateName[];
}

/** What the checks say about everything that may run during a step. */
export interface StepVerdict {
  readonly exclusivity: boolean;
  readonly liveness: boolean;
  /** Controllers that no process runs, because the strategy has that gap. */
  readonly declaredGaps: readonly string[];
  readonly counterexamples: readonly ToldCounterExample[];
}

/** Where the side alone does not say which processes run. */
const STATE_NAMES: Partial<Readonly<Record<PlanStateName, string>>> = {
  'not-started': ' before the migration',
  'disabled': ' in phase disabled',
  [BEFORE_UPGRADE]: ' before the upgrade',
  [SERVERS_BEFORE]: ' before its API server is upgraded',
};

function stateName(state: PlanStateName): string {
  const [, hop] = /^disabled-hop-(\d+)$/.exec(state) ?? [];
  return hop === undefined ? STATE_NAMES[state] ?? '' : ` after hop ${hop}`;
}

/** Controllers without which a cluster with an external provider is told to live for a while; cloud-node has no counterpart to leave out. */
const DECLARED: readonly string[] = [...MIGRATED_CONTROLLERS, 'cloud-node'];

/** The safety model's view of a step. */
export function clusterOf(app: MigrationApp, { kinds, ccms }: Coexistence): Cluster {
  const named = kinds.map(ref => ({ ref, kind: kindOf(app, ref) }));
  const upgraded = named.filter(({ ref }) => ref.side === NodeSide.N_PLUS_1).map(({ kind }) => kind.name);
  const workloads = ccms.flatMap(state => {
    const phase = state === 'not-started' ? undefined : phaseOf(app, state);
    const process = phase && ccmOf(phase) && ccmProcess(phase);
    if (!phase || !process) return [];
    return [{ process: relabelled(process, `cloud-controller-manager of '${state}'`), onlyOn: ccmOf(phase)!.onlyUpgraded ? upgraded : undefined }];
  });
  return {
    kinds: named.map(({ kind }) => kind),
    workloads: withoutTwins(workloads),
    declaredGaps: toldToLack(app, kinds),
  };
}

/** In a downtime no kube-controller-manager runs. */
function toldToLack(app: MigrationApp, kinds: readonly KindRef[]): readonly string[] | undefined {
  if (app.strategy === StrategyKind.LEADER_MIGRATION) return undefined;
  const stopped = kinds.filter(kind => kind.stopped).flatMap(kind => kindOf(app, { ...kind, stopped: false }).processes);
  return [...DECLARED, ...controllersOf(stopped)];
}

/** @throws if the checks cannot enumerate so much */
export function judgeStep(app: MigrationApp, coexistence: Coexistence): StepVerdict {
  const { liveness, declaredGaps, ...own } = judge(clusterOf(app, coexistence));
  const { kinds, ccms } = withOtherPrograms(app, coexistence);
  // A node may be so for a moment; that all are, and so lack something, no plan makes.
  const exclusivity = kinds === coexistence.kinds ? own.exclusivity : judge(clusterOf(app, { kinds, ccms })).exclusivity;
  return {
    exclusivity: exclusivity.holds,
    liveness: liveness.holds,
    declaredGaps: [...new Set(declaredGaps.map(({ controller }) => controller))],
    counterexamples: [...exclusivity.counterexamples, ...liveness.counterexamples].map(told),
  };
}

/**
 * Packages bring the programs of all units of a node at once, and systemd starts one again whenever it ends: with the program of one side and the
 * drop-in of the other.
 */
function withOtherPrograms({ units, releases }: MigrationApp, { kinds, ccms }: Coexistence): Coexistence {
  if (!units.has(KCM) || releases[NodeSide.N] === releases[NodeSide.N_PLUS_1]) return { kinds, ccms };
  const sides = new Set(kinds.map(({ side }) => side));
  if (sides.size === 1) return { kinds, ccms };
  return { kinds: [...kinds, ...kinds.map(kind => ({ ...kind, programsOf: otherSide(kind.side) }))], ccms };
}

/** The processes of a step, one line each. */
export function describeCoexistence(app: MigrationApp, coexistence: Coexistence): readonly string[] {
  return processesOf(clusterOf(app, withOtherPrograms(app, coexistence))).map(process => {
    const migration = process.migration ? `with Leader Migration (Lease ${process.migration.leaderName})` : 'without Leader Migration';
    return `${who(process)}, ${process.external ? '`--cloud-provider=external`, ' : ''}${migration}`;
  });
}

/** kube-controller-manager of a side. */
export function kcmProcess(app: MigrationApp, ref: KindRef): Process | undefined {
  return kindOf(app, { ...ref, stopped: false }).processes.find(({ component }) => component === KCM);
}

/** The cloud-controller-manager of a phase, wherever it runs. */
export function ccmProcess({ model }: AppPhase): Process | undefined {
  return model.components.find(({ component }) => component === 'cloud-controller-manager')?.process;
}

function kindOf(app: MigrationApp, { state, side, stopped, programsOf }: KindRef): NodeKind {
  const { model, index } = phaseOf(app, writtenIn(app, state, side));
  const isOfKind = (view: ComponentView) => view.kind !== undefined || view.origin === 'assumed' || isDeployedKcm(view);
  const views = model.components.filter(view => isOfKind(view) && sideOf(view) === side);
  const external = model.kinds.some(kind => kind.external && views.some(view => view.kind === kind.name))
    || views.some(view => isDeployedKcm(view) && view.process?.external === true);
  const running = views.filter(({ component }) => !stopped || component !== KCM).flatMap(view => (
    programsOf === undefined ? processOf(view, state, app.strategy, index) : withProgram(view, app.releases[programsOf])));
  const name = `${sideName(side, app.manager && 'pod')}${stateName(state)}${stopped ? ', kube-controller-manager stopped' : ''}`
    + (programsOf === undefined ? '' : `, with the program of ${app.releases[programsOf]}`);
  return { name, processes: distinct(running).map(process => relabelled(process, name)), external };
}

/** The phase that says what a side is in a state: the manifests of a phase have one Deployment, and while it rolls there are pods of the next one. */
function writtenIn({ manager }: MigrationApp, state: PlanStateName, side: NodeSide): WrittenState {
  if (state === 'not-started') return 'n';
  return manager && state === 'mixed' && side === NodeSide.N_PLUS_1 ? 'n-plus-1' : state;
}

function processOf(view: ComponentView, state: PlanStateName, strategy: StrategyKind, index: MigrationFile | undefined): readonly Process[] {
  if (!view.process) return [];
  return state === 'not-started' && view.component === KCM ? [beforeMigration(view, view.process, strategy, index)] : [view.process];
}

/** A kube-controller-manager with its command line, and the program of another release. */
function withProgram({ process, component, flags, configuration }: ComponentView, release: string): readonly Process[] {
  if (!process || component !== KCM) return process ? [process] : [];
  const { dir, label, replication } = process;
  return [modelProcess({ dir, label, component, version: KubernetesVersion.of(release), replication, flags, configuration })];
}

/** What synthesis adds to kube-controller-manager of version N, taken away again. */
function beforeMigration(view: ComponentView, process: Process, strategy: StrategyKind, index: MigrationFile | undefined): Process {
  const ours = ['enable-leader-migration', 'leader-migration-config'];
  const controllers = strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON ? controllersBefore(view, process, index) : undefined;
  const flags = view.flags.filter(({ name }) => !ours.includes(name)).map(
    flag => flag.name === 'controllers' && controllers !== undefined ? { ...flag, value: controllers } : flag,
  );
  const { dir, label, component, version, replication } = process;
  return modelProcess({ dir, label, component, version, replication, flags });
}

/** `--controllers` without what phase `n` excluded: as `migration.json` says; without one, without each of the three. */
function controllersBefore({ flags, node }: ComponentView, { version }: Process, index: MigrationFile | undefined): string | undefined {
  const now = flags.filter(({ name }) => name === 'controllers').at(-1)?.value;
  const recorded = index?.exclusions?.[node ?? ''];
  if (recorded !== undefined) return now === recorded.written ? recorded.before ?? '*' : now;
  const off = new Set(MIGRATED_CONTROLLERS.map(controller => `-${controllerKey(KCM, controller, version)}`));
  return now?.split(',').filter(entry => !off.has(entry)).join(',');
}

function relabelled(process: Process, label: string): Process {
  return { ...process, label };
}

/** The same workload in two states is one, unless they differ in what they do or where. */
function withoutTwins(workloads: Cluster['workloads']): Cluster['workloads'] {
  return workloads.filter((one, index) => !workloads.slice(0, index).some(other =>
    distinct([other.process, one.process]).length === 1 && other.onlyOn?.join() === one.onlyOn?.join()));
}
