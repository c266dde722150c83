import { Place } from '../view/model';

/** In the order in which an operator needs them. */
export const UPGRADE_TOPICS = [
  'proof', 'skew', 'unread', 'image', 'fault', 'passing-fault', 'service', 'iam', 'rbac', 'flag', 'feature-gate', 'cloud-config', 'environment',
  'nodes', 'load-balancers', 'metrics', 'calls', 'process',
] as const;
export type UpgradeTopic = typeof UPGRADE_TOPICS[number];

/** One thing that is otherwise in another release. */
export interface CcmDifference {
  readonly topic: UpgradeTopic;
  /** A sentence without its end. */
  readonly says: string;
  /** What the operator does about it; none: nothing. */
  readonly todo?: string;
  readonly source: string;
  /** The Service that it is about: `shop/web`; none: it is about the release. */
  readonly service?: string;
  /** That it stands in the way; none: the upgrade is possible with it. */
  readonly hindrance?: Hindrance;
  /** Where the input meets it; none: it is about the release, or about all of the cluster. */
  readonly place?: Place;
  /** That the input is known not to meet it. */
  readonly isNotMet?: true;
}

/** Something of the cluster that is not given. */
export interface NotGiven {
  /** What it is, or what is taken for it: a sentence without its end. */
  readonly says: string;
  /** The command that shows it. */
  readonly command: string;
}

/** Something that stands in the way of an upgrade. */
export interface Hindrance {
  /** By which it is accepted: of a rule, of a fault, or of a change. */
  readonly id: string;
  /** Otherwise it may concern the cluster, and what is given does not say whether it does. */
  readonly isCertain: boolean;
  /** What would say it; none: no input does. */
  readonly missing?: NotGiven;
}

/** Each of what is said once. */
export function onceSaid<T extends { readonly says: string }>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map(one => [one.says, one])).values()];
}

/** A difference, and whether the input meets it; undefined: that is not known. */
export function metIf(isMet: boolean | undefined, difference: CcmDifference): CcmDifference {
  return isMet === false ? { ...difference, isNotMet: true } : difference;
}

/** What the proof says that was not said before: both may be about one thing, which has the same id then. */
export function provenBesides(told: readonly CcmDifference[], proven: readonly CcmDifference[] = []): readonly CcmDifference[] {
  const ids = new Set(told.flatMap(({ hindrance }) => hindrance?.id ?? []));
  return proven.filter(({ hindrance }) => hindrance === undefined || !ids.has(hindrance.id));
}
