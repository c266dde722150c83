import { describeRefusal, SynthesisRefusal } from '../lib/verify/synthesis';

/** What the last check found: cdk8s asks for validation once per Chart, and the rules take time. */
export class LastCheck {
  private last?: { readonly key: string; readonly problems: readonly string[] };

  /** @param key all that the check depends on */
  public problems(key: string, check: () => readonly SynthesisRefusal[]): string[] {
    if (this.last?.key !== key) this.last = { key, problems: check().map(describeRefusal) };
    return [...this.last.problems];
  }
}
