import { Model, Place } from '../view/model';

/** `error`: something breaks or runs twice. `warning`: legal, but doubtful or with a cost. `note`: good to know. */
export type Severity = 'error' | 'warning' | 'note';

/** One place where a rule is broken. */
export interface Finding {
  readonly place: Place;
  readonly message: string;
  /** What to do here; default: the rule's own. */
  readonly fix?: string;
  /** Where this case is milder than the rule. */
  readonly severity?: Severity;
}

/** A hazard that can be seen in what was handed in. */
export interface Rule {
  /** Named after the hazard, kebab-case, never reused. */
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** What goes wrong in a cluster. */
  readonly why: string;
  readonly fix: string;
  /** Where it was read or seen. */
  readonly source: string;
  check(model: Model): readonly Finding[];
}
