import { argumentsOf, Command, commandsOf, logicalLines, partsOf, withoutCommands } from './commands';
import { ObjectCommand, objectsOf, requestsIn } from './object-commands';
import { INERT_OBJECTS, PUBLIC_ADDRESS, READERS, WORKLOADS, WRITERS } from '../facts/inputs/commands';
import { onlyReads, writesToVariable } from '../facts/inputs/file-writes';
import { OTHER_POD, POD_FOLDERS } from '../facts/inputs/node-paths';
import { filledIn } from '../text/shell-variables';
import { baseName } from '../text/shell-words';

/** A command of a script that changes what runs. */
export interface ChangingCommand {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** A controller manager by the name of its workload, its service or its chart; flags that only those have. */
const MANAGER = new RegExp('(?<![\\w.-]|system:)(?:(?:[a-z0-9]+-){0,6}cloud-controller-manager|kube-controller-manager|(?:[a-z0-9]+-){0,3}(?:ccm|cpi)'
  + '|cloud-provider-[a-z]+)(?:\\.k8s)?(?:\\.(?:ya?ml|json|service|tgz))?(?![\\w.-])'
  + '|--(?:leader-elect|cloud-provider|enable-leader-migration|configure-cloud-routes)\\b');

/** A line without the commands of it that only look: what else is on it is not excused by them. */
export function withoutLooks(line: string): string {
  return withoutCommands(line, isLook);
}

function isLook({ verb, effect, object }: Command): boolean {
  return effect === 'looks' || ((verb === 'create' || verb === 'delete') && INERT_OBJECTS.test(object));
}

const FOLDER = `(?:${POD_FOLDERS.join('|')})`;
const IN_FOLDER = new RegExp(`${FOLDER}(?![\\w-]|\\.\\w)(?:\\/[\\w.*?{}$%+-]*)?`, 'g');
const INTO_FOLDER = new RegExp(`>\\s*["']?${FOLDER}`);
/** In a container, the node's own folders are below one that is called so. */
const FOLDER_WORD = new RegExp(`^(?:/(?:rootfs|host[\\w-]*))?${FOLDER}(?![\\w-]|\\.\\w)`);
const isFolder = (word: string) => FOLDER_WORD.test(word);
/** Before the first word of a command. */
const LEADING = /^(?:-\s+|if\s+|while\s+|until\s+|then\s+|do\s+|!\s+|["'])+/;

/**
 * The first command that changes a controller manager, or the static pods of its node, when the script runs. A tool's name excuses nothing: what it
 * is told decides.
 *
 * @param isKnown whether a file of that name is in the input, so that what is applied is read itself
 */
export function changingCommand(script: string, isKnown: (name: string) => boolean = () => false): ChangingCommand | undefined {
  for (const filled of filledIn(script)) {
    const changed = changeIn(filled, isKnown);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

const WORTH_A_LOOK = /kubectl|\boc\b|helm|systemctl|etcdctl|amespaced|\/apis?\/|(?:Sets|Deployments)\(/;

function changeIn(script: string, isKnown: (name: string) => boolean): ChangingCommand | undefined {
  if (!WORTH_A_LOOK.test(script) && !POD_FOLDERS.some(folder => script.includes(folder))) return undefined;
  for (const { line, text } of logicalLines(script)) {
    const changes = [
      ...commandsOf(text).map(command => changeOf(command, isKnown)), ...requestsIn(text).map(changeByCall), ...partsOf(text).map(staticPodsOf),
    ];
    const what = changes.find(one => one !== undefined);
    if (what !== undefined) return { line, what };
  }
  return openWrite(script);
}

function changeOf(command: Command, isKnown: (name: string) => boolean): string | undefined {
  const { tool, verb, effect, text } = command;
  if (verb === undefined || effect === undefined || isLook(command)) return undefined;
  const named = namesIn(text.replace(ADDRESS, ' ')).find(name => !isKnown(name)) ?? namesIn(addressesIn(text)).at(0);
  if (named !== undefined) return `a command that changes a controller manager (${tool} ${verb} ... ${named})`;
  return isOpen(command, isKnown) ? `a command that changes workloads, and which ones is not known (${tool} ${verb})` : undefined;
}

/** What is at an address is no file of the input, whatever its name. */
const ADDRESS = /:\/\/[^\s"'`;|&)]+/g;
const addressesIn = (text: string) => [...text.matchAll(ADDRESS)].map(([address]) => address).join(' ');

const namesIn = (text: string) => [...text.matchAll(new RegExp(MANAGER, 'g'))].map(([name]) => name);

/** A call that changes workloads other than to delete them. */
function changeByCall(call: ObjectCommand): string | undefined {
  const { effect, names } = call;
  if (effect === 'deletes' || !isOfWorkloads(call)) return undefined;
  if (names === undefined) return 'a call that changes workloads, and which ones is not known';
  return namesIn(names[0]).length > 0 ? `a call that changes ${names[0]}` : undefined;
}

const isOfWorkloads = ({ kinds }: ObjectCommand) => kinds === undefined || kinds.some(kind => WORKLOADS.includes(kind));

/** Whether it changes workloads, and nothing says which: by a selector, a variable, or a file or an address whose content nothing tells. */
function isOpen(command: Command, isKnown: (name: string) => boolean): boolean {
  const { tool, verb, effect } = command;
  if (tool !== 'kubectl' && tool !== 'oc') return false;
  const { flags, files } = argumentsOf(command);
  const isElsewhere = (file: string) => /^https?:/.test(file);
  const isUnknown = (file: string) => file !== '-' && (isElsewhere(file) || !isKnown(baseName(file)));
  // Files beside a script are read where they are in the input.
  const isAddress = (file: string) => isElsewhere(file) && (/[$`*]|\{\{|\{\}/.test(file) || !PUBLIC_ADDRESS.test(file));
  if (verb === 'apply' || verb === 'replace') {
    const isPruned = verb === 'apply' && flags.has('prune') && !flags.has('prune-allowlist') && !flags.has('prune-whitelist');
    return isPruned || files.some(file => isUnknown(file) && isAddress(file));
  }
  return effect === 'changes' && verb !== 'autoscale' && objectsOf(command).some(one =>
    one.files === undefined ? one.names === undefined && isOfWorkloads(one) : one.files.some(isUnknown));
}

/** The folder as a value, or handed on, rather than as what a command is told to read; `/etc/kubernetes` where a name may be put behind it. */
const NAMES_FOLDER = new RegExp(`(?<!pod-manifest-path[= ]["']?|staticPodPath: *["']?)${FOLDER}(?![\\w-]|\\.\\w)`
  + '|[=\\s("\']/etc/kubernetes/?(?=["\'\\s);]|$)');

/** A command that writes where a variable says, in a script that hands the folder on: the variable may be the folder. */
function openWrite(script: string): ChangingCommand | undefined {
  if (!NAMES_FOLDER.test(script)) return undefined;
  const parts = [...logicalLines(script)].flatMap(({ line, text }) => partsOf(text).map(part => ({ line, part: part.trim().replace(LEADING, '') })));
  const isHanded = ({ part }: { readonly part: string }) => NAMES_FOLDER.test(` ${part}`) && !READERS.test(part) && !onlyReads(part, isFolder);
  const open = parts.find(({ part }) => writesToVariable(part));
  if (!open || !parts.some(isHanded)) return undefined;
  return { line: open.line, what: 'a command that writes where a variable says, which may be among static pods' };
}

function staticPodsOf(part: string): string | undefined {
  if (!POD_FOLDERS.some(folder => part.includes(folder)) || !(WRITERS.test(part) || INTO_FOLDER.test(part))) return undefined;
  const own = part.trim().replace(LEADING, '');
  if (READERS.test(own) && !INTO_FOLDER.test(part) && !/\bxargs\b/.test(part)) return undefined;
  if (!INTO_FOLDER.test(part) && onlyReads(own, isFolder)) return undefined;
  const touched = [...part.matchAll(IN_FOLDER)].find(([path]) => !OTHER_POD.test(path));
  return touched && `a command that changes static pods (${touched[0]})`;
}

/**
 * The first command that applies to the cluster what is not in the script.
 *
 * @param isKnown whether a file of that path is in the input
 */
export function applyingCommand(script: string, isKnown: (path: string) => boolean): ChangingCommand | undefined {
  for (const { line, text } of logicalLines(script)) {
    for (const command of commandsOf(text)) {
      const { tool, verb = '' } = command;
      const isChart = tool === 'helm' && ['install', 'upgrade'].includes(verb);
      const manifest = tool !== 'helm' && ['apply', 'create', 'replace'].includes(verb) ? argumentsOf(command).files.find(file => !isKnown(file))
        : undefined;
      if (isChart || manifest !== undefined) {
        return { line, what: `a command that applies ${isChart ? 'a chart' : manifest!}, which is not in the input` };
      }
    }
  }
  return undefined;
}
