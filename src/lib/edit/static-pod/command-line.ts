import { flagSet } from '../../facts/flag-sets';
import { REPEATABLE_FLAGS } from '../../facts/flags';
import { parseCommandLine, ParsedFlag } from '../../kubernetes/command-line/parse';
import type { Component } from '../../kubernetes/component';
import type { SourcePath } from '../yaml/data';

/** One string of `command` or `args`, with its place in the manifest. */
export interface Word {
  readonly text: string;
  readonly list: 'command' | 'args';
  readonly index: number;
  readonly path: SourcePath;
  readonly line: number;
}

/** A flag as a component will read it. */
export interface Flag<W extends { readonly text: string } = Word> extends ParsedFlag<W> {
  readonly line: number;
}

/** Flags, and words that are none, as some release of the component reads them: which release it is need not be known to edit them. */
export function readFlags<W extends { readonly text: string; readonly line: number }>(
  component: Component, words: readonly W[],
): { readonly flags: readonly Flag<W>[]; readonly others: readonly W[] } {
  const { flags, positionals } = parseCommandLine(words, flagSet(component));
  return { flags: flags.map(flag => ({ ...flag, line: flag.word.line })), others: positionals.filter(({ text }) => text !== '') };
}

/** The first flag that is given a second time. */
export function findDuplicate<W extends { readonly text: string }>(
  flags: readonly Flag<W>[],
): { readonly word: W; readonly problem: string } | undefined {
  const seen = new Map<string, Flag<W>>();
  for (const second of flags) {
    const first = seen.get(second.name);
    if (first && !REPEATABLE_FLAGS.includes(second.name)) {
      return { word: second.word, problem: `flag '--${second.name}' is given twice, on lines ${first.line} and ${second.line}; keep one` };
    }
    seen.set(second.name, second);
  }
  return undefined;
}
