import { printable } from './printable';

/**
 * No character that a shell, a terminal, Markdown or another file system reads as more than itself. `~` and `-` mean something at the start of a word
 * only.
 */
const SAFE_SEGMENT = /^[A-Za-z0-9._+=:@,%][A-Za-z0-9._+=:@,%~-]*$/;
/** Longest name of a file on the usual file systems. */
const MAX_SEGMENT = 255;

/** Why a relative path cannot be one of a file that is written for others to copy; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  const segments = path.split('/');
  if (segments.every(segment => SAFE_SEGMENT.test(segment) && segment !== '.' && segment !== '..' && segment.length <= MAX_SEGMENT)) return undefined;
  return `path '${printable(path)}' cannot be written; accepted: names of letters, digits and '._+=:@,%~-', at most ${MAX_SEGMENT} characters each, `
    + 'with \'/\' between them and no \'..\'';
}
