
/** A variable of an environment file. */
export interface FileVariable {
  readonly name: string;
  /** Undefined: a quote is never closed. */
  readonly value?: string;
  /** From 1. */
  readonly line: number;
}

const KEY = /[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=/y;
/** In double quotes, in single quotes, or plain to the end of the line; pieces that touch are one value. */
const PIECE = /[ \t\r]*(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|((?:[^\s"'\\]|\\[\s\S])(?:[^\n\\]|\\[\s\S])*))/y;

/**
 * Why an environment file is not read; undefined: it is. Before a unit systemd skips a byte order mark (systemd v252 src/shared/conf-parser.c,
 * config_parse); before an environment file it is a part of the first name, so that the name is invalid and the variable not set (run with 252).
 */
export function environmentFileProblem(text: string): string | undefined {
  if (text.startsWith('\uFEFF')) return 'a byte order mark stands before the first line, so that systemd does not set its variable; remove the mark';
  return bareCarriageReturn(text) === undefined ? undefined : CARRIAGE_RETURN;
}

/** As systemd reads it, which knows no `export`: systemd.exec(5), `EnvironmentFile=`; systemd v255 src/basic/env-file.c, parse_env_file_internal. */
export function parseEnvironmentFile(text: string): readonly FileVariable[] {
  const found: FileVariable[] = [];
  let line = 1;
  const keys = new RegExp(KEY);
  for (let at = 0; at < text.length;) {
    keys.lastIndex = at;
    const key = keys.exec(text);
    const { value, end } = key ? valueAt(text, at + key[0].length) : { value: undefined, end: at };
    if (key) found.push({ name: key[1], value, line });
    const next = text.indexOf('\n', end);
    const stop = next === -1 ? text.length : next + 1;
    line += text.slice(at, stop).split('\n').length - 1;
    at = stop;
  }
  return found;
}

function valueAt(text: string, start: number): { readonly value?: string; readonly end: number } {
  const piece = new RegExp(PIECE);
  let value = '';
  let end = start;
  piece.lastIndex = start;
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    const [, double, single, plain] = match;
    value += single ?? (double === undefined ? plain.trimEnd().replace(/\\([\s\S])/g, (_, char: string) => (char === '\n' ? '' : char))
      : double.replace(/\\([\s\S])/g, (both, char: string) => (char === '\n' ? '' : /["\\`$]/.test(char) ? char : both)));
    end = piece.lastIndex;
  }
  return { value: /^[ \t\r]*["']/.test(text.slice(end)) ? undefined : value, end };
}

/**
 * Where a carriage return stands without a line feed behind it, which ends a line for systemd and not in an editor: in units
 * (systemd v255 src/basic/fileio.c, categorize_eol) and in environment files (src/basic/env-file.c, NEWLINE).
 */
export function bareCarriageReturn(text: string): number | undefined {
  const index = text.search(/\r(?!\n)/);
  return index === -1 ? undefined : index;
}

/** Why a file with one is not read. */
export const CARRIAGE_RETURN = 'a carriage return without a line feed ends a line for systemd and not for others; write line feeds';
