import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Instant, Span } from './timeline';

interface PlannedStep {
  readonly gap: { readonly declared?: true };
}

/** Steps from the first to the last of which a plan declares that nobody runs the controllers; by number, undefined where it declares none. */
export function declaredSteps(steps: readonly PlannedStep[]): { readonly first: number; readonly last: number } | undefined {
  const numbers = steps.flatMap(({ gap }, index) => gap.declared ? [index + 1] : []);
  return numbers.length === 0 ? undefined : { first: numbers[0], last: numbers.at(-1)! };
}

/** When the steps were carried out, or taken back, whose gap the plan declares. A run that dies among them leaves the gap as it is. */
export class DeclaredGap {
  private readonly past: Span[] = [];
  private since?: Instant;

  /**
   * A step begins.
   *
   * @param title begins with its number; on the way back `back: ` stands before that
   */
  public begins(project: string, title: string, now: Instant = Date.now()): void {
    const [, back, digits] = /^(back: )?(\d\d) /i.exec(title) ?? [];
    if (digits === undefined) return;
    const { steps } = JSON.parse(readFileSync(join(project, 'plan.json'), 'utf8')) as { steps: readonly PlannedStep[] };
    const declared = declaredSteps(steps);
    if (!declared) return;
    const number = Number(digits);
    if (number >= declared.first && number <= declared.last) this.since ??= now;
    else if (back === undefined ? number > declared.last : number < declared.first) this.ends(now);
  }

  /** A way was gone to its end. */
  public ends(now: Instant = Date.now()): void {
    if (this.since !== undefined) this.past.push({ from: this.since, to: now });
    this.since = undefined;
  }

  public spans({ from, to }: Span): readonly Span[] {
    const all = this.since === undefined ? this.past : [...this.past, { from: this.since, to }];
    return all.filter(span => span.to > from && span.from < to);
  }
}
