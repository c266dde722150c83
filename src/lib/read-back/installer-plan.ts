import { describeProcess, DescribedProcess } from './described-process';
import { DocumentChange, documentChanges } from './document-changes';
import {
  foldersOf, Installer, InstallerMigration, InstallerMix, InstallerName, InstallerOrder, InstallerRow, InstallerState,
} from '../deliver/installer';
import { firstOfEach } from '../kubernetes/once-for';
import { breaches, refuseBreaches } from '../migration/breaches';
import { MigrationPhase } from '../migration/migration-phase';
import { describeGap, gapBounds, longestGap } from '../proof/gap';
import { Verdict } from '../proof/verdict';
import { buildModel } from '../read/build-model';
import { certainVerdict } from '../verify/certain';
import { Model } from '../view/model';

/** What happens in one step of the way of an installer: what the user runs, and what proves it. */
export interface InstallerStep extends Omit<InstallerRow, 'gap' | 'mix' | 'run' | 'proof'>, Required<Pick<InstallerRow, 'run' | 'proof'>> {
  /** How long no process runs the cloud controllers. */
  readonly gap: string;
  /** The same in seconds, where locks bound it. */
  readonly bounds?: { readonly bidsSeconds: number; readonly mostSeconds: number };
  /** Everything that may run at once during the step, in any combination. */
  readonly coexists: readonly string[];
  readonly verdict: InstallerVerdict;
}

/** What the checks say of a promise; a step in which one is broken is refused and never written. */
export type InstallerPromise = 'holds' | 'unknown';

/** What the checks say about the mixes of a step. */
export interface InstallerVerdict {
  readonly exclusivity: InstallerPromise;
  readonly liveness: InstallerPromise;
  /** Why something is unknown, and what to look at instead. */
  readonly unknown?: string;
  /** Controllers that no process runs, because the installer's method has that gap. */
  readonly declaredGaps: readonly string[];
}

/** The way into a phase, and the way back out of it. */
export interface InstallerPlan extends Omit<InstallerOrder, 'steps' | 'back'> {
  readonly installer: InstallerName;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly phase: MigrationPhase;
  readonly steps: readonly InstallerStep[];
  /** In the order in which they are done; empty: there is no way back. */
  readonly back: readonly InstallerStep[];
  /** What differs in the documents from the phase before. */
  readonly changes?: readonly DocumentChange[];
  /** Controller managers before the first step, while steps are done, after the last one, and while they are taken back. */
  readonly processes?: Readonly<Record<'before' | 'during' | 'after' | 'back', readonly DescribedProcess[]>>;
}

/**
 * What the user runs to bring a cluster into a phase, what proves each step, and the way back. Each step is verified here.
 *
 * @param folder that has those of all phases, in the commands
 * @throws with the first counter-example if a mix of a step is not safe
 */
export function installerPlan<M extends InstallerMigration>(
  installer: Installer<M>, migration: M, phase: MigrationPhase, folder: string = `bundles/${installer.name}`,
): InstallerPlan {
  const { steps, back = [], ...ends } = installer.order(migration, phase, folder);
  return { installer: installer.name, cluster: migration.cluster, phase, steps: steps.map(proven), back: back.map(proven), ...ends };
}

/** Of a step that stops no process that runs the controllers. */
const NO_GAP = 'none: no process that runs the controllers is stopped';

function proven({ mix, gap = NO_GAP, id, title, why, run = [], proof = [], wayBack, rolls }: InstallerRow): InstallerStep {
  return {
    id,
    title,
    why,
    run,
    proof,
    ...typeof gap === 'string' ? { gap } : lockGap(gap),
    wayBack,
    ...rolls === undefined ? {} : { rolls },
    coexists: mix.coexists,
    verdict: verdictOf(title, mix),
  };
}

/**
 * The same with what a report has to show of it: what differs in the documents, and what may run.
 *
 * @throws as `installerPlan`
 */
export function reportedPlan<M extends InstallerMigration>(
  installer: Installer<M>, migration: M, phase: MigrationPhase, folder: string,
): InstallerPlan {
  const { steps, back = [] } = installer.order(migration, phase, folder);
  const before = migration.before(phase);
  const stateOf = (one: MigrationPhase | undefined): InstallerMix => ({ states: [migration.stateAt(one)], coexists: [] });
  return {
    ...installerPlan(installer, migration, phase, folder),
    changes: documentChanges(migration, before, phase),
    processes: {
      before: processesOf([stateOf(before)]),
      during: processesOf(steps.map(({ mix }) => mix)),
      after: processesOf([stateOf(phase)]),
      back: processesOf(back.map(({ mix }) => mix)),
    },
  };
}

/** Controller managers of mixes, each once. */
function processesOf(mixes: readonly InstallerMix[]): readonly DescribedProcess[] {
  const machines = new Set(mixes.flatMap(({ states }) => states).filter(state => state.machines.size > 0).map(({ name }) => name));
  const all = mixes.flatMap(mix => modelOf(mix).components).flatMap(({ process }) => {
    if (process === undefined) return [];
    const isOfMachine = [...machines].some(name => process.dir === name || process.dir.startsWith(`${name}/`));
    return [describeProcess(process, isOfMachine ? ['control-plane nodes'] : null)];
  });
  return firstOfEach(all, ({ where, ...rest }) => JSON.stringify(rest));
}

/**
 * @returns whether there is something that must be safe as a whole before a phase is written
 * @throws with every counter-example if it is not
 */
export function verifyRollInto(migration: InstallerMigration, phase: MigrationPhase): boolean {
  const mix = migration.rollInto(phase);
  if (mix === undefined) return false;
  const [{ name: from }, { name: to }] = mix.states;
  refuseBreaches(`the roll from ${from} to ${to}`, breaches(proveMix(`the roll from ${from} to ${to}`, mix)));
  return true;
}

/**
 * Checks every combination of the machines of a mix with everything that any of its states applies: a rolling update goes through all of them.
 *
 * @param subject as messages call it
 */
export function proveMix(subject: string, mix: InstallerMix): Verdict {
  return certainVerdict(subject, modelOf(mix), mix.unmodelled === undefined ? undefined : ['exclusivity']);
}

function modelOf(mix: InstallerMix): Model {
  return buildModel({ directories: foldersOf(mix), declaredGaps: mix.declaredGaps, hasSeveralStates: true });
}

function verdictOf(title: string, mix: InstallerMix): InstallerVerdict {
  const { unmodelled } = mix;
  const { exclusivity, liveness, declaredGaps } = proveMix(`the step '${title}'`, mix);
  const [broken] = [...exclusivity.counterexamples, ...unmodelled === undefined ? liveness.counterexamples : []];
  if (broken) throw new Error(`the step '${title}' is not safe, and nothing is written: ${broken.message}`);
  const gaps = [...new Set(declaredGaps.map(({ controller }) => controller))];
  if (unmodelled !== undefined) return { exclusivity: 'unknown', liveness: 'unknown', unknown: unmodelled, declaredGaps: gaps };
  return { exclusivity: 'holds', liveness: 'holds', declaredGaps: gaps };
}

/** How long no process runs the cloud controllers when the one that leads them is stopped. */
function lockGap(states: readonly InstallerState[]): Pick<InstallerStep, 'gap' | 'bounds'> {
  const processes = modelOf({ states, coexists: [] }).components.flatMap(({ process }) => (process?.migrationLock ? [process] : []));
  const bound = longestGap(processes.flatMap(leader => processes.map(successor => gapBounds(leader, successor))));
  return {
    gap: `if the leader is among what is stopped: ${describeGap(bound)}`,
    bounds: { bidsSeconds: bound.alreadyBidding / 1000, mostSeconds: bound.mainLockFirst / 1000 },
  };
}

/** What the word verified means. */
export const VERIFIED = 'Each step was verified when the plan was made: of everything that may run simultaneously during it, in any combination of '
  + 'nodes, no two processes can run the same '
  + 'controller, and every controller that has to run is run, declared gaps aside. Where that could not be known, the step says so.';

/** The plan as a document that a person can follow. */
export function renderInstallerPlan({ phase, steps, back, noWayBack }: InstallerPlan): string {
  return [
    `# Into phase \`${phase}\``,
    VERIFIED,
    ...steps.flatMap((step, index) => stepSection(step, index)),
    '# Rollback',
    ...noWayBack === undefined ? [] : [`${capital(noWayBack)}.`],
    ...back.flatMap((step, index) => stepSection(step, index)),
  ].join('\n\n') + '\n';
}

/** A step as a section of a runbook. */
export function stepSection(step: Omit<InstallerStep, 'id'>, index: number): string[] {
  const { title, why, run, proof, gap, wayBack, coexists, verdict } = step;
  return [
    `## ${index + 1}. ${title}`,
    `${capital(why)}.`,
    ...run.length === 0 ? [] : [`Run:\n\n${shell(run)}`],
    ...proof.length === 0 ? [] : [`Done when:\n\n${proof.map(({ command, expected }) => `- \`${command}\`: ${expected}`).join('\n')}`],
    `May run simultaneously:\n\n${coexists.map(one => `- ${one}`).join('\n')}`,
    `${capital(verdictText(verdict))}.`,
    `Gap: ${gap}.`,
    `Rollback: ${wayBack}.`,
  ];
}

function shell(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

/** `verified: exclusivity holds, liveness holds; declared gaps: route` */
function verdictText({ exclusivity, liveness, unknown, declaredGaps }: InstallerVerdict): string {
  const gaps = declaredGaps.length === 0 ? '' : `; declared gaps: ${declaredGaps.join(', ')}`;
  return unknown === undefined ? `verified: exclusivity ${exclusivity}, liveness ${liveness}${gaps}` : `unknown: exclusivity ${exclusivity}, `
    + `liveness ${liveness}${gaps}: ${unknown}`;
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
