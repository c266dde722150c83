import { BACK, stepsOf } from './run-steps';
import { Instant, Span } from './timeline';

/** When the steps were carried out, or taken back, whose gap the plan declares. A run that dies among them leaves the gap as it is. */
export class DeclaredGap {
  private readonly past: Span[] = [];
  private since?: Instant;

  /**
   * A step begins.
   *
   * @param title on the way back `BACK` stands before that of the step; what is no step of the plan changes nothing
   */
  public begins(project: string, title: string, now: Instant = Date.now()): void {
    const isBack = title.startsWith(BACK);
    const steps = stepsOf(project);
    const begun = steps.findIndex(step => step.title === (isBack ? title.slice(BACK.length) : title));
    const declared = steps.flatMap(({ hasDeclaredGap }, index) => (hasDeclaredGap ? [index] : []));
    if (begun < 0 || declared.length === 0) return;
    const [first, last] = [declared[0], declared.at(-1)!];
    if (begun >= first && begun <= last) this.since ??= now;
    else if (isBack ? begun < first : begun > last) this.ends(now);
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
