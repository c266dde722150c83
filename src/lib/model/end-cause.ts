/** What a cause is about; most have a rule of their own, which says more. */
export const END_CONCERNS = [
  'command-line', 'unknown-flag', 'feature-gate', 'cloud-provider', 'cluster-cidr', 'lock-kind', 'durations', 'configuration',
  'configuration-missing', 'not-running',
] as const;
export type EndConcern = typeof END_CONCERNS[number];

/** Why a process ends. */
export interface EndCause {
  readonly concern: EndConcern;
  /** In the component's words where it has any. */
  readonly text: string;
  /** The flags that it is about; the first of them that is given is its place. */
  readonly flags: readonly string[];
  /** What to do, where that is not to correct what the text says. */
  readonly fix?: string;
}

/** Whether they are about what keeps it from running outside its command line: such causes never stand beside others. */
export function areOutside([first]: readonly EndCause[]): boolean {
  return first?.concern === 'not-running';
}

/** Causes as one text. */
export function textOfCauses(causes: readonly EndCause[]): string {
  return causes.map(({ text }) => text).join('; ');
}
