import { EndConcern } from '../model/end-cause';
import { managers } from '../view/ask';
import { ComponentView, Doubt, Model, NO_DOUBT, Place, ReadModel } from '../view/model';

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
  /** Of a rule that says that a component ends by its command line or its configuration: which causes. The process has them as its fate. */
  readonly ends?: readonly EndConcern[];
  /** Of a rule that says that a component does not run: why, as far as its command line does not say it. The proof counts on it too. */
  readonly stops?: StopCheck;
  /** Whether `stops` asks which of the other components start: then it is asked after all that do not, and sees what they said. */
  readonly asksOthers?: boolean;
  check(model: Model): Answer<Finding>;
}

/** Why a kube-controller-manager or cloud-controller-manager does not run; asked once for each, while the model is made, which adds the rule. */
export type StopCheck = (view: ComponentView, model: ReadModel) => Answer;

/**
 * What a rule says, of a component or of the whole input: findings, of which none is that it holds, and what it cannot say, of a part of its
 * question or of all of it.
 */
export type Answer<T extends object = Stop> = readonly (T | Undecided<T>)[] | Undecided<T>;

/** A finding that is certain: whether it is, the type says, and no mark of it. */
export type Stop = Doubt & { readonly isDoubtful?: never };

/** That what decides is not in the input: what it would be, where it is so. */
export interface Undecided<T extends object = Stop> {
  readonly undecided: T;
}

/** What a rule says of one place of the input. */
export type Said = Finding | Undecided<Finding>;

/** A finding that is told, and whether the input does not say that it is one. */
export interface ToldFinding extends Finding {
  readonly isUndecided?: boolean;
}

/** An answer as what the proof counts on. */
export function doubtsOf(answer: Answer): readonly Doubt[] {
  return partsOf(answer).map(one => 'undecided' in one ? { ...one.undecided, isDoubtful: true } : one);
}

/** An answer as what is told. */
export function toldOf(answer: Answer<Finding>): readonly ToldFinding[] {
  return partsOf(answer).map(one => 'undecided' in one ? { ...one.undecided, isUndecided: true } : one);
}

function partsOf<T extends object>(answer: Answer<T>): readonly (T | Undecided<T>)[] {
  return 'undecided' in answer ? [answer] : answer;
}

/** A finding, or, where what the input does not say decides, that it may be one. */
export function undecidedIf<T extends object>(isUndecided: boolean, found: T): T | Undecided<T> {
  return isUndecided ? { undecided: found } : found;
}

/** What the manifest of its pod says, as far as the rule is about it. */
export function podStopsOf(id: string): StopCheck {
  return ({ podDoubts }) => podDoubts?.filter(({ rule }) => rule === id).map(({ isDoubtful, ...stop }) => undecidedIf(isDoubtful === true, stop))
    ?? NO_DOUBT.isRight;
}

/**
 * What the model has of a rule as findings: the rule does not ask again.
 *
 * @param severities default: that of the rule
 */
export function stopFindings(
  model: Model, rule: string, severities: { readonly certain?: Severity; readonly undecided?: Severity } = {},
): readonly Said[] {
  return managers(model).flatMap(({ stops }) => stops?.filter(stop => stop.rule === rule) ?? [])
    .map(({ place, what, fix, isDoubtful = false }) => undecidedIf(isDoubtful, {
      place, message: what, fix, severity: isDoubtful ? severities.undecided : severities.certain,
    }));
}
