import { flagSet } from '../../facts/flag-sets';
import { LIST_FLAGS } from '../../facts/inputs/candidates';
import { parseCommandLine } from '../../kubernetes/command-line/parse';
import { CCM, Component, KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { endCause } from '../../model/command-line';
import { unreadFix } from '../../model/component-version';
import { EndCause } from '../../model/end-cause';
import { endsOfValues } from '../../model/undecided-flags';
import { isPlaceholder } from '../../text/placeholder';
import { Doubt, Place, PlacedFlag } from '../../view/model';

/** A word of a command line as its process gets it. */
export interface PlacedWord {
  readonly text: string;
  readonly place: Place;
  /** Why what it says is not known. */
  readonly why?: string;
}

/** A command line as its component reads it. */
export interface ReadWords {
  /** Flags whose values are known. */
  readonly flags: readonly PlacedFlag[];
  /** Those whose values are not known. */
  readonly hidden: readonly Omit<PlacedFlag, 'value'>[];
  /** Why the process ends before it does anything. */
  readonly ends: readonly EndCause[];
  /** Flags whose values are not known, and what else is not. */
  readonly unknowns: readonly Doubt[];
}

/** A word of which it is known that it is a flag, and which. */
const NAMED = /^--?[A-Za-z][A-Za-z0-9_-]*(=|$)/;

type MaybeFlag = PlacedFlag & { readonly why?: string };

/** Reads the words that follow the name of the program. */
export function readWords(component: Component, words: readonly PlacedWord[], version?: KubernetesVersion, awsRelease?: string): ReadWords {
  const { flags, ends, positionals, doubts } = parseCommandLine(words, flagSet(component, version, awsRelease));
  const all = flags.map(({ name, value, form, word, valueWord }): MaybeFlag => ({
    name, ...form === 'bare' ? {} : { value }, place: word.place, why: form === 'separate' ? valueWord?.why : word.why,
  }));
  const counted = counting(all);
  const known = counted.filter(({ why }) => why === undefined).map(({ why: _, ...flag }) => flag);
  const isManager = component === KCM || component === CCM;
  // A word of which it is not known whether it is a flag at all.
  const opaque = [...positionals, ...flags.map(({ word }) => word).filter(({ text }) => !NAMED.test(text))].filter(({ why }) => why !== undefined);
  return {
    flags: known,
    hidden: all.filter(({ why }) => why !== undefined).map(({ name, place }) => ({ name, place })),
    // A flag that there is not ends the process whatever its value is.
    ends: [
      ...ends.filter(({ word: { text, why }, isUnknownFlag }) =>
        isUnknownFlag === true ? why === undefined || NAMED.test(text) : why === undefined && (isManager || !isPlaceholder(text))).map(endCause),
      ...isManager ? [] : endsOfValues(component, known, version),
    ],
    unknowns: [
      ...opaque.map(({ text, place, why }) => command(place, `an argument of ${component} is '${text}', and ${why!}`)),
      // Without a release, each that it may be is asked for its flags.
      ...isManager && version ? doubts.filter(({ word }) => word.why === undefined).map(({ text, word }) => command(word.place, 'the command line '
        + `of ${component} is not understood: ${text}`)) : [],
      ...counted.flatMap(flag => flag.why === undefined ? [] : [unknownFlag(component, flag, flag.why)]),
    ],
  };
}

function command(place: Place, what: string): Doubt {
  return { part: 'command', place, what, fix: 'Write each flag as --name=value, with a name that the release is known to have.' };
}

function unknownFlag(component: Component, { name, place }: PlacedFlag, why: string): Doubt {
  return {
    part: `--${name}`,
    place,
    what: `the value of --${name} of ${component} is not known: ${why}`,
    fix: 'Add what holds the value to the input, or write the value itself.',
  };
}

/**
 * The last of a flag counts, except where each adds to a list: an earlier value says nothing once a later one is not known, and an earlier one that
 * is not known says nothing once there is a later one.
 */
function counting(all: readonly MaybeFlag[]): readonly MaybeFlag[] {
  const later = new Map<string, 'known' | 'unknown'>();
  return [...all].reverse().filter(({ name, why }) => {
    const after = later.get(name);
    if (after !== 'unknown') later.set(name, why === undefined ? 'known' : 'unknown');
    return LIST_FLAGS.includes(name) || (why === undefined ? after !== 'unknown' : after === undefined);
  }).reverse();
}

/** @param fix where nothing better can be said of a release that is not read */
export function unknownVersion(component: Component, place: Place, version: KubernetesVersion | undefined, why: string, fix: string): Doubt {
  return { part: 'version', place, what: `the version of ${component} is unknown: ${why}`, fix: unreadFix(version) ?? fix };
}
