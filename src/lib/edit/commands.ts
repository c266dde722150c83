import { onlyReads, writesToVariable } from './copies';
import { filledIn } from './shell-variables';
import { wordsWithin } from './shell-words';
import { changesAnyWorkload, workloadCall } from './workload-changes';
import { STATIC_POD_PATH } from '../kubernetes/node';

/** A command of a script that changes what runs. */
export interface ChangingCommand {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** Longer lines are not looked through. */
const LONGEST = 5000;

/** Commands that look at what runs, or start it again as it is. */
const LOOKS: readonly RegExp[] = [
  /^(?:journalctl|pgrep|pkill|killall|grep|egrep|stern)(?=\s)/,
  /^crictl\s+(?:logs|ps|stop|inspect|pods)\b/,
];
/** The tools of clusters and of services, wherever they stand in a command: behind `sudo`, in a list of YAML, as a path. */
const TOOL = /(?:^|[\s"'/@=!,(])(kubectl|oc|helm|systemctl|journalctl|pgrep|pkill|killall|grep|egrep|stern|crictl)(?=["']?\s)/;

/** What each of them is told, by the first word that is one of these. */
interface Verbs {
  readonly looks: readonly string[];
  readonly changes: readonly string[];
}

const OF_KUBECTL: Verbs = {
  looks: ['get', 'describe', 'logs', 'wait', 'top', 'auth', 'label', 'annotate', 'events', 'port-forward', 'explain', 'diff', 'cordon', 'uncordon',
    'drain', 'taint'],
  changes: ['apply', 'autoscale', 'create', 'delete', 'edit', 'patch', 'replace', 'rollout', 'run', 'scale', 'set'],
};
const VERBS: { readonly [tool: string]: Verbs | undefined } = {
  kubectl: OF_KUBECTL,
  oc: OF_KUBECTL,
  helm: {
    looks: ['status', 'history', 'get', 'list', 'ls', 'repo', 'search', 'show', 'pull', 'lint'],
    changes: ['install', 'upgrade', 'rollback', 'uninstall', 'delete', 'del', 'un', 'template'],
  },
  systemctl: {
    looks: ['status', 'restart', 'try-restart', 'reload', 'is-active', 'is-enabled', 'is-failed', 'show', 'cat', 'daemon-reload', 'reset-failed'],
    changes: ['start', 'stop', 'enable', 'disable', 'mask', 'unmask', 'kill', 'reenable', 'edit', 'revert', 'set-property'],
  },
};

/** Objects that start nothing: `kubectl delete pod` starts a pod again. */
const INERT_OBJECTS = new RegExp('^(?:pods?|po|leases?|events?|ns|namespaces?|sa|serviceaccounts?|services?|svc|token|pdb|poddisruptionbudgets?'
  + '|(?:cluster)?roles?|(?:cluster)?rolebindings?)(?:$|[/.,])', 'i');

/** A controller manager by the name of its workload, its service or its chart; flags that only those have. */
const MANAGER = new RegExp('(?<![\\w.-]|system:)(?:(?:[a-z0-9]+-){0,6}cloud-controller-manager|kube-controller-manager|(?:[a-z0-9]+-){0,3}(?:ccm|cpi)'
  + '|cloud-provider-[a-z]+)(?:\\.(?:ya?ml|json|service|tgz))?(?![\\w.-])'
  + '|--(?:leader-elect|cloud-provider|enable-leader-migration|configure-cloud-routes)\\b');

interface Command {
  readonly tool: string;
  /** What it is told to do; none: that is not understood. */
  readonly verb?: string;
  /** The word behind it. */
  readonly object: string;
  /** Where it begins in its part of the line. */
  readonly index: number;
}

/** A line without the commands of it that only look: what else is on it is not excused by them. */
export function withoutLooks(line: string): string {
  if (!TOOL.test(line)) return line;
  return partsOf(line).map(part => {
    const command = commandOf(part);
    return command !== undefined && isLook(command, part.slice(command.index)) ? part.slice(0, command.index) : part;
  }).join(' ; ');
}

/** Commands of one line, at what stands between them, also within quotes: `sh -c 'kubectl get x; y'` is two. */
function partsOf(line: string): readonly string[] {
  return line.slice(0, LONGEST).split(/;|&&|\|\|?|\$\(|`/);
}

function commandOf(part: string): Command | undefined {
  const match = TOOL.exec(part);
  if (!match) return undefined;
  const [, tool] = match;
  const index = match.index + match[0].length - tool.length;
  const words = wordsWithin(part.slice(index + tool.length));
  const known = VERBS[tool];
  const at = words.findIndex(word => known?.looks.includes(word) === true || known?.changes.includes(word) === true);
  return { tool, index, ...at === -1 ? { object: '' } : { verb: words[at], object: words.slice(at + 1).find(word => !word.startsWith('-')) ?? '' } };
}

function isLook({ tool, verb, object }: Command, text: string): boolean {
  const known = VERBS[tool];
  if (known === undefined) return LOOKS.some(pattern => pattern.test(text));
  if (verb === undefined) return false;
  if (known.looks.includes(verb)) return true;
  if (known !== OF_KUBECTL) return false;
  return verb === 'rollout' ? ['status', 'history', 'restart'].includes(object) : ['create', 'delete'].includes(verb) && INERT_OBJECTS.test(object);
}

/** Files of static pods that are no controller managers, and that installers write on the node itself: the address of the API servers. */
const OTHER_POD = /\/(?:kube-vip|haproxy|keepalived|nginx|nginx-proxy|etcd|kube-proxy)\.(?:ya?ml|json|manifest)(?![\w.])/;
/** Where kubelets take static pods from, if nothing else is said. */
const FOLDERS = [STATIC_POD_PATH, '/var/lib/rancher/rke2/agent/pod-manifests'];
const FOLDER = `(?:${FOLDERS.join('|')})`;
const IN_FOLDER = new RegExp(`${FOLDER}(?![\\w-]|\\.\\w)(?:\\/[\\w.*?{}$%+-]*)?`, 'g');
const INTO_FOLDER = new RegExp(`>\\s*["']?${FOLDER}`);
/** What writes a file, or takes one away. */
const WRITES = new RegExp('(?:^|[\\s"\'/@(])(?:sed|perl|yq|awk|cp|mv|rm|ln|tee|dd|install|curl|wget|rsync|scp|tar|unzip|patch|unlink|truncate|sponge'
  + '|envsubst|mount|umount)\\s');
const FOLDER_WORD = new RegExp(`^${FOLDER}(?![\\w-]|\\.\\w)`);
const isFolder = (word: string) => FOLDER_WORD.test(word);
/** Before the first word of a command. */
const LEADING = /^(?:-\s+|if\s+|while\s+|until\s+|then\s+|do\s+|!\s+|["'])+/;
/** What leaves the folder as it is. */
const READS = new RegExp('^(?:sudo\\s+)?(?:\\[\\[?|test|cat|ls|stat|file|head|tail|e?grep|diff|cmp|wc|md5sum|sha256sum|mkdir|chmod|chown|echo|cd'
  + '|find(?!.*-(?:exec|delete)))\\s');

/**
 * The first command that changes a controller manager, or the static pods of its node, when the script runs. A tool's name excuses nothing: what it
 * is told decides.
 *
 * @param isKnown whether a file of that name is in the input, so that what is applied is read itself
 */
export function changingCommand(script: string, isKnown: (name: string) => boolean = () => false): ChangingCommand | undefined {
  const call = workloadCall(script);
  if (call && (call.name === undefined || new RegExp(MANAGER).test(call.name))) {
    const line = script.slice(0, call.index).split('\n').length;
    return { line, what: `a call that changes ${call.name === undefined ? 'workloads, and which ones is not known' : call.name}` };
  }
  for (const filled of filledIn(script)) {
    const changed = changeIn(filled, isKnown);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

function changeIn(script: string, isKnown: (name: string) => boolean): ChangingCommand | undefined {
  if (!/kubectl|\boc\b|helm|systemctl/.test(script) && !FOLDERS.some(folder => script.includes(folder))) return undefined;
  for (const { line, text } of logicalLines(script)) {
    if (/^\s*(?:#|\/\/)/.test(text)) continue;
    for (const part of partsOf(text)) {
      const changed = changeOf(part, isKnown) ?? staticPodsOf(part);
      if (changed !== undefined) return { line, what: changed };
    }
  }
  return openWrite(script);
}

/** The folder as a value, or handed on, rather than as what a command is told to read; `/etc/kubernetes` where a name may be put behind it. */
const NAMES_FOLDER = new RegExp(`(?<!pod-manifest-path[= ]["']?|staticPodPath: *["']?)${FOLDER}(?![\\w-]|\\.\\w)`
  + '|[=\\s("\']/etc/kubernetes/?(?=["\'\\s);]|$)');

/** A command that writes where a variable says, in a script that hands the folder on: the variable may be the folder. */
function openWrite(script: string): ChangingCommand | undefined {
  if (!NAMES_FOLDER.test(script)) return undefined;
  const parts = [...logicalLines(script)].filter(({ text }) => !/^\s*(?:#|\/\/)/.test(text))
    .flatMap(({ line, text }) => partsOf(text).map(part => ({ line, part: part.trim().replace(LEADING, '') })));
  const isHanded = ({ part }: { readonly part: string }) => NAMES_FOLDER.test(` ${part}`) && !READS.test(part) && !onlyReads(part, isFolder);
  const open = parts.find(({ part }) => writesToVariable(part));
  if (!open || !parts.some(isHanded)) return undefined;
  return { line: open.line, what: 'a command that writes where a variable says, which may be among static pods' };
}

/** A command over several lines, with the first of those. */
export function* logicalLines(script: string): Iterable<{ readonly line: number; readonly text: string }> {
  const lines = script.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    const parts = [lines[index]];
    while (parts[parts.length - 1].endsWith('\\') && index + 1 < lines.length) parts.push(lines[++index]);
    yield { line, text: parts.map(part => part.replace(/\\$/, '')).join(' ').slice(0, LONGEST) };
  }
}

function changeOf(part: string, isKnown: (name: string) => boolean): string | undefined {
  const command = commandOf(part);
  if (command?.verb === undefined || !VERBS[command.tool]?.changes.includes(command.verb)) return undefined;
  const text = part.slice(command.index);
  if (isLook(command, text)) return undefined;
  const [named] = [...text.matchAll(new RegExp(MANAGER, 'g'))].map(([name]) => name).filter(name => !isKnown(name));
  if (named !== undefined) return `a command that changes a controller manager (${command.tool} ${command.verb} ... ${named})`;
  if (VERBS[command.tool] !== OF_KUBECTL || !changesAnyWorkload(command.verb, text, isKnown)) return undefined;
  return `a command that changes workloads, and which ones is not known (${command.tool} ${command.verb})`;
}

function staticPodsOf(part: string): string | undefined {
  if (!FOLDERS.some(folder => part.includes(folder)) || !(WRITES.test(part) || INTO_FOLDER.test(part))) return undefined;
  const own = part.trim().replace(LEADING, '');
  if (READS.test(own) && !INTO_FOLDER.test(part) && !/\bxargs\b/.test(part)) return undefined;
  if (!INTO_FOLDER.test(part) && onlyReads(own, isFolder)) return undefined;
  const touched = [...part.matchAll(IN_FOLDER)].find(([path]) => !OTHER_POD.test(path));
  return touched && `a command that changes static pods (${touched[0]})`;
}

/** Manifests and charts that a command applies, wherever they come from. */
const APPLIES = /^(?:apply|create|replace)$/;
const MANIFEST = /(?:^|\s)(?:-f|-k|--filename|--kustomize)(?:[=\s]+|(?=\S))["']?([^\s"']+)/;

/**
 * The first command that applies to the cluster what is not in the script.
 *
 * @param isKnown whether a file of that path is in the input
 */
export function applyingCommand(script: string, isKnown: (path: string) => boolean): ChangingCommand | undefined {
  for (const { line, text } of logicalLines(script)) {
    if (/^\s*(?:#|\/\/)/.test(text)) continue;
    for (const part of partsOf(text)) {
      const command = commandOf(part);
      if (command?.verb === undefined) continue;
      const manifest = MANIFEST.exec(part.slice(command.index))?.[1];
      const isChart = command.tool === 'helm' && ['install', 'upgrade'].includes(command.verb);
      const isApplied = VERBS[command.tool] === OF_KUBECTL && APPLIES.test(command.verb) && manifest !== undefined && !isKnown(manifest);
      if (isChart || isApplied) return { line, what: `a command that applies ${isChart ? 'a chart' : manifest!}, which is not in the input` };
    }
  }
  return undefined;
}
