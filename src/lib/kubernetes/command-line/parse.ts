import { takesValue } from './flag-value';
import { goBool } from '../go-values';

/** A word of a command line. */
export interface Word {
  readonly text: string;
}

/** A flag as the component reads it. */
export interface ParsedFlag<W extends Word> {
  /** Name as the component documents it. */
  readonly name: string;
  /** Its value; that of a flag alone where it has none of its own. */
  readonly value: string;
  /** `--name=value`, `--name value` as two words, or `--name` alone. */
  readonly form: 'equals' | 'separate' | 'bare';
  /** The name as it is written, with its dashes. */
  readonly written: string;
  readonly word: W;
  /** The word of the value, where it is one of its own. */
  readonly valueWord?: W;
}

/** Something on a command line, and the word that it is about. */
export interface About<W extends Word> {
  readonly text: string;
  readonly word: W;
}

/** Why a process ends before it does anything, in its own words. */
export interface CommandLineEnd<W extends Word> extends About<W> {
  /** The flag that it is about, without dashes; none: it is about words that are no flags. */
  readonly flag?: string;
  /** Whether that is a flag which the component does not have. */
  readonly isUnknownFlag?: boolean;
}

/** A command line as a component reads it. */
export interface ParsedCommandLine<W extends Word> {
  /** Also those after the word that ends the process, so that all can be shown to a reader. */
  readonly flags: readonly ParsedFlag<W>[];
  /** Several are those of one kind: of the first only the process tells. */
  readonly ends: readonly CommandLineEnd<W>[];
  /** Words that are neither flags nor their values. */
  readonly positionals: readonly W[];
  /** What cannot be known of how it is read. */
  readonly doubts: readonly About<W>[];
}

/**
 * Reads a command line as pflag and cobra do: github.com/spf13/pflag@v1.0.5 flag.go parseArgs, github.com/spf13/cobra@v1.7.0 command.go execute. The
 * commands of the components take no arguments (but empty ones), so that every word which is neither a flag nor its value ends the process.
 */
export function parseCommandLine<W extends Word>(words: readonly W[], set: FlagSet): ParsedCommandLine<W> {
  return new Reader(words, set).read();
}

class Reader<W extends Word> {
  private readonly flags: ParsedFlag<W>[] = [];
  private readonly errors: CommandLineEnd<W>[] = [];
  private readonly positionals: W[] = [];
  private readonly doubts: About<W>[] = [];
  private next = 0;

  public constructor(private readonly words: readonly W[], private readonly set: FlagSet) {}

  public read(): ParsedCommandLine<W> {
    while (this.next < this.words.length) {
      const word = this.words[this.next++];
      if (!word.text.startsWith('-') || word.text === '-') this.positionals.push(word);
      else if (word.text === '--') while (this.next < this.words.length) this.positionals.push(this.words[this.next++]);
      else if (word.text.startsWith('--')) this.long(word);
      else this.letters(word);
    }
    return { flags: this.flags, ends: this.ends(), positionals: this.positionals, doubts: this.doubts };
  }

  /** The command looks at errors of flags first, then at `--help`, at arguments, and at `--version` when it runs. */
  private ends(): readonly CommandLineEnd<W>[] {
    const asked = (name: string) => this.flags.filter(flag => flag.name === name).at(-1);
    const [help, version] = [asked('help'), asked('version')];
    const given = this.positionals.filter(({ text }) => text !== '');
    const before = given.length === 0 ? undefined : this.bareBefore(given[0]);
    const remedy = before ? ` (write ${before.written}=${given[0].text})` : '';
    return [
      ...this.errors,
      ...help && goBool(help.value) ? [{ text: `${help.written} prints the help and ends`, word: help.word, flag: help.name }] : [],
      ...given.length === 0 ? [] : [{
        text: `"${this.set.program}" does not take any arguments, got `
          + `[${this.positionals.map(({ text }) => JSON.stringify(text)).join(' ')}]${remedy}`,
        word: given[0],
        flag: before?.name,
      }],
      ...version && (version.value === 'raw' || goBool(version.value))
        ? [{ text: `${version.written} prints the version and ends`, word: version.word, flag: version.name }] : [],
    ];
  }

  /** A boolean never takes the next word. */
  private bareBefore(word: W): ParsedFlag<W> | undefined {
    const before = this.words[this.words.indexOf(word) - 1];
    return this.flags.find(({ form, word: own }) => form === 'bare' && own === before);
  }

  private long(word: W): void {
    const [, name, value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word.text)!;
    if (name === '' || name.startsWith('-')) {
      this.errors.push({ text: `bad flag syntax: ${word.text}`, word });
      return;
    }
    const { flag, known } = this.find(name, word);
    if (flag === undefined) this.errors.push({ text: `unknown flag: --${name}`, word, flag: known, isUnknownFlag: true });
    this.take(known, `--${name}`, flag ?? {}, word, value);
  }

  /** `-v2`, `-v=2`, `-v 2`, and several letters in one word. */
  private letters(word: W): void {
    let rest = word.text.slice(1);
    if (rest.startsWith('test.')) return; // pflag passes over the flags of Go's tests
    while (rest !== '') {
      const letter = rest[0];
      const name = this.set.letters.get(letter);
      const flag = name === undefined ? undefined : this.set.flag(name);
      if (name === undefined || flag === undefined) {
        this.errors.push({ text: `unknown shorthand flag: '${letter}' in -${rest}`, word });
        return;
      }
      const kind = flag === 'unknown' ? {} : flag;
      const value = rest.length > 2 && rest[1] === '=' ? rest.slice(2) : kind.bare === undefined && rest.length > 1 ? rest.slice(1) : undefined;
      this.take(name, `-${letter}`, kind, word, value);
      rest = value === undefined && kind.bare !== undefined ? rest.slice(1) : '';
    }
  }

  /** The flag of a written name. A name with underscores is that with dashes, for a program that has the normalizer. */
  private find(written: string, word: W): { readonly known: string; readonly flag: FlagKind | undefined } {
    const dashed = written.replace(/_/g, '-');
    const name = this.set.underscores === 'as-written' ? written : dashed;
    if (this.set.underscores === 'unknown' && name !== written) {
      this.doubts.push({ text: `whether --${written} is read as --${dashed} is the program's own business`, word });
    }
    const flag = this.set.flag(name);
    if (flag !== 'unknown') return { known: name, flag };
    this.doubts.push({ text: `nothing is known of --${name}`, word });
    return { known: name, flag: {} };
  }

  private take(name: string, written: string, kind: FlagKind, word: W, given: string | undefined): void {
    const taken = this.value(name, written, kind, word, given);
    if (taken === undefined) return;
    this.flags.push({ name, written, word, ...taken });
    const right = kind.type === undefined ? undefined : takesValue(kind.type, taken.value);
    if (right === false) {
      this.errors.push({ text: `invalid argument "${taken.value}" for "--${name}" flag`, word: taken.valueWord ?? word, flag: name });
    }
    if (right === undefined
      && kind.type !== undefined) this.doubts.push({ text: `whether --${name} takes "${taken.value}" is not known`, word: taken.valueWord ?? word });
  }

  private value(
    name: string, written: string, kind: FlagKind, word: W, given: string | undefined,
  ): Pick<ParsedFlag<W>, 'value' | 'form' | 'valueWord'> | undefined {
    if (given !== undefined) return { value: given, form: 'equals' };
    if (kind.bare !== undefined) return { value: kind.bare, form: 'bare' };
    const next: W | undefined = this.words[this.next];
    if (kind.type === undefined) {
      // It is not known whether it is a boolean: what looks like a flag is not its value.
      const isValue = next !== undefined && !next.text.startsWith('-');
      if (isValue) this.next++;
      return isValue ? { value: next.text, form: 'separate', valueWord: next } : { value: 'true', form: 'bare' };
    }
    if (next === undefined) {
      this.errors.push({ text: `flag needs an argument: ${written}`, word, flag: name });
      return undefined;
    }
    this.next++;
    return { value: next.text, form: 'separate', valueWord: next };
  }
}

/** A flag of a component, as far as it decides how a command line is read. */
export interface FlagKind {
  /** Type as pflag calls it: `bool`, `stringSlice`, `duration`; none: not in the tables. */
  readonly type?: string;
  /** The value of the flag alone, which then never takes the next word: `true` for booleans. pflag's NoOptDefVal. */
  readonly bare?: string;
}

/** The flags of one component in one release. */
export interface FlagSet {
  /** What the program calls itself in errors. */
  readonly program: string;
  /** Names of flags by the letter that they have. */
  readonly letters: ReadonlyMap<string, string>;
  /** Whether `_` in a name is read as `-`: component-base's cli.Run sets that normalizer, a program that executes its command itself does not. */
  readonly underscores: 'as-dashes' | 'as-written' | 'unknown';
  /** The flag of a name; `unknown`: not in the tables; none: the component has no such flag. */
  flag(name: string): FlagKind | 'unknown' | undefined;
}
