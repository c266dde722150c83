import { withoutLooks } from './changing-commands';
import { haveItsFlags } from '../facts/inputs/likely-manager';
import { PROGRAMS_WITH_MANAGERS, WRAPPERS } from '../facts/inputs/manager-texts';
import { calledManager, componentOf, componentOfImage, isOtherImage } from '../facts/manager-names';
import { otherProgram } from '../facts/other-programs';
import { CCM, Component, KCM } from '../kubernetes/component';
import { parseImage } from '../kubernetes/image';
import { baseName } from '../text/shell-words';

/** What says which program a container runs. */
export interface ProgramWords {
  /** `command` and `args` together. */
  readonly words: readonly string[];
  /** Whether the image's own entry point is replaced. */
  readonly hasCommand: boolean;
  readonly image?: string;
  /** What the pod says that its image runs, whatever the image is called. */
  readonly said?: Component;
  readonly name: string;
}

/** A component, and where its flags begin. */
export interface Program {
  readonly component: Component;
  /** Index of the word that names the program; -1: the image does. */
  readonly index: number;
  /** Why its command line cannot be read. */
  readonly hidden?: string;
}
const SHELLS = /^(ba|da|a|z|k)?sh$/;

const MANAGER_NAME = '((?:[a-z0-9]+-)*cloud-controller-manager|kube-controller-manager)';
/** Of a binary that is called after its release. */
const RELEASE = '(?:[-_.@](?:v\\d|1\\.\\d)[\\w.+-]*)?';
/** In the place of a command, with any folder before it, or as what a variable is where nothing sets it. */
const AS_COMMAND = new RegExp(`^(?:[\\w./\${}-]*\\/)?${MANAGER_NAME}${RELEASE}(?=$|["'])`
  + `|^\\w+:?[-=](?:[\\w./-]*\\/)?${MANAGER_NAME}${RELEASE}\\}["']?`);
/** As any word, for which a flag behind it tells that it is a command. */
const AS_WORD = new RegExp(`(?:^|[/"'])${MANAGER_NAME}${RELEASE}["']?$`);
/** What a command follows: a keyword of a shell or a program that starts another. */
const BEFORE_COMMAND = /(?:^|\W)(?:exec|nohup|setsid|sudo|then|do)$/;
const ASSIGNMENT = /^["']?[A-Za-z_][A-Za-z0-9_]*=/;

/**
 * The component of a container: by the program that is started, else by the image, else by the container's name. What an unknown program
 * starts in an image or a container that is called after one of ours is not known.
 */
export function identify(given: ProgramWords): Program | undefined {
  return byName(given) ?? byOtherName(given);
}

/** What a snap starts is in its own folder, and its arguments are in /var/snap: https://snapcraft.io/docs/services-and-daemons. */
function snapped(words: readonly string[]): Program | undefined {
  const start = words.findIndex(word => !isWrapper(word) && !/^-/.test(word) && !ASSIGNMENT.test(word));
  if (start === -1) return undefined;
  const run = baseName(words[start]) === 'snap' ? words.slice(start + 1).filter(word => !word.startsWith('-')) : undefined;
  const app = run?.[0] === 'run' ? run[1] ?? '' : /^\/snap\/(?:bin\/)?([^/]+)/.exec(words[start])?.[1];
  const component = app === undefined ? undefined : componentOf(app.split('.')[0]);
  return component === KCM || component === CCM
    ? { component, index: start, hidden: `the snap ${app!} starts ${component}, with arguments that it has of its own` } : undefined;
}

/** A controller manager by a name that has a release or a build in it, or by a short one that its flags agree with. */
function byOtherName({ words, hasCommand, image, name }: ProgramWords): Program | undefined {
  const index = words.findIndex(word => !isWrapper(word) && !/^-/.test(word) && !ASSIGNMENT.test(word));
  const ofImage = image === undefined ? undefined : baseName(parseImage(image).repository);
  const program = hasCommand && index !== -1 ? baseName(words[index]) : undefined;
  if (program !== undefined && otherProgram(program) !== undefined) return undefined;
  const own = program === undefined ? words : words.slice(index + 1);
  for (const called of [program, ofImage, name]) {
    const found = called === undefined ? undefined : calledManager(called);
    if (called === undefined || found === undefined) continue;
    const { component, isShort } = found;
    const agrees = haveItsFlags(own, component);
    // A container may be called after what it looks at.
    if ((isShort || (called !== program && called !== ofImage)) && !agrees) continue;
    // The image of a short name has the release in its tag, as that of the long one.
    if (agrees && program === undefined && called === ofImage && !/controller-?manager|\d/.test(called)) return { component, index: -1 };
    return { component, index: program === undefined ? -1 : index, hidden: `'${called}' may be ${component} of any release or build` };
  }
  return undefined;
}

function byName({ words, hasCommand, image, said, name }: ProgramWords): Program | undefined {
  const snap = hasCommand ? snapped(words) : undefined;
  if (snap) return snap;
  const start = words.findIndex(word => !isWrapper(word) && !/^-/.test(word) && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
  const first = start === -1 ? undefined : words[start];
  const isHyperkube = start > 0 && words.slice(0, start).some(word => baseName(word) === 'hyperkube');
  const own = first === undefined ? undefined : isHyperkube && first === 'controller-manager' ? 'kube-controller-manager' : componentOf(first);
  if (own) return { component: own, index: start };
  const ofImage = said ?? (image === undefined ? undefined : componentOfImage(image));
  const shell = words.find(word => SHELLS.test(baseName(word)));
  const isShell = shell !== undefined && (hasCommand || first === shell);
  if (isShell) {
    const component = ofImage ?? words.join('\n').split('\n').map(line => started(line.slice(0, 5000))).find(found => found !== undefined);
    return component && { component, index: 0, hidden: `'${shell}' starts ${component}; its command line is not understood` };
  }
  // `/go-runner --log-file=... /usr/local/bin/kube-controller-manager`: the value of a flag of the wrapper is no program, unless it is a path.
  const later = words.findIndex((word, index) =>
    index > start && word.startsWith('/') && componentOf(word) !== undefined && words.slice(0, index).some(isWrapper));
  if (later !== -1) return { component: componentOf(words[later])!, index: later };
  if (hasCommand && first !== undefined) {
    const isOther = [first, image === undefined ? '' : parseImage(image).repository].some(program => otherProgram(baseName(program)) !== undefined);
    const called = ofImage ?? (isOther || (image !== undefined && isOtherImage(image)) ? undefined : componentOf(name));
    return called && {
      component: called,
      index: start,
      hidden: `'${first}' is started in the ${ofImage ? 'image' : 'container'} of ${called}; its `
      + 'command line is not understood',
    };
  }
  if (ofImage) return { component: ofImage, index: -1 };
  const named = image !== undefined && isOtherImage(image) ? undefined : componentOf(name);
  return named && { component: named, index: -1 };
}

/** Whether words start a shell, so that one of them is a script of its own. */
export function isShellScript(words: readonly string[]): boolean {
  return words.some(word => SHELLS.test(baseName(word)));
}

/** What a shell is told to start by a variable that is not filled in: `exec $PROGRAM`, `/opt/bin/${COMPONENT} ...`. */
const BY_VARIABLE = /(?:^|[;&|(]|\bexec|\bthen|\bdo)\s*["']?(?:[\w./-]*\/)?\$\{?[A-Za-z_@*]/;

/**
 * Why it is not known what a command starts, where that may be a controller manager; undefined: it is known, or is none.
 *
 * @param words of which part is not known: what systemd fills in, or a variable
 */
export function hiddenProgram(words: readonly { readonly text: string; readonly why?: string }[]): string | undefined {
  const index = words.findIndex(({ text }) => !isWrapper(text) && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(text));
  if (index === -1) return undefined;
  const { text, why } = words[index];
  if (why !== undefined) return mayName(baseName(text)) ? why : undefined;
  const script = SHELLS.test(baseName(text)) ? words.slice(index + 1).find(word => word.why !== undefined && BY_VARIABLE.test(word.text)) : undefined;
  return script?.why;
}

/** Whether a name whose specifiers and variables are filled in can be that of a controller manager, or of what has one within. */
function mayName(name: string): boolean {
  const [start, ...rest] = name.split(/%.|\$\{\w+\}|\$\w+/);
  const end = rest[rest.length - 1] ?? '';
  return PROGRAMS_WITH_MANAGERS.some(one => one.startsWith(start) && one.endsWith(end) && one.length >= start.length + end.length);
}

/** The controller manager that a line of a script starts, commands that only look left out. */
export function started(line: string): Component | undefined {
  return startedIn(line) && startedIn(withoutLooks(line));
}

/**
 * The controller manager that a line starts: its name in the place of a command, or with a flag behind it. Looked at word by word, so
 * that the time grows with the line.
 */
function startedIn(line: string): Component | undefined {
  if (!line.includes('controller-manager')) return undefined;
  const words = [...line.matchAll(/[;&|({]|[^\s;&|({]+/g)];
  let isCommand = true;
  for (const [index, { 0: word, index: at }] of words.entries()) {
    const match = isCommand ? AS_COMMAND.exec(word) : null;
    // `(a|b)` is a pattern, not two commands.
    if (match && (match[0].length < word.length || /^(?:$|[\s;])/.test(line.slice(at + word.length, at + word.length + 1)))) {
      return componentOf(match[1] ?? match[2]);
    }
    const named = AS_WORD.exec(word);
    const next = words.at(index + 1);
    const isFlag = next !== undefined && (/^--?[a-z]/.test(next[0]) || (next[0] === '\\' && index + 2 === words.length));
    if (named && isFlag && next.index > at + word.length) return componentOf(named[1]);
    isCommand = /^[;&|({]$/.test(word) || (isCommand && ASSIGNMENT.test(word)) || BEFORE_COMMAND.test(word);
  }
  return undefined;
}

function isWrapper(word: string): boolean {
  return WRAPPERS.test(baseName(word));
}
