import { FileWord, FlagSegment, readSegments } from './flag-file';
import { applySplices } from '../splice';
import { findDuplicate, Flag, readFlags } from '../static-pod/command-line';
import { isSorted, placeFor } from '../yaml/source-edit';
import { locate, SourceError } from '../yaml/source-error';

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

/** A flag, its name without dashes. */
interface FlagValue {
  readonly name: string;
  readonly value: string;
}

export interface KubeletFlagEdits {
  /** Replaced in place, or added: in sorted place where the flags are sorted, else last. */
  readonly set?: readonly FlagValue[];
  readonly remove?: readonly string[];
}

/** Variables that kubeadm's and the distributions' units pass to the kubelet, the one that new flags should go to first. */
const VARIABLES = ['KUBELET_KUBEADM_ARGS', 'KUBELET_EXTRA_ARGS', 'KUBELET_ARGS'];

/**
 * Reads `kubeadm-flags.env`, `/etc/default/kubelet`, `/etc/sysconfig/kubelet` or a systemd drop-in.
 *
 * @throws `SourceError` if a quote is not closed or a flag is given twice
 */
export function parseKubeletFlags(text: string, { file }: KubeletFileOptions): KubeletFlags {
  const segments = readSegments(text, file);
  const flags = segments.flatMap(({ words }) => readFlags('kubelet', words).flags);
  const duplicate = findDuplicate(flags);
  if (duplicate) throw new SourceError(file, locate(text, duplicate.word.start), duplicate.problem);
  return { file, text, flags, segments, flag: (name) => flags.find((flag) => flag.name === name) };
}

/** The file with the edits spliced in; every other byte stays. What is already so is left as it is. */
export function editKubeletFlags(text: string, edits: KubeletFlagEdits, options: KubeletFileOptions): string {
  const kubelet = parseKubeletFlags(text, options);
  const { set = [], remove = [] } = edits;
  const missing = set.filter(({ name }) => !kubelet.flag(name));
  const target = missing.length === 0 ? undefined : segmentForNewFlags(kubelet);
  const result = applySplices(text, kubelet.segments.map(segment => {
    const items = withNewFlags(editedItems(kubelet, segment, set, remove), segment === target ? missing : [], segment, kubelet.file);
    return { start: segment.start, end: segment.end, text: render(items.filter(({ gone }) => !gone), segment, text) };
  }));
  check(parseKubeletFlags(result, options), kubelet, edits);
  return result;
}

/** A word of the result, with the gap that stands before it unless it comes first. */
interface Item {
  readonly text: string;
  readonly gap: string;
  readonly gone: boolean;
  /** The flag that begins with this word. */
  readonly flag?: string;
}

/** The words that are there: with new values, and marked where they go. */
function editedItems(kubelet: KubeletFlags, segment: FlagSegment, set: readonly FlagValue[], remove: readonly string[]): Item[] {
  const flagOfWord = new Map(readFlags('kubelet', segment.words).flags.flatMap(flag => [[flag.word, flag], [flag.valueWord, flag]]));
  return segment.words.map((word, index) => {
    const flag = flagOfWord.get(word);
    const setting = set.find(({ name, value }) => name === flag?.name && value !== flag.value);
    return {
      text: setting && (flag!.valueWord ?? word) === word
        ? flag!.valueWord ? quoteValue(setting.value, segment, kubelet.file, true)
          : `${flag!.written}=${quoteValue(setting.value, segment, kubelet.file)}`
        : kubelet.text.slice(word.start, word.end),
      gap: index === 0 ? ' ' : kubelet.text.slice(segment.words[index - 1].end, word.start),
      gone: flag !== undefined && remove.includes(flag.name),
      flag: flag?.word === word ? flag.name : undefined,
    };
  });
}

/** With flags in sorted place where the list is sorted today, else last. */
function withNewFlags(items: readonly Item[], settings: readonly FlagValue[], segment: FlagSegment, file: string): Item[] {
  const result = [...items];
  const names = items.flatMap(({ flag }) => flag ?? []);
  const ordered = names.length > 0 && isSorted(names) ? [...settings].sort((a, b) => (a.name < b.name ? -1 : 1)) : settings;
  for (const { name, value } of ordered) {
    const next = names[placeFor(names, name)];
    const place = next === undefined ? result.length : result.findIndex(({ flag }) => flag === next);
    // No name: it is not part of the list that the next one is placed in.
    result.splice(place, 0, { text: `--${name}=${quoteValue(value, segment, file)}`, gap: ' ', gone: false });
  }
  return result;
}

/** The range of a segment with these words; the gaps at its ends stay, so that a flag that was added and removed again leaves nothing behind. */
function render(items: readonly Item[], { words, start, end }: FlagSegment, text: string): string {
  const body = items.map((item, index) => (index === 0 ? '' : item.gap) + item.text).join('');
  return words.length === 0 ? body + text.slice(start, end) : text.slice(start, words[0].start) + body + text.slice(words[words.length - 1].end, end);
}

function segmentForNewFlags({ segments, file }: KubeletFlags): FlagSegment {
  const segment = VARIABLES.map((name) => segments.find((candidate) => candidate.name === name)).find(Boolean) ?? segments[segments.length - 1];
  if (!segment) throw new Error(`${file} has no place for kubelet flags; expected a line like ${VARIABLES[1]}="" or ${VARIABLES[0]}=""`);
  return segment;
}

/** A value, in quotes of the kind that does not stand around it already where it needs them: it has white space, or is an empty word of its own. */
function quoteValue(value: string, segment: FlagSegment, file: string, alone: boolean = false): string {
  if (/["'\\\n\r]/.test(value)) {
    throw new Error(`${file} cannot hold the value ${JSON.stringify(value)}; accepted: no quotes, backslashes or line breaks`);
  }
  if (!/\s/.test(value) && !(alone && value === '')) return value;
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
