import { MigrationPhase } from '../migration/migration-phase';
import { Verdict } from '../proof/verdict';

/** What happens in one step of the way of an installer: what the user runs, and what proves it. */
export interface InstallerStep {
  /** Letters, digits and `-`; unique in the plan. */
  readonly id: string;
  readonly title: string;
  readonly why: string;
  /** Commands, in this order. */
  readonly run: readonly string[];
  /** Commands that show that it worked, each with what must come out. */
  readonly proof: readonly InstallerProof[];
  /** How long no process runs the cloud controllers. */
  readonly gap: string;
  /** How to take exactly this step back; or that it cannot be. */
  readonly wayBack: string;
  /** Everything that may run at once during the step, in any combination. */
  readonly coexists: readonly string[];
  readonly verdict: InstallerVerdict;
}

export interface InstallerProof {
  readonly command: string;
  readonly expected: string;
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
export interface InstallerPlan {
  /** `kops`, `kkp`, `kubeone`, `cluster-api` */
  readonly installer: string;
  /** Id of the cluster. */
  readonly cluster: string;
  readonly phase: MigrationPhase;
  readonly steps: readonly InstallerStep[];
  /** In the order in which they are done; empty: there is no way back. */
  readonly back: readonly InstallerStep[];
  /** Where the way back ends; undefined: there is none. */
  readonly backTo?: 'not-started' | MigrationPhase;
  /** Why there is no way back, or when there is none any more. */
  readonly noWayBack?: string;
}

/**
 * @param title of the step
 * @param unmodelled what runs in the step and is not modelled, and what to look at instead; undefined: everything is
 * @throws with the first counter-example if a promise is broken
 */
export function verdictOf(title: string, { exclusivity, liveness, declaredGaps }: Verdict, unmodelled?: string): InstallerVerdict {
  const [broken] = [...exclusivity.counterexamples, ...unmodelled === undefined ? liveness.counterexamples : []];
  if (broken) throw new Error(`the step '${title}' is not safe, and nothing is written: ${broken.message}`);
  const gaps = [...new Set(declaredGaps.map(({ controller }) => controller))];
  if (unmodelled !== undefined) return { exclusivity: 'unknown', liveness: 'unknown', unknown: unmodelled, declaredGaps: gaps };
  return { exclusivity: 'holds', liveness: 'holds', declaredGaps: gaps };
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
