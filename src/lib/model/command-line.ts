import { EndCause } from './end-cause';
import { flagSet } from '../facts/flag-sets';
import { csvRecord } from '../kubernetes/command-line/csv';
import { CommandLineEnd, parseCommandLine, Word } from '../kubernetes/command-line/parse';
import { ControllerManager } from '../kubernetes/component';
import { goBool, goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One argument of a command line, without its leading dashes: `{ name: 'leader-elect', value: 'true' }`. */
export interface Flag {
  readonly name: string;
  /** None: the flag stands alone, which is right for booleans only. */
  readonly value?: string;
}

/** Flags as words of a command line. */
export function wordsOf(flags: readonly Flag[]): readonly string[] {
  return flags.map(({ name, value }) => value === undefined ? `--${name}` : `--${name}=${value}`);
}

/** What a command line says as a cause. */
export function endCause({ text, flag, isUnknownFlag }: CommandLineEnd<Word>): EndCause {
  return { concern: isUnknownFlag ? 'unknown-flag' : 'command-line', text: withoutValue(text), flags: flag === undefined ? [] : [flag] };
}

/** Of a flag that no release has, only the name: its value may be a secret. */
function withoutValue(text: string): string {
  const shown = /^(?:bad flag syntax: --|unknown shorthand flag: '[^]' in -[^])/.exec(text)?.[0];
  return shown === undefined || shown === text ? text : `${shown}...`;
}

/**
 * A command line as its component reads it: the last value of a flag wins, lists grow, and the first problem ends the process before it takes any
 * lock.
 */
export class CommandLine {
  /** What ends the process at start, in the order in which it would find it. */
  public readonly problems: readonly EndCause[];
  /** What cannot be known of how the component reads it. */
  public readonly doubts: readonly string[];
  /** Flags in their order, each with the value that it has there. */
  public readonly given: readonly { readonly name: string; readonly value: string }[];
  private readonly values = new Map<string, string[]>();

  public constructor(public readonly component: ControllerManager, version: KubernetesVersion, words: readonly string[], awsRelease?: string) {
    const { flags, ends, doubts } = parseCommandLine(words.map(text => ({ text })), flagSet(component, version, awsRelease));
    this.problems = ends.map(endCause);
    this.doubts = doubts.map(({ text }) => text);
    this.given = flags.map(({ name, value }) => ({ name, value }));
    for (const { name, value } of flags) {
      const values = this.values.get(name) ?? [];
      values.push(value);
      this.values.set(name, values);
    }
  }

  public text(name: string, fallback: string): string {
    return this.last(name) ?? fallback;
  }

  /** The value that counts; undefined: the flag is not given. */
  public last(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  public bool(name: string, fallback: boolean): boolean {
    return this.parsed(name, fallback, goBool);
  }

  /** Milliseconds. */
  public duration(name: string, fallback: number): number {
    return this.parsed(name, fallback, goDuration);
  }

  /** Comma-separated, over all occurrences; the first occurrence replaces the default. */
  public list(name: string, fallback: readonly string[]): readonly string[] {
    const written = this.values.get(name) ?? [];
    const lists = written.map(csvRecord).filter(items => items !== undefined);
    // A list that cannot be read ends the process, and is no statement about what it holds.
    return lists.length === 0 || lists.length < written.length ? fallback : lists.flat();
  }

  /** The last value that can be read: one that cannot ends the process. */
  private parsed<V>(name: string, fallback: V, parse: (text: string) => V | undefined): V {
    return this.values.get(name)?.map(parse).filter(value => value !== undefined).at(-1) ?? fallback;
  }
}
