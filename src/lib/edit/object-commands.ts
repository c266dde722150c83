import { logicalLines } from './commands';
import { wordsWithin } from './shell-words';

/** A command that changes or deletes objects of the cluster, by what it names. */
export interface ObjectCommand {
  /** From 1. */
  readonly line: number;
  /** As a message shows it. */
  readonly text: string;
  /** Whether the objects are there afterwards, otherwise than before. */
  readonly isChange: boolean;
  /** Kinds as Kubernetes writes them; none: what it is told is not known, or may be any. */
  readonly kinds?: readonly string[];
  /** None: all that its selector has. */
  readonly names?: readonly string[];
  /** None: that of its pod or of its kubeconfig. `*`: all. */
  readonly namespace?: string;
  /** Label selector; none: all. */
  readonly selector?: string;
  /** Files or folders that hold the objects. */
  readonly files?: readonly string[];
  /** Release of Helm that it takes away. */
  readonly release?: string;
}

/** Kinds on which a workload may depend, by the names that kubectl takes: kubectl api-resources. */
const KINDS: Readonly<Record<string, string>> = {
  ds: 'DaemonSet',
  daemonset: 'DaemonSet',
  deploy: 'Deployment',
  deployment: 'Deployment',
  sts: 'StatefulSet',
  statefulset: 'StatefulSet',
  rs: 'ReplicaSet',
  replicaset: 'ReplicaSet',
  rc: 'ReplicationController',
  replicationcontroller: 'ReplicationController',
  sa: 'ServiceAccount',
  serviceaccount: 'ServiceAccount',
  cm: 'ConfigMap',
  configmap: 'ConfigMap',
  secret: 'Secret',
  role: 'Role',
  clusterrole: 'ClusterRole',
  rolebinding: 'RoleBinding',
  clusterrolebinding: 'ClusterRoleBinding',
  ns: 'Namespace',
  namespace: 'Namespace',
  pc: 'PriorityClass',
  priorityclass: 'PriorityClass',
  runtimeclass: 'RuntimeClass',
  pvc: 'PersistentVolumeClaim',
  persistentvolumeclaim: 'PersistentVolumeClaim',
};
/** `kubectl delete all` is these, and no accounts, roles or configuration. */
const ALL = ['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController'];

const DELETES = ['delete', 'scale'];
const CHANGES = ['patch', 'edit', 'set', 'replace', 'autoscale'];
/** Flags whose value may be the next word. */
const WITH_VALUE = new RegExp('^(?:-[nlfpotk]|--(?:namespace|selector|filename|kustomize|patch|patch-file|type|output|replicas|timeout|context'
  + '|kubeconfig|cluster|user|server|token|as|field-selector|grace-period|cascade|current-replicas|resource-version|min|max|cpu-percent|subresource'
  + '|field-manager|kube-context))$');
const VARIABLE = /[$`{}*]|^%|^-$/;

/** Commands of a program, wherever they are in it: of kubectl, oc and helm, requests to the API server, and calls of its client for Python. */
export function objectCommands(program: string): readonly ObjectCommand[] {
  if (!/kubectl|\boc\b|helm|DELETE|delete_|\/apis?\//.test(program)) return [];
  const found: ObjectCommand[] = [];
  for (const { line, text } of logicalLines(program)) {
    if (/^\s*(?:#|\/\/)/.test(text)) continue;
    for (const one of [...commandsIn(text), ...requestsIn(text)]) found.push({ line, ...one });
  }
  return found;
}

type Found = Omit<ObjectCommand, 'line'>;

function commandsIn(line: string): readonly Found[] {
  const parts = line.split(/;|&&|\|\|?|&(?=\s)/);
  return parts.flatMap((part, index) => {
    const match = /(?:^|[\s"'/@=(`[,])(kubectl|oc|helm)["']?[\s,]+/.exec(part);
    if (!match) return [];
    const words = wordsWithin(part.slice(match.index + match[0].length)).slice(0, 200);
    const shown = `${match[1]} ${words.slice(0, 4).join(' ')}`;
    if (match[1] === 'helm') return helmCommand(words, shown);
    const before = part.slice(0, match.index + 1);
    return kubectlCommand(words, shown, { isFed: /\b(?:xargs|parallel)\b/.test(before), source: parts.slice(0, index).reverse() });
  });
}

interface Arguments {
  readonly positional: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

function argumentsOf(words: readonly string[]): Arguments {
  const positional: string[] = [];
  const flags = new Map<string, string>();
  const files: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (/^(?:\d?>|<)/.test(word)) continue;
    if (!/^-[\w-]/.test(word)) {
      positional.push(word);
      continue;
    }
    const [, joined, inline] = /^(-[nlfk])(?!=)(.+)$/.exec(word) ?? [];
    const [flag, ...rest] = joined === undefined ? word.split('=') : [joined, inline];
    const value = joined !== undefined || word.includes('=') ? rest.join('=') : WITH_VALUE.test(word) ? words[++index] ?? '' : 'true';
    const name = flag.replace(/^-+/, '');
    flags.set({ n: 'namespace', l: 'selector', A: 'all-namespaces' }[name] ?? name, value.replace(/[)`]+$/, ''));
    if (['f', 'filename', 'k', 'kustomize'].includes(name)) files.push(...value.split(','));
  }
  return { positional, flags, files };
}

/** What hands its arguments to a command. */
interface Feed {
  /** Whether something does: `xargs`. */
  readonly isFed: boolean;
  /** Commands before it on the line, the nearest first. */
  readonly source: readonly string[];
}

function kubectlCommand(words: readonly string[], text: string, fed: Feed): readonly Found[] {
  const verbs = [...DELETES, ...CHANGES, 'rollout'];
  const at = words.findIndex((word, index) => verbs.includes(word) && words.slice(0, index).every(isFlagOrValue(words)));
  if (at === -1) return [];
  const verb = words[at];
  const { positional, flags, files } = argumentsOf([...words.slice(0, at), ...words.slice(at + 1)]);
  const own = verb === 'set' || verb === 'rollout' ? positional.slice(1) : positional;
  if (verb === 'rollout' && !['undo', 'pause'].includes(positional[0])) return [];
  if (verb === 'scale' && /^[1-9]\d*$/.test(flags.get('replicas') ?? '')) return [];
  if (/^(?:client|server|true)$/.test(flags.get('dry-run') ?? '')) return [];
  const base = {
    text,
    isChange: !DELETES.includes(verb),
    namespace: flags.has('all-namespaces') ? '*' : VARIABLE.test(flags.get('namespace') ?? '') ? '*' : flags.get('namespace'),
    selector: flags.get('selector'),
  };
  if (files.length > 0) return [{ ...base, files }];
  if (own.length === 0 || (fed.isFed && VARIABLE.test(own[0]))) {
    // What feeds it says what it gets.
    const getter = fed.source.map(part => /(?:^|[\s"'/(`])(?:kubectl|oc)\s+(.*\bget\s.*)$/.exec(part)?.[1]).find(one => one !== undefined);
    if (getter !== undefined) return [{ ...base, ...gotten(wordsWithin(getter), base) }];
    return fed.isFed ? [base] : [];
  }
  // `kubectl delete $(kubectl get ds -o name)`.
  const inner = own.findIndex(word => /^(?:\$\(|`)\W*(?:kubectl|oc)$/.test(word));
  if (inner === 0) return [{ ...base, ...gotten(own.slice(1), base) }];
  const [types, ...others] = own;
  if (VARIABLE.test(types)) return [base];
  const pairs = own.filter(word => word.includes('/'));
  if (types.includes('/')) {
    return pairs.flatMap(pair => targetOf(pair.slice(0, pair.indexOf('/')), [pair.slice(pair.indexOf('/') + 1)], base));
  }
  const names = verb === 'set' ? others.filter(word => !word.includes('=')) : others;
  const isAll = flags.has('all') || flags.has('selector') || flags.has('field-selector') || (fed.isFed && names.length === 0);
  return targetOf(types, isAll || names.some(name => VARIABLE.test(name)) ? undefined : names, base);
}

/** Before a verb stand global flags alone. */
function isFlagOrValue(words: readonly string[]): (word: string, index: number) => boolean {
  return (word, index) => word.startsWith('-') || (index > 0 && WITH_VALUE.test(words[index - 1]));
}

/** What `kubectl get` hands to another command. */
function gotten(words: readonly string[], base: Pick<Found, 'namespace'>): Partial<Found> {
  const at = words.indexOf('get');
  const { positional, flags } = argumentsOf(words.slice(at + 1).map(word => word.replace(/[)`]+$/, '')).filter(word => word !== ''));
  const kinds = kindsOf(positional[0] ?? '');
  const selector = flags.get('selector');
  return {
    namespace: base.namespace ?? (flags.has('all-namespaces') ? '*' : flags.get('namespace')),
    ...kinds === undefined ? {} : { kinds },
    ...selector === undefined ? {} : { selector },
  };
}

function targetOf(types: string, names: readonly string[] | undefined, base: Found): readonly Found[] {
  const kinds = kindsOf(types);
  const isNone = kinds?.length === 0 || names?.length === 0;
  return isNone ? [] : [{ ...base, ...kinds && { kinds }, ...names && !names.some(name => VARIABLE.test(name)) && { names } }];
}

/** Of several, those that a workload may depend on; undefined: it is not known which they are. */
function kindsOf(types: string): readonly string[] | undefined {
  if (VARIABLE.test(types)) return undefined;
  return types.split(',').flatMap(type => {
    const plain = type.toLowerCase().replace(/\..*$/, '');
    if (plain === 'all') return ALL;
    const name = [plain, plain.replace(/s$/, ''), plain.replace(/es$/, '')].find(one => Object.hasOwn(KINDS, one));
    return name === undefined ? [] : [KINDS[name]];
  });
}

function helmCommand(words: readonly string[], text: string): readonly Found[] {
  const at = words.findIndex(word => ['uninstall', 'delete', 'del', 'un'].includes(word));
  if (at === -1 || !words.slice(0, at).every(isFlagOrValue(words))) return [];
  const { positional, flags } = argumentsOf(words.slice(at + 1));
  return positional.map(release => ({ text, isChange: false, namespace: flags.get('namespace'), release }));
}

/** `delete_namespaced_daemon_set(`, `delete_collection_namespaced_config_map(`. */
const CLIENT_CALL = /\b(delete|patch|replace)_(?:collection_)?(?:namespaced_)?([a-z_]+?)(?:_scale)?\(/g;
const API_PATH = /\/apis?\/(?:[\w.$-]+\/)?v\w+(?:\/namespaces\/([^/\s"'?]+))?\/([a-z]+)(?:\/([^/\s"'?]+))?/;

function requestsIn(line: string): readonly Found[] {
  const found: Found[] = [...line.matchAll(CLIENT_CALL)].flatMap(([call, verb, kind]) =>
    targetOf(kind.replaceAll('_', ''), undefined, { text: `${call}...)`, isChange: verb !== 'delete', namespace: '*' }));
  const method = /(?:-X|--request)[\s=]*["']?(DELETE|PATCH|PUT)\b|\b(?:requests|http)\.(delete|patch|put)\(/.exec(line);
  const path = method && API_PATH.exec(line);
  if (path) {
    const [shown, namespace, resource, name] = path;
    const isDelete = (method[1] ?? method[2]).toUpperCase() === 'DELETE';
    found.push(...targetOf(resource, name === undefined || VARIABLE.test(name) ? undefined : [name], {
      text: `${method[1] ?? method[2]} ${shown}`,
      isChange: !isDelete,
      namespace: namespace === undefined || VARIABLE.test(namespace) ? '*' : namespace,
    }));
  }
  return found;
}
