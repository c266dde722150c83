import { Arguments, argumentsOf, Command, commandsOf, isRun, logicalLines } from './commands';
import { Effect, kindsCalled, REQUESTS } from '../facts/inputs/commands';
import { parsedTaints, Taint } from '../kubernetes/taint';

/** What a command, or a request of a program, does to objects of the cluster, by what it names. */
export interface ObjectCommand {
  /** As a message shows it. */
  readonly text: string;
  readonly effect: Effect;
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

const VARIABLE = /[$`{}*]|^%|^-$/;
const WORTH_A_LOOK = /kubectl|\boc\b|helm|etcdctl|\/apis?\/|amespaced|(?:delete|patch|replace)_|\)\.(?:delete|patch|update|apply)/i;

/** Commands of a program that take away or change objects, wherever they are in it, with their lines from 1. */
export function objectCommands(program: string): readonly (ObjectCommand & { readonly line: number })[] {
  if (!WORTH_A_LOOK.test(program)) return [];
  return [...logicalLines(program)].flatMap(({ line, text }) => [...commandsOf(text).filter(isRun).flatMap(objectsOf), ...requestsIn(text)]
    .filter(({ effect }) => effect === 'deletes' || effect === 'changes').map(one => ({ ...one, line })));
}

/** Taints that commands of a program put on nodes, with their lines from 1. What takes one away keeps no pod out. */
export function taintCommands(program: string): readonly { readonly line: number; readonly text: string; readonly taint: Taint }[] {
  if (!/\btaint\b/.test(program)) return [];
  return [...logicalLines(program)].flatMap(({ line, text }) => commandsOf(text).flatMap(command => {
    const { tool, verb, words } = command;
    const { positional, flags } = argumentsOf(command);
    if (verb !== 'taint' || !(isRun(command) || words[0] === 'adm') || flags.has('dry-run')) return [];
    return positional.flatMap(parsedTaints).map(taint => ({ line, text: `${tool} ${words.join(' ')}`.slice(0, 100), taint }));
  }));
}

/** The objects that a command is about; what only looks, or only asks, is about none. */
export function objectsOf(command: Command): readonly ObjectCommand[] {
  const { tool, words, verb, effect } = command;
  if (verb === undefined || effect === undefined || effect === 'looks' || tool === 'systemctl') return [];
  const given = argumentsOf(command);
  const base: ObjectCommand = { text: `${tool} ${words.slice(0, 4).join(' ')}`, effect, namespace: namespaceOf(given) };
  if (tool === 'etcdctl') return given.positional.slice(0, 1).flatMap(key => ofKey(key, given.flags.has('prefix'), base));
  if (tool === 'helm') return effect === 'deletes' ? given.positional.map(release => ({ ...base, release })) : [];
  return ofKubectl(command, given, { ...base, selector: given.flags.get('selector') });
}

function namespaceOf({ flags }: Arguments): string | undefined {
  const own = flags.get('namespace');
  return flags.has('all-namespaces') || VARIABLE.test(own ?? '') ? '*' : own;
}

function ofKubectl({ verb, before, sources }: Command, { positional, flags, files }: Arguments, base: ObjectCommand): readonly ObjectCommand[] {
  const isSub = verb === 'set' || verb === 'rollout';
  const own = isSub ? positional.slice(1) : positional;
  if (verb === 'scale' && /^[1-9]\d*$/.test(flags.get('replicas') ?? '')) return [];
  if (/^(?:client|server|true)$/.test(flags.get('dry-run') ?? '')) return [];
  if (files.length > 0) return [{ ...base, files }];
  const isFed = /\b(?:xargs|parallel)\b/.test(before);
  const [types = '', ...others] = own;
  // What feeds it says what it gets: `kubectl delete $(kubectl get ds -o name)`.
  if (types === '' || (isFed && VARIABLE.test(types)) || /^(?:\$\(|`)\W*(?:kubectl|oc)$/.test(types)) {
    const source = sources.find(one => one.verb === 'get');
    return source ? [{ ...base, ...gotten(source, base) }] : isFed ? [base] : [];
  }
  if (VARIABLE.test(types)) return [base];
  if (types.includes('/')) {
    const pairs = own.filter(word => word.includes('/')).map(word => [word.slice(0, word.indexOf('/')), word.slice(word.indexOf('/') + 1)]);
    return pairs.flatMap(([type, name]) => targetOf(type, [name], base));
  }
  const names = verb === 'set' ? others.filter(word => !word.includes('=')) : others;
  const isAll = ['all', 'selector', 'field-selector'].some(flag => flags.has(flag)) || (names.length === 0 && (isFed || verb === 'edit'));
  return targetOf(types, isAll ? undefined : names, base);
}

/** What `kubectl get` hands to another command. */
function gotten(source: Command, { namespace, selector }: ObjectCommand): Partial<ObjectCommand> {
  const words = source.words.map(word => word.replace(/(?<![)`])[)`]+$/, '')).filter(word => word !== '');
  const given = argumentsOf({ ...source, words });
  const kinds = kindsIn(given.positional[0] ?? '');
  return { namespace: namespace ?? namespaceOf(given), kinds, selector: given.flags.get('selector') ?? selector };
}

/** Those that a workload may depend on, or that are locks; undefined: it is not known which they are. */
function kindsIn(types: string): readonly string[] | undefined {
  return VARIABLE.test(types) ? undefined : types.split(',').flatMap(kindsCalled);
}

function targetOf(types: string, names: readonly string[] | undefined, base: ObjectCommand): readonly ObjectCommand[] {
  const kinds = kindsIn(types);
  if (kinds?.length === 0 || names?.length === 0) return [];
  return [{ ...base, ...kinds && { kinds }, ...names && !names.some(name => VARIABLE.test(name)) && { names } }];
}

/** A key of etcd, `/registry/leases/kube-system/x`: k8s.io/apiserver@v0.26.15 pkg/registry/generic/registry/store.go NamespaceKeyFunc. */
function ofKey(key: string, isPrefix: boolean, base: ObjectCommand): readonly ObjectCommand[] {
  const [, type, namespace, name] = /^\/[\w-]+\/(?:[\w-]+\.[\w.-]+\/)?([\w$]+)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(key) ?? [];
  return type === undefined ? VARIABLE.test(key) ? [base] : []
    : targetOf(type, isPrefix || (name as string | undefined) === undefined ? undefined : [name], { ...base, namespace: namespace ?? '*' });
}

/** `delete_namespaced_daemon_set(`, `deleteNamespacedLease(`: kubernetes-client/python and /javascript; `.Leases(x).Delete(`: k8s.io/client-go. */
const CLIENTS = [
  new RegExp('\\b(delete|patch|replace|create)_?(collection)?_?(?:namespaced_?|(?=cluster_?role|namespace\\(|priority))([a-z_]+?)'
    + '(?:_?(?:scale|status))?\\((.{0,200})', 'gi'),
  /\.([a-z]+)\([^()]{0,100}\)\.(patch|update|updatescale|apply|create|delete|deletecollection)\((.{0,200})/gi,
];
/** The first argument, where it is a text. */
const LITERAL = /^\s*(?:(?:ctx|context\.\w+\(\))\s*,\s*)?(?:name\s*=\s*)?["'`]([a-z0-9][a-z0-9.-]*)["'`]/;
const METHOD = /(?:\b|-X)(DELETE|PATCH|PUT|POST)\b|\.(delete|patch|put|post)\(|\b(delete|replace|create)\s+--raw\b/;
const API_PATH = /\/apis?\/(?:[\w.$-]+\/)?v\w+(?:\/namespaces\/([^/\s"'?]+))?\/([a-z]+|[$%{][^/\s"'?]*)(?:\/([^/\s"'?]+))?/;

/** Requests to the API server, by its clients or by an address. */
export function requestsIn(line: string): readonly ObjectCommand[] {
  const calls = CLIENTS.flatMap((pattern, index) => [...line.matchAll(pattern)].flatMap(match => {
    const [verb, all, kind] = index === 0 ? [match[1], match[2], match[3]] : [match[2], match[2], match[1]];
    const name = /collection/i.test(all ?? '') ? undefined : LITERAL.exec(match.at(-1)!)?.[1];
    return targetOf(kind, name === undefined ? undefined : [name], {
      text: `${match[0].slice(0, match[0].length - match.at(-1)!.length)}...)`, effect: REQUESTS.get(verb.toLowerCase())!, namespace: '*',
    });
  }));
  const method = METHOD.exec(line)?.slice(1).find(one => (one as string | undefined) !== undefined);
  const path = method === undefined ? null : API_PATH.exec(line);
  if (method === undefined || path === null) return calls;
  const [shown, namespace, resource, name] = path as readonly (string | undefined)[];
  return [...calls, ...targetOf(resource!, name === undefined ? undefined : [name], {
    text: `${method} ${shown!}`,
    effect: REQUESTS.get(method.toLowerCase())!,
    namespace: namespace === undefined || VARIABLE.test(namespace) ? '*' : namespace,
  })];
}
