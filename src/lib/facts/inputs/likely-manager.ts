import { flagNames } from '../flags';
import { FLAGS_THAT_TELL, NOT_ALONE } from './manager-texts';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { lazy } from '../lazy';
import { otherProgram } from '../other-programs';

const KNOWN = lazy(() => ({ [KCM]: new Set(flagNames(KCM)), [CCM]: new Set(flagNames(CCM)) }));

/** The names of the flags of a command line; undefined: it has a word that is neither a flag nor the value of one. */
function namesOf(words: readonly string[]): readonly string[] | undefined {
  const names = words.flatMap(word => /^--?([A-Za-z][\w-]*)(?:=|$)/.exec(word)?.[1].replace(/_/g, '-') ?? []);
  const isLine = words.every((word, index) => word.startsWith('-') || word === '' || /^--?[A-Za-z][\w-]*$/.test(words[index - 1] ?? ''));
  return isLine ? names : undefined;
}

/**
 * Whether words can be the flags of a controller manager, whatever its program is called: it has each of them, and ends at one that it does not have
 * (github.com/spf13/pflag@v1.0.5 flag.go, "unknown flag").
 *
 * @param component that it would be; none: either
 */
export function haveItsFlags(words: readonly string[], component?: ControllerManager): boolean {
  const names = namesOf(words);
  return names !== undefined && names.some(name => FLAGS_THAT_TELL.has(name)) && [KCM, CCM].some(one =>
    (component === undefined || component === one) && names.every(name => KNOWN()[one as ControllerManager].has(name)));
}

/** Whether a command line can be that of a controller manager by its flags, though its program is called otherwise and is none that is known. */
export function likelyManager(program: string, words: readonly string[]): boolean {
  if (otherProgram(program) !== undefined || !haveItsFlags(words)) return false;
  return namesOf(words)!.some(name => FLAGS_THAT_TELL.has(name) && !NOT_ALONE.test(name));
}
