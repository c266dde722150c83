import { createHash } from 'node:crypto';
import { BUILT_VERSION, Code } from './sources';
import { parseRelease } from '../../../src/lib/facts/since';

/** A declaration whose text differs between neighbouring tags. */
export interface CodeChange {
  /** Of both texts, so that it is the same wherever a line of releases got the same change. */
  readonly hash: string;
  readonly declaration: string;
  readonly is: 'new' | 'gone' | 'changed';
  readonly before: string;
  readonly after: string;
}

/** The first minor whose changes are judged one by one. */
export const FIRST_MINOR = 30;

/** Each tag with the one before it of its minor; a `.0` with the `.0` of the minor before. */
export function neighbours(tags: readonly string[]): readonly (readonly [string, string])[] {
  return tags.flatMap((tag): readonly (readonly [string, string])[] => {
    const { minor, patch } = parseRelease(tag);
    if (minor < FIRST_MINOR) return [];
    if (patch === 0) return [[`v1.${minor - 1}.0`, tag]];
    return [[tags.filter(other => parseRelease(other).minor === minor && parseRelease(other).patch < patch).at(-1)!, tag]];
  });
}

/** What its own code does otherwise; what it links of other modules is compared by `linked.ts`. */
export function changesBetween(old: Code, young: Code): readonly CodeChange[] {
  return [...new Set([...old.keys(), ...young.keys()])].sort().flatMap((declaration): readonly CodeChange[] => {
    if (declaration === BUILT_VERSION || declaration.startsWith('go.mod:')) return [];
    const [before, after] = [old, young].map(code => code.get(declaration)?.text ?? '');
    if (before === after) return [];
    const is = before === '' ? 'new' : after === '' ? 'gone' : 'changed';
    return [{ hash: hashOf(`${declaration}\0${before}\0${after}`), declaration, is, before, after }];
  });
}

/** A short name of a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}
