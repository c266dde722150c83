import { looksLikeWatching, onlyWatches, withoutSelections } from './monitoring';
import { changingCommand, withoutLooks } from '../../edit/changing-commands';
import { logicalLines } from '../../edit/commands';
import { started } from '../../edit/program';
import { locate } from '../../edit/yaml/source-error';
import { DISTRIBUTIONS } from '../../facts/distributions';
import { isImageList, isInertText, startsNothing } from '../../facts/inert-texts';
import { likelyManager } from '../../facts/inputs/likely-manager';
import {
  HYPERKUBE, IMAGE_NAME, KCM_SETTINGS, MANAGER_SETTINGS, MAY_MENTION, NAMED_MANAGER, OF_MANAGERS, ONLY_SELECTS, PROGRAM_LINE, PROGRAM_NAME,
  STARTED_BY_NAME, WATCHED_SETTINGS,
} from '../../facts/inputs/manager-texts';
import { baseName, plainWords } from '../../text/shell-words';
import { packedTexts } from '../documents/packed-texts';

/** Where a text names a controller manager, or holds the command line of one. */
export interface Mention {
  /** From 1. */
  readonly line: number;
  readonly what: string;
  /** Of what a distribution is told: its name. */
  readonly distribution?: string;
  /** Of an image in a program. */
  readonly image?: string;
  /** What tells it, where other programs have that too: flags, or images that an operator is told. */
  readonly by?: 'flags' | 'image';
}

/** Longer lines are not looked through: patterns cost more than their length. */
const LONGEST = 5000;

/** A name with the folders before it. */
interface Path {
  readonly index: number;
  readonly text: string;
  readonly folders: readonly string[];
}

/** The first path or reference in a line that ends in a name. Looked for part by part: one pattern for all of it would cost more than its length. */
function pathTo(line: string, name: RegExp, accept: (path: Path) => boolean): Path | undefined {
  if (!line.includes('controller-manager')) return undefined;
  for (const { 0: word, index } of line.matchAll(/[\w.:/@-]+/g)) {
    let begin = 0;
    let at = 0;
    let folders: string[] = [];
    for (const part of word.split('/')) {
      const end = at > 0 ? name.exec(part)?.[0] : undefined;
      const path = end === undefined ? undefined : { index: index + begin, text: word.slice(begin, at) + end, folders };
      if (path && accept(path)) return path;
      // Only a host may have a port.
      const isFolder = /^[\w.-]+$/.test(part);
      if (!isFolder) {
        const host = part === '' ? '' : /(?:^|[^\w.-])([\w.-]*(?::\d+)?)$/.exec(part.slice(-300))?.[1] ?? '';
        begin = at + part.length - host.length;
        folders = [host];
      } else if (folders.length > 0 || at === 0) {
        folders.push(part);
      }
      at += part.length + 1;
    }
  }
  return undefined;
}

/** The image of a controller manager, with a registry or a folder before it. */
function imageIn(line: string): Path | undefined {
  return pathTo(line, IMAGE_NAME, ({ folders }) => folders.some(folder => folder !== ''));
}

/** A program of that name below a folder of programs. */
function programIn(line: string): Path | undefined {
  return pathTo(line, PROGRAM_NAME, ({ folders }) => folders.slice(1).some(folder => folder === 'bin' || folder === 'sbin'));
}

/**
 * The first mention in a text that is not a comment. Names of users and roles, `system:kube-controller-manager`, start nothing.
 *
 * @param isKnown whether a file of that name is in the input
 */
export function mentionIn(text: string, isRead: IsRead = () => false, isKnown?: (name: string) => boolean): Mention | undefined {
  const mention = mentionInPlain(text, isKnown) ?? mentionInPacked(text, isRead);
  if (mention === undefined || onlyWatches(text)) return undefined;
  if (!looksLikeWatching(text)) return mention;
  const rest = withoutSelections(text);
  return mentionInPlain(rest, isKnown) ?? mentionInPacked(rest, isRead);
}

/** Whether a text within a text is read as a file. */
type IsRead = (text: string) => boolean;

/** The first image or command line of a controller manager in a program or a patch. Names alone are all over the programs that look at one. */
export function mentionInProgram(text: string): Mention | undefined {
  const lines = linesOf(text);
  const index = lines.findIndex(line => imageIn(line) !== undefined);
  if (index === -1) return flags(lines);
  const { text: start, index: at } = imageIn(lines[index])!;
  const image = /^[^\s"'`,;)}\]]+/.exec(lines[index].slice(at))?.[0] ?? start;
  return { line: index + 1, what: `the image ${image}`, image };
}

/** What a text has, whatever its path. */
export type MentionOf = (text: string) => Mention | undefined;

/** Names of files of the input, without their folders: what a text names is read there. */
export interface FilesBeside {
  readonly all: ReadonlySet<string>;
  /** Those that are read as what is applied to a cluster: the manifest of a static pod is read as what its node runs. */
  readonly applied: ReadonlySet<string>;
}

/** Looks into each text once, for files of which the same is on many nodes. */
export function mentionsBeside({ applied }: FilesBeside): MentionOf {
  const seen = new Map<string, Mention | undefined>();
  return text => {
    if (!seen.has(text)) seen.set(text, mentionIn(text, undefined, name => applied.has(name)));
    return seen.get(text);
  };
}

/** The same for a file of which nothing is known but its path: there the name of one is enough, unless what names it starts nothing. */
export function mentionInFile(
  path: string, text: string, files: FilesBeside, mentionOf: MentionOf = mentionsBeside(files),
): Mention | undefined {
  // A service that is masked is empty.
  if (text.trim() === '' || isImageList(text) || startsNothing(path, text)) return undefined;
  const strong = mentionOf(text);
  if (strong !== undefined || isInertText(path, text) || looksLikeWatching(text)) return strong;
  const byName = named(text, files.all)
    ?? (STARTED_BY_NAME.test(path) ? { line: 1, what: 'the name of a controller manager in its own' } : undefined);
  return byName === undefined || onlyWatches(text) ? undefined : byName;
}

function mentionInPlain(text: string, isKnown?: (name: string) => boolean): Mention | undefined {
  if (!MAY_MENTION.test(text)) return undefined;
  const lines = linesOf(text);
  const isTooLong = (line: string) => line.length > LONGEST && /controller-manager|leader-elect/.test(line);
  if (text.length > LONGEST && text.split('\n').some(isTooLong)) return { line: 1, what: 'a line that is too long to read' };
  const at = (test: (line: string) => boolean, what: (line: string) => string, by?: Mention['by']): Mention | undefined => {
    const index = lines.findIndex(test);
    return index === -1 ? undefined : { line: index + 1, what: what(lines[index]), by };
  };
  return at(line => imageIn(line) !== undefined, line => `the image ${imageIn(line)!.text}`, 'image')
    ?? at(line => programIn(line) !== undefined && programIn(withoutLooks(line)) !== undefined, line => `the program ${programIn(line)!.text}`)
    ?? at(line => started(line) !== undefined, line => `a command that starts ${started(line)!}`)
    ?? changingCommand(text, isKnown)
    ?? flags(lines)
    ?? MANAGER_SETTINGS.map(([pattern, what]) => at(line => pattern.test(line), () => what)).find(mention => mention !== undefined)
    ?? settings(lines)
    ?? distribution(lines.join('\n'));
}

/** What ends a line, and with it a comment, for any parser. */
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;

function linesOf(text: string): readonly string[] {
  return text.split(LINE_BREAK).map(line => /^\s*(#(?!!)|\/\/)/.test(line.slice(0, LONGEST)) ? '' : line.slice(0, LONGEST));
}

/** `--leader-elect` beside `--cloud-provider` or `--controllers` is the command line of a controller manager, whatever it is called. */
function flags(lines: readonly string[]): Mention | undefined {
  const find = (pattern: RegExp) => lines.findIndex(line => pattern.test(line));
  const elects = find(/--leader[-_]elect\b/);
  const provider = find(/--cloud[-_]provider\b/);
  const own = find(OF_MANAGERS);
  const controllers = find(/--controllers\b/);
  if (elects === -1 && own !== -1 && provider !== -1) {
    return { line: own + 1, what: `the flags --${OF_MANAGERS.exec(lines[own])![1]} and --cloud-provider`, by: 'flags' };
  }
  if (elects === -1 && provider !== -1 && controllers !== -1) {
    return { line: controllers + 1, what: 'the flags --controllers and --cloud-provider', by: 'flags' };
  }
  if (elects === -1 || (provider === -1 && controllers === -1)) return commandLine(lines);
  return { line: elects + 1, what: `the flags --leader-elect and ${provider === -1 ? '--controllers' : '--cloud-provider'}`, by: 'flags' };
}

/** What another command prints: it may be the name of any program. */
const SUBSTITUTED = /\$\([^()`]*\)|`[^`]*`/g;

/** A command of which all flags are those of a controller manager. */
function commandLine(lines: readonly string[]): Mention | undefined {
  const found = [...logicalLines(lines.join('\n'))].find(({ text: written }) => {
    const text = written.replace(SUBSTITUTED, '$_');
    const [, program, rest] = /--cloud[-_]provider\b/.test(text) ? PROGRAM_LINE.exec(text) ?? [] : [];
    if (program === undefined || /kubelet/i.test(program)) return false;
    return likelyManager(baseName(program), plainWords(rest.split(/(?<!\s)\s*(?:[;&|>]|\d>|"\$@")/)[0]));
  });
  return found && { line: found.line, what: 'a command with the flags of a controller manager', by: 'flags' };
}

/** Settings of a kube-controller-manager, unless they are those of a program that monitors it. */
function settings(lines: readonly string[]): Mention | undefined {
  const index = lines.findIndex((line, at) => {
    const match = KCM_SETTINGS.exec(line);
    if (!match) return false;
    const [, indent, key, rest] = match;
    const below = lines.slice(at + 1, at + 200);
    const end = below.findIndex(one => one.trim() !== '' && !one.startsWith(`${indent} `));
    const own = [rest, ...below.slice(0, end === -1 ? undefined : end)].filter(one => one.trim() !== '');
    // Charts of other controllers call their own settings so.
    if (key === 'controllerManager') return own.some(one => /extraArgs|cloud-provider/.test(one));
    return own.length > 0 && !own.some(one => WATCHED_SETTINGS.test(one));
  });
  return index === -1 ? undefined : { line: index + 1, what: 'settings of a controller manager' };
}

/** A program that runs a kube-controller-manager within itself, or the configuration of its server. */
function distribution(text: string): Mention | undefined {
  const hyper = HYPERKUBE.exec(text);
  if (hyper) return { line: locate(text, hyper.index).line, what: 'a controller manager of hyperkube' };
  for (const { name, starts, settings: own } of DISTRIBUTIONS) {
    const server = `a server of ${name}, which runs a kube-controller-manager`;
    const start = starts?.exec(text);
    if (start) return { line: locate(text, start.index + 1).line, what: server, distribution: name };
    const setting = own?.exec(text);
    if (setting) return { line: locate(text, setting.index).line, what: `settings of ${server}`, distribution: name };
  }
  return undefined;
}

/** Most texts of objects are names: nothing is packed in those. */
const SHORTEST_PACKED = 40;

/** The first mention in what is packed in a text: user data of machines, Secrets, releases of Helm. */
export function mentionInPacked(text: string, isRead: IsRead = () => false): Mention | undefined {
  if (text.length < SHORTEST_PACKED) return undefined;
  for (const packed of packedTexts(text)) {
    const line = locate(text, packed.index).line;
    if (packed.text !== undefined && isRead(packed.text)) continue;
    if (packed.text === undefined) return { line, what: 'a compressed text that cannot be opened' };
    const mention = mentionInPlain(packed.text);
    if (mention) return { line, what: `${mention.what} in a text that is encoded` };
  }
  return undefined;
}

/** The name of a controller manager. A file of that name that is in the input is looked at itself. */
function named(text: string, files: ReadonlySet<string>): Mention | undefined {
  if (!text.includes('-controller-manager')) return undefined;
  for (const [index, line] of linesOf(text).entries()) {
    if (!line.includes('-controller-manager')) continue;
    const found = namesIn(withoutLooks(line)).find(({ whole }) => !files.has(whole));
    if (found && !ONLY_SELECTS.test(line)) return { line: index + 1, what: `the name ${found.name}` };
  }
  return undefined;
}

/** Looked for around what all names end with: on the whole line, patterns would cost more than its length. */
function namesIn(line: string): readonly { readonly whole: string; readonly name: string }[] {
  return [...line.matchAll(/-controller-manager/g)].flatMap(({ index }) => {
    const match = NAMED_MANAGER.exec(line.slice(Math.max(0, index - 100), index + 60));
    return match ? [{ whole: match[0], name: match[1] }] : [];
  }).slice(0, 20);
}
