import { CcmDifference } from './difference';
import { withImages } from './upgraded-input';
import { disjoint } from '../model/lock';
import { modelProcess } from '../model/process';
import { Judgement } from '../proof/judgement';
import { buildModel } from '../read/build-model';
import { VerifyInput } from '../read/input/input';
import { RULES } from '../rules';
import { Rule, toldOf } from '../rules/rule';
import { awsTagOf, ccms, nameOf } from '../view/ask';
import { ComponentView, Model } from '../view/model';

/** What the proof and the rules say of one release in place of another. */
export type Proven = (from: string, to: string) => readonly CcmDifference[];

/**
 * The proof and the rules, asked of the input as it is and with another image of its cloud-controller-manager: what holds now and does not then
 * stands in the way. What is wrong already is not of the upgrade, but for a controller that runs twice, and is told.
 *
 * @param now the input as it is
 */
export function provenBy(input: VerifyInput, now: Model): Proven {
  const answers = new Map<string, Asked | undefined>();
  const asked = (tag: string): Asked | undefined => {
    if (!answers.has(tag)) answers.set(tag, askedWith(tag, input, now));
    return answers.get(tag);
  };
  return (from, to) => {
    const [before, after] = [from, to].map(asked);
    if (before === undefined || after === undefined) return [];
    return [...promises(before, after), ...ruled(before, after), ...beside(before, after, from, to), ...wrongAlready(before, after)];
  };
}

/** An input with one image, and the errors that rules have for it by what they are about: messages name the release. */
interface Asked {
  readonly model: Model;
  readonly errors: ReadonlyMap<string, CcmDifference & Required<Pick<CcmDifference, 'hindrance'>>>;
}

/** Undefined: an image that is written in parts, as values of a chart are, is not put in place of another. */
function askedWith(tag: string, input: VerifyInput, now: Model): Asked | undefined {
  const model = awsCcms(now).every(view => awsTagOf(view) === tag) ? now : buildModel(withImages(input, tag, awsCcms(now)));
  return awsCcms(model).some(view => awsTagOf(view) !== tag) ? undefined : { model, errors: errorsOf(model) };
}

/** Those of other clouds stay what they are. */
function awsCcms(model: Model): readonly ComponentView[] {
  return ccms(model).filter(view => awsTagOf(view) !== undefined);
}

function errorsOf(model: Model): Asked['errors'] {
  const errors = (rule: Rule) => toldOf(rule.check(model)).filter(one => (one.severity ?? rule.severity) === 'error').map(one => ({ rule, one }));
  const found = RULES.flatMap(errors).map(({ rule: { id, fix, source }, one }) => {
    const place = model.realPlace(one.place);
    return [`${id} ${place.file}:${place.line}`, {
      topic: 'proof', says: one.message, todo: one.fix ?? fix, source, hindrance: { id, isCertain: one.isUndecided !== true }, place,
    } satisfies CcmDifference] as const;
  });
  return new Map(found);
}

/** Errors that come with the release. What says of its command line, its image or its age is said by other differences as well, under the same id. */
function ruled({ errors: had }: Asked, { errors: has }: Asked): readonly CcmDifference[] {
  return [...has].filter(([key]) => !had.has(key)).map(([, difference]) => difference);
}

const PROMISES = { exclusivity: 'controller-runs-twice', liveness: 'controller-runs-nowhere' } as const;
const SOURCE = 'docs/explanation/proof.md';

function promises({ model: before }: Asked, { model: after }: Asked): readonly CcmDifference[] {
  return Object.entries(PROMISES).flatMap(([promise, id]): readonly CcmDifference[] => {
    const [had, has] = [before, after].map(({ judgements }): Judgement => judgements[promise as keyof typeof PROMISES]);
    const isWrongAlready = had.answer === 'broken' && promise !== 'exclusivity';
    if (has.answer !== 'broken' || isWrongAlready) return [];
    return has.counterexamples.map(({ controller, message, fix }) => ({
      topic: 'proof', says: `'${controller}': ${message}`, todo: fix, source: SOURCE, hindrance: { id, isCertain: true },
    }));
  });
}

/** What the release neither breaks nor mends, by the ids that `verify` has for it. */
function wrongAlready({ model: before, errors: had }: Asked, { model: after, errors: has }: Asked): readonly CcmDifference[] {
  const isNowhere = [before, after].every(({ judgements: { liveness } }) => liveness.answer === 'broken');
  const ids = [...new Set([...has].flatMap(([key, { hindrance }]) => had.has(key) && hindrance.isCertain ? [hindrance.id] : []))].sort();
  const all = [...isNowhere ? [PROMISES.liveness] : [], ...ids];
  return all.length === 0 ? [] : [{
    topic: 'proof',
    says: `wrong now as well, and stays so: ${all.join(', ')}`,
    todo: 'ccm-migration verify says of the same input what and where.',
    source: SOURCE,
  }];
}

/** Old and new pods run side by side while it rolls. */
function beside({ model: before }: Asked, { model: after }: Asked, from: string, to: string): readonly CcmDifference[] {
  return awsCcms(before).flatMap((view, index): readonly CcmDifference[] => {
    const inputs = [view.process?.input, awsCcms(after).at(index)?.process?.input];
    const [old, young] = inputs.map(input => input && modelProcess(input));
    if (old === undefined || young === undefined || old.mainLock.size === 0 || !disjoint(old.mainLock, young.mainLock)) return [];
    return [{
      topic: 'proof',
      says: `${nameOf(view)} holds another lock as ${to} than as ${from}, so that old and new pods lead side by side while it rolls`,
      todo: 'Name the lock in its flags: --leader-elect-resource-lock, --leader-elect-resource-name, --leader-elect-resource-namespace.',
      source: SOURCE,
      hindrance: { id: PROMISES.exclusivity, isCertain: true },
    }];
  });
}
