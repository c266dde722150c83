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
  /** How long nobody runs the cloud controllers. */
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

/** What the checks say about the mixes of a step. */
export interface InstallerVerdict {
  readonly exclusivity: boolean;
  readonly liveness: boolean;
  /** Controllers that nobody runs because the installer's method says so. */
  readonly declaredGaps: readonly string[];
}

/** The way into a phase, and the way back out of it. */
export interface InstallerPlan {
  readonly phase: string;
  readonly steps: readonly InstallerStep[];
  /** In the order in which they are done; empty: there is no way back. */
  readonly back: readonly InstallerStep[];
  /** Why there is no way back, or when there is none any more. */
  readonly noWayBack?: string;
}

export function verdictOf({ exclusivity, liveness, declaredGaps }: Verdict): InstallerVerdict {
  return { exclusivity: exclusivity.holds, liveness: liveness.holds, declaredGaps: [...new Set(declaredGaps.map(({ controller }) => controller))] };
}

/** The plan as a document that a person can follow. */
export function renderInstallerPlan({ phase, steps, back, noWayBack }: InstallerPlan): string {
  return [
    `# Into phase \`${phase}\``,
    'Each step was verified when this was written: of everything that may run at once during it, in any combination of nodes, no two processes can run the same '
      + 'controller, and every controller that has to run is run, declared gaps aside.',
    ...steps.flatMap((step, index) => section(step, index)),
    '# Back from here',
    ...noWayBack === undefined ? [] : [`${capital(noWayBack)}.`],
    ...back.flatMap((step, index) => section(step, index)),
  ].join('\n\n') + '\n';
}

function section(step: InstallerStep, index: number): string[] {
  const { title, why, run, proof, gap, wayBack, coexists, verdict } = step;
  return [
    `## ${index + 1}. ${title}`,
    `${capital(why)}.`,
    ...run.length === 0 ? [] : [`Run:\n\n${shell(run)}`],
    ...proof.length === 0 ? [] : [`It worked when:\n\n${proof.map(({ command, expected }) => `- \`${command}\`: ${expected}`).join('\n')}`],
    `May run at once:\n\n${coexists.map(one => `- ${one}`).join('\n')}`,
    `Verified: exclusivity ${yes(verdict.exclusivity)}, liveness ${yes(verdict.liveness)}${verdict.declaredGaps.length === 0 ? '' : `; declared gaps: ${verdict.declaredGaps.join(', ')}`}.`,
    `Gap: ${gap}.`,
    `Way back from here: ${wayBack}.`,
  ];
}

function shell(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

function yes(holds: boolean): string {
  return holds ? 'holds' : 'does not hold';
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
