/** What a program takes for a pattern besides `*` and `?`. */
export interface GlobStyle {
  /** `*` and `?` stop at a slash; `**` does not, and a folder of that name is any number of folders. */
  readonly isOfPaths?: boolean;
  /** `[a-z]` is one of them, `[!a-z]` none. */
  readonly hasClasses?: boolean;
  /** `{a,b}` is one of them. */
  readonly hasBraces?: boolean;
  /** `\*` is a star. */
  readonly hasEscapes?: boolean;
}

/** Names and namespaces in policies of Kyverno and Gatekeeper. */
export const NAME_GLOB: GlobStyle = {};
/** github.com/gobwas/glob without separators, which Argo CD uses for the files of a folder. */
export const ARGO_GLOB: GlobStyle = { hasClasses: true, hasBraces: true, hasEscapes: true };
/** git-scm.com/docs/gitignore, a line of it that is anchored. */
export const GIT_GLOB: GlobStyle = { isOfPaths: true, hasClasses: true, hasEscapes: true };
/** Pathname expansion of a shell: POSIX, XCU 2.13. */
export const SHELL_GLOB: GlobStyle = { isOfPaths: true, hasClasses: true };

/** A longer pattern is cut. */
const LONGEST = 1000;
const MOST_ALTERNATIVES = 64;

/** A part of a pattern: what it takes, whether it takes more, and how many parts can be left out from it on. */
interface Part {
  /** Whether it stays after what it took. */
  readonly repeats?: boolean;
  /** Of what repeats: whether it ends with this only; undefined: with anything, or nothing. */
  readonly ends?: string;
  /** Whether it takes nothing, and the next one may be left out. */
  readonly isChoice?: boolean;
  takes(char: string): boolean;
}

const ANY: Part = { takes: () => true };
const NO_SLASH: Part = { takes: char => char !== '/' };
/** `**` with a slash: nothing, or folders up to a slash. */
const FOLDERS: readonly Part[] = [{ takes: () => false, isChoice: true }, { takes: () => true, repeats: true, ends: '/' }];

/** Whether a pattern is a whole text. It takes as many steps as both are long, whatever stars it has. */
export function globMatches(pattern: string, text: string, style: GlobStyle): boolean {
  return compileGlob(pattern, style)(text);
}

/** The same, for many texts. */
export function compileGlob(pattern: string, style: GlobStyle): (text: string) => boolean {
  const cut = pattern.slice(0, LONGEST);
  const alternatives = (style.hasBraces === true ? withoutBraces(cut) : [cut]).map(one => partsOf(one, style));
  return text => alternatives.some(parts => isWhole(parts, text));
}

function withoutBraces(pattern: string): readonly string[] {
  let all: readonly string[] = [pattern];
  for (let turn = 0; turn < MOST_ALTERNATIVES && all.length < MOST_ALTERNATIVES && all.some(one => BRACES.test(one)); turn++) {
    all = all.flatMap(one => {
      const [found, inner] = BRACES.exec(one) ?? [];
      return found === undefined ? [one] : inner.split(',').map(part => one.replace(BRACES, () => part));
    });
  }
  return all;
}

const BRACES = /\{([^{}]*)\}/;

function partsOf(pattern: string, { isOfPaths, hasClasses, hasEscapes }: GlobStyle): readonly Part[] {
  const one = isOfPaths === true ? NO_SLASH : ANY;
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length;) {
    const rest = pattern.slice(at);
    const [stars = ''] = /^\*+/.exec(rest) ?? [];
    const [whole, negation, members] = (hasClasses === true && CLASS.exec(rest)) || [];
    if (stars !== '') {
      const isFolders = isOfPaths === true && stars === '**' && rest[2] === '/' && (at === 0 || pattern[at - 1] === '/');
      parts.push(...isFolders ? FOLDERS : [{ ...stars.length > 1 ? ANY : one, repeats: true }]);
      at += stars.length + (isFolders ? 1 : 0);
    } else if (whole !== undefined) {
      parts.push({ takes: char => one.takes(char) && isMember(char, members) !== (negation !== '') });
      at += whole.length;
    } else {
      const isEscaped = hasEscapes === true && rest[0] === '\\' && rest.length > 1;
      const wanted = isEscaped ? rest[1] : rest[0];
      parts.push(rest[0] === '?' ? one : { takes: char => char === wanted });
      at += isEscaped ? 2 : 1;
    }
  }
  return parts;
}

const CLASS = /^\[([!^]?)(\]?[^\]]*)\]/;

function isMember(char: string, members: string): boolean {
  return [...members.matchAll(/([^])-([^])|[^]/g)].some(([one, from, to]) => from === undefined ? one === char : from <= char && char <= to);
}

function isWhole(parts: readonly Part[], text: string): boolean {
  let states = withChoices(parts, new Set([0]));
  for (const char of text) {
    const next = new Set<number>();
    for (const state of states) {
      const part = parts[state] as Part | undefined;
      if (part === undefined || !part.takes(char)) continue;
      if (part.repeats === true) next.add(state);
      if (part.repeats !== true || part.ends === char) next.add(state + 1);
    }
    states = withChoices(parts, next);
    if (states.size === 0) return false;
  }
  return states.has(parts.length);
}

/** With the parts that come next without anything being taken. */
function withChoices(parts: readonly Part[], states: Set<number>): Set<number> {
  for (const state of states) {
    const part = parts[state] as Part | undefined;
    if (part?.isChoice === true) states.add(state + 1).add(state + 2);
    else if (part?.repeats === true && part.ends === undefined) states.add(state + 1);
  }
  return states;
}
