import { Construct } from 'constructs';
import { annotateUnknown } from './unknown-annotation';
import { ReportedUnknown } from '../lib/verify/result';
import { describeRefusal, SynthesisCheck } from '../lib/verify/synthesis';

/** What the last check found: cdk8s asks for validation once per Chart, and the rules take time. */
export class LastCheck {
  private last?: SynthesisCheck & { readonly key: string };

  /** @param scope what is checked: what is unknown of it is said there */
  public constructor(private readonly scope: Construct) {}

  /** What `verify` of what was written does not know; undefined: nothing was checked yet. */
  public get unknown(): readonly ReportedUnknown[] | undefined {
    return this.last?.unknown;
  }

  /** @param key all that the check depends on */
  public problems(key: string, check: () => SynthesisCheck): string[] {
    if (this.last?.key !== key) {
      this.last = { key, ...check() };
      annotateUnknown(this.scope, this.last.unknown);
    }
    return this.last.refusals.map(describeRefusal);
  }
}
