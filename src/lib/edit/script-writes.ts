import { ChangingCommand } from './changing-commands';
import { logicalLines } from './commands';
import { INSTALLER_COMMANDS, RUN_FROM_ELSEWHERE } from '../facts/inputs/commands';
import { writesOf } from '../facts/inputs/file-writes';
import { kubeletFlagFilesOf } from '../facts/inputs/kubelet-files';
import { ABOVE_WATCHED, OTHER_POD, PROGRAMS_OF_IMAGE, WATCHED_FILES, WATCHED_FOLDERS } from '../facts/inputs/node-paths';
import { cleanedPath } from '../kubernetes/cleaned-path';
import { compileGlob, SHELL_GLOB } from '../text/glob';
import { baseName, shellCommands, unquoted } from '../text/shell-words';

/** What the commands before left to those behind: they are one script of cloud-init, so a folder and a variable stay. */
export interface ShellState {
  /** None: it is not known. */
  folder?: string;
  /** Each value that a variable may have. */
  readonly variables: Map<string, readonly string[]>;
}

/** What a machine has of files. */
export interface ScriptFiles {
  /** Whether the input has what is in a file, so that it is read by itself. */
  isKnown(path: string): boolean;
  /** Whether a file is one that the machine is given. */
  isGiven(path: string): boolean;
  /** Whether a flag of the kubelet names a file as its configuration. */
  isConfiguration(path: string): boolean;
}

export function newShell(): ShellState {
  return { folder: '/', variables: new Map([['HOME', ['/root']], ['TMPDIR', ['/tmp']]]) };
}

function isWatched(path: string): boolean {
  return !OTHER_POD.test(path) && (WATCHED_FOLDERS.some(folder => path === folder || path.startsWith(`${folder}/`))
    || WATCHED_FILES.includes(path) || kubeletFlagFilesOf([path]).length > 0);
}

/**
 * Whether a path is one of these.
 *
 * @param isDeep whether what is below it counts as well
 */
export function mayDecide(path: string, isDeep: boolean): boolean {
  const cleaned = cleanedPath(path);
  // A kubelet keeps its volumes on a disk of their own, and kubeadm writes there afterwards.
  return isWatched(cleaned) || (isDeep && ABOVE_WATCHED.includes(cleaned) && cleaned !== '/var/lib/kubelet' && !/^\/var|^\/run/.test(cleaned));
}

/**
 * The first command that may write what decides which control plane runs, at a place that is not written out, or that runs what is not here: a
 * program that is fetched, a script that the input does not have, an installer.
 */
export function unsureCommand(script: string, files: ScriptFiles, shell: ShellState = newShell()): ChangingCommand | undefined {
  for (const { line, text } of commandLines(script)) {
    const fetched = RUN_FROM_ELSEWHERE.find(pattern => pattern.test(text));
    if (fetched) return { line, what: `a command that runs what it gets from elsewhere (${shownOf(text)})` };
    for (const words of shellCommands(text)) {
      const what = ofCommand(words, files, shell);
      if (what !== undefined) return { line, what: `${what} (${shownOf(words.join(' '))})` };
    }
  }
  return undefined;
}

function shownOf(text: string): string {
  const short = text.trim().replace(/\s+/g, ' ');
  return short.length > 120 ? `${short.slice(0, 117)}...` : short;
}

/** Lines of commands: what is handed to one as a here document is none, unless that is a shell. */
function* commandLines(script: string): Iterable<{ readonly line: number; readonly text: string }> {
  let end: string | undefined;
  for (const { line, text } of logicalLines(script)) {
    if (end !== undefined) {
      if (text.trim() === end) end = undefined;
      continue;
    }
    yield { line, text };
    const isOfShell = /^\s*(?:sudo\s+)?(?:\S*\/)?(?:ba|da|z)?sh\b/.test(text);
    end = isOfShell ? undefined : /<<-?\s*["']?(\w+)/.exec(text)?.[1];
  }
}

/** What stands before a command and is none. */
const BEFORE = /^(?:sudo|env|nohup|time|exec|command|then|do|else|if|while|until|!|\{|nice|ionice|timeout|\d+[smh]?|-[A-Za-z]\S*)$/;

function ofCommand(given: readonly string[], files: ScriptFiles, shell: ShellState): string | undefined {
  const redirected = given.flatMap((word, index) => /^>+$/.test(word) && given[index + 1] !== undefined ? [given[index + 1]] : []);
  const plain = given.filter((word, index) => !/^[<>]+$/.test(word) && !/^[<>]+$/.test(given[index - 1] ?? ''));
  let words = plain.map(unquoted);
  while (words.length > 0) {
    const assigned = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[0]);
    const isAhead = assigned !== null || /^(?:export|local|declare|readonly)$/.test(words[0]) || BEFORE.test(words[0]);
    if (assigned) shell.variables.set(assigned[1], valuesOf(assigned[2], shell));
    if (!isAhead) break;
    words = words.slice(1);
  }
  const at = redirected.map(unquoted).find(target => mayBeWatched(target, files, shell, false));
  if (at !== undefined) return `a command that may write what decides which control plane runs: ${at}`;
  const [first = '', ...rest] = words;
  const tool = baseName(first);
  if (first === 'for') {
    shell.variables.set(rest[0] ?? '', rest.slice(2).flatMap(word => valuesOf(word, shell)));
    return undefined;
  }
  if (first === 'cd' || first === 'pushd') {
    shell.folder = folderOf(rest.find(word => !word.startsWith('-')) ?? '~', shell);
    return undefined;
  }
  if (/^(?:ba|da|z|k)?sh$/.test(tool) && /^-\w*c$/.test(rest[0] ?? '')) {
    return unsureCommand(rest[1] ?? '', files, { folder: shell.folder, variables: new Map(shell.variables) })?.what;
  }
  if (INSTALLER_COMMANDS.some(pattern => pattern.test([tool, ...rest.filter(word => !word.startsWith('-'))].join(' ')))) {
    return 'a command that installs what is not in the input';
  }
  const run = programOf(first, tool, rest);
  if (run !== undefined && isAbsent(run, files, shell)) return `a command that runs ${run}, which is not in the input`;
  const { targets, isDeep } = writesOf(tool, rest);
  const written = targets.find(target => mayBeWatched(target, files, shell, isDeep));
  return written === undefined ? undefined : `a command that may write what decides which control plane runs: ${written}`;
}

/** What a command runs that is a file: of its own, or by a shell. */
function programOf(first: string, tool: string, rest: readonly string[]): string | undefined {
  if (/^(?:(?:ba|da|z|k)?sh|source|\.|python[\d.]*|perl|ruby)$/.test(tool)) {
    return rest.some(word => /^-\w*[ce]$/.test(word)) ? undefined : rest.find(word => !/^[-+]/.test(word));
  }
  return first.includes('/') ? first : undefined;
}

function isAbsent(program: string, files: ScriptFiles, shell: ShellState): boolean {
  return valuesOf(program, shell).some(value => {
    const path = resolved(value, shell);
    if (path === undefined || SPECIAL.test(path)) return !/^\$[@*\d#?]/.test(program);
    return files.isGiven(path) ? !files.isKnown(path) : !PROGRAMS_OF_IMAGE.test(path);
  });
}

/** What a shell replaces. */
const SPECIAL = /[*?[\]{}$`]/;
/** Most values that are followed. */
const MOST_VALUES = 50;

/** A word with each variable that the script sets replaced; others stay as they are. */
function valuesOf(word: string, { variables }: ShellState): readonly string[] {
  const temporary = word.replace(/\$\(\s*mktemp\b[^)]*\)|`\s*mktemp\b[^`]*`/g, '/tmp/made');
  let values = [temporary.replace(/^~(?=\/|$)/, '/root')];
  for (const [, name] of temporary.matchAll(/\$\{?([A-Za-z_]\w*)\}?/g)) {
    const known = variables.get(name);
    if (known === undefined || known.length === 0) continue;
    const pattern = new RegExp(`\\$(?:\\{${name}\\}|${name}(?!\\w))`, 'g');
    values = values.flatMap(value => known.map(text => value.replace(pattern, () => text))).slice(0, MOST_VALUES);
  }
  return [...new Set(values)];
}

function resolved(value: string, { folder }: ShellState): string | undefined {
  if (value.startsWith('/')) return SPECIAL.test(value) ? value : cleanedPath(value);
  if (/^[$`]/.test(value)) return value;
  return folder === undefined ? undefined : SPECIAL.test(value) ? `${folder.replace(/\/$/, '')}/${value}` : cleanedPath(`${folder}/${value}`);
}

function folderOf(word: string, shell: ShellState): string | undefined {
  if (word === '-') return undefined;
  const values = valuesOf(word, shell);
  const path = values.length === 1 ? resolved(values[0], shell) : undefined;
  return path === undefined || /^[$`]/.test(path) ? undefined : path;
}

/** Whether a target is, or may be, a file that decides what runs. */
function mayBeWatched(word: string, files: ScriptFiles, shell: ShellState, isDeep: boolean): boolean {
  if (word === '-' || /^&?\d$/.test(word) || word === '/dev/null' || /^\w+:\/\//.test(word)) return false;
  return valuesOf(word, shell).some(value => {
    const path = resolved(value, shell);
    if (path === undefined) return true;
    if (!SPECIAL.test(path)) return isWatched(path) || files.isConfiguration(path) || (isDeep && ABOVE_WATCHED.includes(path));
    if (OTHER_POD.test(path)) return false;
    const folder = path.slice(0, path.lastIndexOf('/'));
    const [whole, within] = [patternOf(path), patternOf(folder)];
    return WATCHED_FILES.some(file => whole(file)) || WATCHED_FOLDERS.some(one => whole(one) || (folder !== '' && within(one)))
      || (isDeep && ABOVE_WATCHED.some(one => whole(one)));
  });
}

/** A pattern of a shell: a variable, and what stands for several, may be anything; a class any letter. */
function patternOf(path: string): (file: string) => boolean {
  const open = path.replace(/\$\([^)]{0,1000}\)|`[^`]*`|\$\{[^}]{0,1000}\}|\$[\w@*#?]+|\{[^}]{0,1000}\}/g, '**');
  return compileGlob(open.replace(/\[[^\]]{1,200}\]/g, '?'), SHELL_GLOB);
}
