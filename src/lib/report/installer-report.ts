import { isForward } from './direction';
import { quotedLines } from './places';
import { ActionGap, ObjectChange, Report, ReportAction, ReportPlace, ReportProcess, ReportStep } from './report';
import { answerOfSteps, isSafe } from './step-answer';
import { CCM, KCM } from '../kubernetes/component';
import { firstOfEach } from '../kubernetes/once-for';
import { MigrationPhase } from '../migration/migration-phase';
import { isObjectReference, referenceText } from '../migration/to-delete';
import { InstallerApp, InstallerPhaseFiles, installerPhase, InstallerTransition, transitionsOf } from '../plan/installer-route';
import { PlanStateName, STATES } from '../plan/state';
import { LIMITS_OF_THE_PROMISE } from '../proof/promise-limits';
import { buildModel } from '../read/build-model';
import { DescribedProcess } from '../read-back/described-process';
import { InstallerStep } from '../read-back/installer-plan';
import { ASSUMPTIONS } from '../verify/assumptions';
import { verifyModel } from '../verify/verify';

/** Default: from before the migration to the last phase that is written. */
export interface ReportedWay {
  readonly from?: PlanStateName;
  readonly to?: PlanStateName;
}

/**
 * What a reviewer has to see of the migration of a cluster whose machines an installer makes: what its plans say, which were proven when they were
 * written, and what `verify` says of its documents.
 *
 * @throws if a phase of the way was not written, or by an older release
 */
export function installerReport(app: InstallerApp, { from = 'not-started', to }: ReportedWay): Report {
  const target = to ?? [...app.plans.keys()].at(-1)!;
  const transitions = transitionsOf(app, from, target);
  const steps = 'refused' in transitions ? [refusedStep(app, from, target, transitions.refused.reason)]
    : transitions.map(transition => stepOf(app, transition));
  const texts = [...app.plans.values()].flatMap(({ files }) => files);
  const all = steps.flatMap(({ processes: { before, during, after } }) => [...before, ...during, ...after]);
  const releases = isForward(from, target) ? releasesOf(all) : [...releasesOf(all)].reverse();
  return {
    from,
    to: target,
    cluster: app.cluster,
    cloud: '',
    strategy: all.some(({ migrationLock }) => migrationLock.length > 0) ? 'leader-migration' : 'controllers-off-then-on',
    releases: [releases[0] ?? '', releases.at(-1) ?? ''],
    controlPlane: [],
    workers: [],
    installer: NAMES[app.installer] ?? app.installer,
    safe: steps.every(isSafe),
    answer: answerOfSteps(steps),
    steps,
    assumptions: ASSUMPTIONS,
    limits: LIMITS_OF_THE_PROMISE,
    sources: quotedLines(texts, steps),
  };
}

/** As people write them. */
const NAMES: Readonly<Record<string, string>> = { 'kops': 'kops', 'kkp': 'KKP', 'kubeone': 'KubeOne', 'cluster-api': 'Cluster API', 'rke2': 'RKE2' };

/** Those of kube-controller-manager, the older one first. */
function releasesOf(processes: readonly DescribedProcess[]): readonly string[] {
  const minor = (release: string) => Number(release.split('.')[1]);
  return [...new Set(processes.filter(({ component }) => component === KCM).map(({ release }) => release))].sort((a, b) => minor(a) - minor(b));
}

function stepOf(app: InstallerApp, { from, to, phase, steps }: InstallerTransition): ReportStep {
  const forward = isForward(from, to);
  // A way back may take several phases back at once.
  const phases = [...app.plans.keys()].filter(one => isForward(forward ? from : to, one) && !isForward(forward ? to : from, one));
  const crossed = (forward ? phases : [...phases].reverse()).map(one => reported(app, one));
  const [first, last] = [crossed[0], crossed.at(-1)!];
  const [before, after] = forward ? [first.processes.before, last.processes.after] : [first.processes.after, last.processes.before];
  const placed = (state: PlanStateName) => (process: DescribedProcess): ReportProcess => withPlace(app, state, process);
  const isBefore = new Set(before.map(keyOf));
  // Where nothing is done, what ran goes on.
  const during = steps.length === 0 ? before
    : firstOfEach(crossed.flatMap(({ processes }) => forward ? processes.during : processes.back), keyOf);
  const { findings, notLookedAt } = to === 'not-started' ? { findings: [], notLookedAt: [] } : said(app, to as MigrationPhase);
  const actions = steps.map(actionOf);
  return {
    from,
    to,
    objects: crossed.flatMap(({ folder, changes }) => changes.map(change => objectChange(folder, forward ? change : inverse(change)))),
    nodeFiles: [],
    restarts: [...new Set(steps.flatMap(({ rolls }) => rolls ?? []))].map(what => ({ what, nodes: [] })),
    processes: {
      before: before.map(placed(from)),
      during: during.map(process => placed(isBefore.has(keyOf(process)) ? from : to)(process)),
      after: after.map(placed(to)),
    },
    verdict: verdictOf(steps),
    gap: gapOf(actions),
    actions,
    endings: [],
    findings,
    notLookedAt,
    toDelete: { objects: leftBehind(app, from, to), nodeFiles: [] },
    ...backOf(app, { from, to, phase }),
  };
}

/** The same whatever it is called. */
function keyOf({ where, ...process }: DescribedProcess): string {
  return JSON.stringify(process);
}

function reported(app: InstallerApp, phase: MigrationPhase) {
  const files = installerPhase(app, phase);
  const { plan: { changes, processes } } = files;
  if (changes !== undefined && processes !== undefined) return { folder: folderOf(files), changes, processes };
  throw new Error(`'${folderOf(files)}/plan.json' does not say what differs and what runs: an older release wrote it; run synth again`);
}

function folderOf({ files }: InstallerPhaseFiles): string {
  const { source } = files.find(one => one.source.endsWith('/plan.json'))!;
  return source.slice(0, -'/plan.json'.length);
}

/** What is gone has no line in the folder of the phase. */
function objectChange(folder: string, { change, object, file, line, diff }: ObjectChange): ObjectChange {
  return { change, object, file: `${folder}/${file}`, ...change === 'removed' ? {} : { line }, diff };
}

/** What comes goes, and the other way round; of lines next to each other, those that go stand first. */
function inverse({ change, diff, ...rest }: ObjectChange): ObjectChange {
  const other = { added: 'removed', removed: 'added', changed: 'changed' } as const;
  const lines: string[] = [];
  let comes: string[] = [];
  for (const line of diff ?? []) {
    if (line.startsWith('-')) {
      comes.push(`+${line.slice(1)}`);
    } else if (line.startsWith('+')) {
      lines.push(`-${line.slice(1)}`);
    } else {
      lines.push(...comes, line);
      comes = [];
    }
  }
  return { change: other[change], diff: diff === null ? null : [...lines, ...comes], ...rest };
}

/** Kinds from which an installer makes control planes, the nearest to the machines first. */
const MAKERS = ['KubeadmControlPlane', 'ClusterClass', 'KubeOneCluster', 'Cluster'];

function withPlace(app: InstallerApp, state: PlanStateName, process: DescribedProcess): ReportProcess {
  const { where, nodes, component, ...rest } = process;
  const isMade = component !== CCM || !['cluster-api', 'rke2'].includes(app.installer);
  const place = state === 'not-started' || !isMade ? undefined : placeIn(installerPhase(app, state as MigrationPhase));
  return { where, nodes, component, ...place === undefined ? {} : { place }, ...rest };
}

/** Where the document begins of which control-plane machines are made. */
function placeIn({ files }: InstallerPhaseFiles): ReportPlace | undefined {
  const lines = files.filter(({ source }) => /\.ya?ml$/.test(source)).map(({ source, text }) => ({ source, lines: text.split('\n') }));
  for (const kind of MAKERS) {
    for (const { source, lines: own } of lines) {
      const at = own.findIndex(line => line.replace(/["']/g, '').trim() === `kind: ${kind}`);
      if (at >= 0) return { file: source, line: at + 1 };
    }
  }
  return undefined;
}

function actionOf({ id, title, why, run, gap, bounds, rolls, verdict: { declaredGaps } }: InstallerStep): ReportAction {
  const isOpen = declaredGaps.length > 0;
  const own: ActionGap | undefined = bounds === undefined && !isOpen ? undefined
    : { ...bounds, ...isOpen ? { isOpen: true as const } : {}, text: gap };
  const commands = run.length === 0 ? '' : `; by \`${run.join(' ')}\``;
  return {
    name: id,
    title,
    why: `${why}${commands}`,
    nodes: [],
    ...rolls === undefined ? {} : { restarts: [rolls] },
    ...own === undefined ? {} : { gap: own },
  };
}

function gapOf(actions: readonly ReportAction[]): ReportStep['gap'] {
  const own = actions.flatMap(({ gap }) => gap ?? []);
  const bounds = own.flatMap(({ mostSeconds }) => mostSeconds ?? []);
  return {
    text: own.length === 0 ? 'never: no process that runs the controllers is stopped' : own.map(({ text }) => text).join('; '),
    longestSeconds: bounds.length === 0 ? null : Math.max(...bounds),
    times: 0, // how many machines an installer replaces is not known
    hasException: false,
    isDeclared: own.some(({ isOpen }) => isOpen === true),
  };
}

function verdictOf(steps: readonly InstallerStep[]): ReportStep['verdict'] {
  const all = steps.map(({ verdict }) => verdict);
  const unknown = all.find(verdict => verdict.unknown !== undefined)?.unknown;
  const holds = (promise: 'exclusivity' | 'liveness') => all.every(verdict => verdict[promise] === 'holds') ? true : null;
  return {
    exclusivity: holds('exclusivity'),
    liveness: holds('liveness'),
    declaredGaps: [...new Set(all.flatMap(({ declaredGaps }) => declaredGaps))],
    ...unknown === undefined ? {} : { unknown },
    counterexamples: [],
    mixes: firstOfEach(steps.map(({ coexists }) => coexists), one => JSON.stringify(one)),
  };
}

/**
 * What the rules say of the documents of a phase. A document does not say which release of the installer applies it, nor how far a migration has
 * come. The plan was proven with both, so what `verify` does not know because of that is named, and decides nothing.
 */
function said(app: InstallerApp, phase: MigrationPhase): Pick<ReportStep, 'findings' | 'notLookedAt'> {
  const files = installerPhase(app, phase);
  const folder = folderOf(files);
  const texts = files.files.filter(({ source }) => /\.ya?ml$/.test(source))
    .map(({ source, text }) => [source.slice(folder.length + 1), { text }] as const);
  const model = buildModel({ directories: [{ name: folder, files: new Map(texts) }] });
  const { findings, exclusivity, liveness, seen: { passedOver } } = verifyModel(model);
  const unknown = [...exclusivity.unknown, ...liveness.unknown].map(({ file, what }) => ({ file, what }));
  const undecided = findings.filter(one => one.undecided).map(({ file, message }) => ({ file, what: message }));
  return {
    findings: findings.filter(one => !one.undecided),
    notLookedAt: firstOfEach([...passedOver.map(({ file, what }) => ({ file, what })), ...unknown, ...undecided], one => JSON.stringify(one)),
  };
}

/** A phase lists what any other one has; what the phase before lists as well was not there. */
function leftBehind(app: InstallerApp, from: PlanStateName, to: PlanStateName): readonly string[] {
  if (from === 'not-started' || to === 'not-started') return [];
  const before = toDelete(app, from as MigrationPhase);
  return toDelete(app, to as MigrationPhase).filter(object => !before.includes(object));
}

function toDelete(app: InstallerApp, phase: MigrationPhase): readonly string[] {
  const file = installerPhase(app, phase).files.find(({ source }) => source.endsWith('/to-delete.json'));
  const { objects = [] } = JSON.parse(file?.text ?? '{}') as { readonly objects?: readonly unknown[] };
  return objects.filter(isObjectReference).map(referenceText);
}

function backOf(app: InstallerApp, { from, to, phase }: Omit<InstallerTransition, 'steps'>): Pick<ReportStep, 'back' | 'noWayBack'> {
  const plan = (one: PlanStateName, other: PlanStateName) => `ccm-migration plan <app-dir> --from ${one} --to ${other} --format markdown`;
  if (!isForward(from, to)) return { back: { plan: plan(to, from), until: `from \`${to}\` to \`${from}\``, stays: '' } };
  const { plan: { back, backTo, noWayBack } } = installerPhase(app, phase);
  if (backTo === undefined || back.length === 0) return { back: null, noWayBack: noWayBack ?? `${app.installer} has no rollback from '${phase}'` };
  return { back: { plan: plan(to, backTo), until: `from \`${to}\` to \`${backTo}\``, stays: noWayBack ?? '' } };
}

/** A way that the installer does not offer. */
function refusedStep(app: InstallerApp, from: PlanStateName, to: PlanStateName, reason: string): ReportStep {
  const at = (state: PlanStateName) => state === 'not-started' ? reported(app, [...app.plans.keys()][0]).processes.before
    : reported(app, state as MigrationPhase).processes.after;
  return {
    from,
    to,
    objects: [],
    nodeFiles: [],
    restarts: [],
    processes: { before: at(from), during: [], after: at(to) },
    verdict: {
      exclusivity: null,
      liveness: null,
      declaredGaps: [],
      counterexamples: [],
      refused: { reason, fix: `plan from a state that ${app.installer} can leave: ${STATES.filter(state => isForward(state, from)).join(', ')}` },
      mixes: [],
    },
    gap: { text: 'not known, since the step is refused', longestSeconds: null, times: 0, hasException: false, isDeclared: false },
    actions: [],
    endings: [],
    findings: [],
    notLookedAt: [],
    toDelete: { objects: [], nodeFiles: [] },
    back: null,
  };
}
