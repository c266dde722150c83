import { FileWord, FlagSegment, readSegments } from './flag-file';
import { findDuplicate, Flag, readFlags } from '../static-pod/command-line';
import { isSorted, placeFor } from '../yaml/source-edit';
import { locate, SourceError } from '../yaml/source-error';
import { applySplices, Splice } from '../yaml/splice';

export interface KubeletFileOptions {
  /** Name of the file, for errors. */
  readonly file: string;
}

/** Flags that a file gives to the kubelet. */
export interface KubeletFlags {
  readonly file: string;
  readonly text: string;
  readonly flags: readonly Flag<FileWord>[];
  readonly segments: readonly FlagSegment[];
  flag(name: string): Flag<FileWord> | undefined;
}

export interface KubeletFlagEdits {
  /** Replaced in place, or added: in sorted place where the flags are sorted, else last. Names without dashes. */
  readonly set?: readonly { readonly name: string; readonly value: string }[];
  readonly remove?: readonly string[];
}

/** Variables that kubeadm's and the distributions' units pass to the kubelet, the one that new flags should go to first. */
const VARIABLES = ['KUBELET_KUBEADM_ARGS', 'KUBELET_EXTRA_ARGS'];

/**
 * Reads `kubeadm-flags.env`, `/etc/default/kubelet`, `/etc/sysconfig/kubelet` or a systemd drop-in.
 *
 * @throws `SourceError` if a quote is not closed or a flag is given twice
 */
export function parseKubeletFlags(text: string, { file }: KubeletFileOptions): KubeletFlags {
  const segments = readSegments(text, file);
  const flags = segments.flatMap(({ words }) => readFlags(words));
  const duplicate = findDuplicate(flags);
  if (duplicate) {
    const { first, second } = duplicate;
    throw new SourceError(file, locate(text, second.word.start),
      `flag '--${second.name}' is given twice, on lines ${first.line} and ${second.line}; keep one`);
  }
  return { file, text, flags, segments, flag: (name) => flags.find((flag) => flag.name === name) };
}

/** The file with the edits spliced in; every other byte stays. What is already so is left as it is. */
export function editKubeletFlags(text: string, edits: KubeletFlagEdits, options: KubeletFileOptions): string {
  const kubelet = parseKubeletFlags(text, options);
  const { set = [], remove = [] } = edits;
  const splices: Splice[] = [
    ...set.flatMap(({ name, value }) => replaceFlag(kubelet, name, value)),
    ...kubelet.segments.flatMap((segment) => removeFlags(segment, remove)),
    ...addFlags(kubelet, set.filter(({ name }) => !kubelet.flag(name)), remove),
  ];
  const result = applySplices(text, splices);
  check(parseKubeletFlags(result, options), kubelet, edits);
  return result;
}

function replaceFlag(kubelet: KubeletFlags, name: string, value: string): Splice[] {
  const flag = kubelet.flag(name);
  if (!flag || flag.value === value) return [];
  const segment = kubelet.segments.find(({ words }) => words.includes(flag.word))!;
  const quoted = quoteValue(value, segment, kubelet.file);
  if (flag.valueWord) return [{ start: flag.valueWord.start, end: flag.valueWord.end, text: quoted }];
  return [{ start: flag.word.start, end: flag.word.end, text: `${flag.written}=${quoted}` }];
}

/** Takes words out, each with the gap before it, so that a flag that was added leaves nothing behind. */
function removeFlags(segment: FlagSegment, names: readonly string[]): Splice[] {
  const gone = new Set(readFlags(segment.words).filter(({ name }) => names.includes(name))
    .flatMap(({ word, valueWord }) => (valueWord ? [word, valueWord] : [word])));
  const firstKept = segment.words.find((word) => !gone.has(word));
  const splices: Splice[] = [];
  segment.words.forEach((word, index) => {
    if (!gone.has(word)) return;
    const before: FileWord | undefined = segment.words[index - 1];
    const isLeading = !firstKept || word.start < firstKept.start;
    splices.push(isLeading
      ? { start: word.start, end: segment.words[index + 1]?.start ?? word.end, text: '' }
      : { start: before.end, end: word.end, text: '' });
  });
  return splices;
}

function addFlags(kubelet: KubeletFlags, settings: readonly { name: string; value: string }[], removed: readonly string[]): Splice[] {
  if (settings.length === 0) return [];
  const segment = VARIABLES.map((name) => kubelet.segments.find((candidate) => candidate.name === name)).find(Boolean)
    ?? kubelet.segments[kubelet.segments.length - 1];
  if (!segment) {
    throw new Error(`${kubelet.file} has no place for kubelet flags; expected a line like ${VARIABLES[1]}="" or ${VARIABLES[0]}=""`);
  }
  const flags = readFlags(segment.words);
  const names = flags.map(({ name }) => name);
  const ordered = flags.length > 0 && isSorted(names) ? [...settings].sort((a, b) => (a.name < b.name ? -1 : 1)) : settings;
  // A gap is written between words that stay only.
  const isEmpty = flags.every(({ name }) => removed.includes(name)) && flags.length === segment.words.length
    || segment.words.length === 0;
  return ordered.map(({ name, value }, position) => {
    const text = `--${name}=${quoteValue(value, segment, kubelet.file)}`;
    const next: Flag<FileWord> | undefined = flags[placeFor(names, name)];
    const before = next ? segment.words[segment.words.indexOf(next.word) - 1] : segment.words[segment.words.length - 1];
    if (isEmpty) {
      const at = segment.words[0]?.start ?? segment.start;
      return { start: at, end: at, text: position === 0 ? text : ` ${text}` };
    }
    if (before) return { start: before.end, end: before.end, text: ` ${text}` };
    return { start: segment.words[0].start, end: segment.words[0].start, text: `${text} ` };
  });
}

/** A value as one word: in quotes of the kind that does not stand around it already. */
function quoteValue(value: string, segment: FlagSegment, file: string): string {
  if (/["'\\\n\r]/.test(value)) throw new Error(`${file} cannot hold the value ${JSON.stringify(value)}; accepted: no quotes, backslashes or line breaks`);
  if (!/[\s]/.test(value)) return value;
  const quote = segment.quote === '"' ? "'" : '"';
  return quote + value + quote;
}

/** The result says what the edits say, and all else as before: a mistake here must not reach a node. */
function check(after: KubeletFlags, before: KubeletFlags, { set = [], remove = [] }: KubeletFlagEdits): void {
  const edited = [...set.map(({ name }) => name), ...remove];
  const rest = ({ flags }: KubeletFlags) =>
    JSON.stringify(flags.filter(({ name }) => !edited.includes(name)).map(({ name, value }) => [name, value]));
  const isSet = set.every(({ name, value }) => after.flag(name)?.value === value);
  if (rest(after) !== rest(before) || !isSet || remove.some((name) => after.flag(name))) {
    throw new Error(`${after.file} cannot be edited: the result would not be read back as meant; simplify its quoting`);
  }
}
