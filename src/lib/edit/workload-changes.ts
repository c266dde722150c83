import { wordsWithin } from './shell-words';

/** Kinds whose objects make pods, as kubectl takes them: kubectl api-resources. */
const WORKLOAD = /^(?:ds|daemonsets?|deploy|deployments?|sts|statefulsets?|rs|replicasets?|rc|replicationcontrollers?|all)(?:\.[\w.-]+)?$/i;
/** What a variable, a template or the input of another command fills in. */
const OPEN = /[$`*]|\{\{|\{\}|^%|^-$/;
/** Flags of kubectl whose value is the next word. */
const WITH_VALUE = new RegExp('^(?:-[nfklpocst]|--(?:namespace|filename|kustomize|selector|patch|patch-file|type|output|container|context|cluster'
  + '|user|kubeconfig|server|token|replicas|to-revision|field-manager|field-selector|image|timeout|overrides|subresource'
  + '|request-timeout|as|as-group))$');
const MANIFEST = /(?:^|\s)(?:-f|-k|--filename|--kustomize)(?:[=\s]+|(?=\S))["']?([^\s"']+)/;
/** Publishers whose addresses say what is there. */
const PUBLIC = /^https:\/\/(?:[\w.-]+\.)?(?:github\.com|githubusercontent\.com|github\.io|k8s\.io|tigera\.io|projectcalico\.org|cert-manager\.io)\//;

/**
 * Whether a command of kubectl changes workloads of which it is not said which ones: by a selector, a variable or a file that is not in the input.
 * One that names another workload, or a kind that makes no pods, does not.
 *
 * @param text the command, its tool first
 * @param isKnown whether a file of that name is in the input
 */
export function changesAnyWorkload(verb: string, text: string, isKnown: (name: string) => boolean): boolean {
  const words = operandsBehind(verb, text);
  const manifest = MANIFEST.exec(text)?.[1];
  const isOpenFile = manifest !== undefined && manifest !== '-' && !isKnown(manifest.slice(manifest.lastIndexOf('/') + 1));
  switch (verb) {
    case 'patch':
    case 'edit':
    case 'set':
    case 'rollout': {
      const [sub, ...rest] = verb === 'set' || verb === 'rollout' ? words : ['', ...words];
      if (verb === 'rollout' && !['undo', 'pause', 'resume', ''].includes(sub)) return false;
      return manifest === undefined ? isOpenObject(rest, text) : isOpenFile;
    }
    case 'replace':
      return isOpenFile && isOpenAddress(manifest);
    case 'apply':
      return (/\s--prune\b/.test(text) && !/--prune-allowlist|--prune-whitelist/.test(text)) || (isOpenFile && isOpenAddress(manifest));
    default:
      return false;
  }
}

/** An address whose content nothing tells. Files beside a script are read where they are in the input. */
function isOpenAddress(manifest: string): boolean {
  return /^https?:/.test(manifest) && (OPEN.test(manifest) || !PUBLIC.test(manifest));
}

function operandsBehind(verb: string, text: string): readonly string[] {
  const words = wordsWithin(text);
  const operands: string[] = [];
  for (let at = words.indexOf(verb) + 1; at < words.length; at++) {
    if (/^[;&|)#]/.test(words[at])) break;
    if (WITH_VALUE.test(words[at])) at++;
    else if (!/^-./.test(words[at])) operands.push(words[at]);
  }
  return operands;
}

function isOpenObject([first, second]: readonly string[], text: string): boolean {
  if (first === undefined) return true;
  const [kind, name = second] = first.split('/', 2);
  if (OPEN.test(kind)) return true;
  if (!WORKLOAD.test(kind)) return false;
  return name === undefined || OPEN.test(name) || /\s(?:-l|--selector|--all|-A)(?:[=\s]|$)/.test(text);
}

const APPS = '(?:daemon_?sets?|deployments?|stateful_?sets?|replica_?sets?)';
/**
 * Calls of client libraries that change workloads, other than to delete them: kubernetes-client/python and /javascript, k8s.io/client-go, and the API
 * itself. The name is the first argument, or the end of the address.
 */
const CALLS: readonly RegExp[] = [
  new RegExp(`\\b(?:patch|replace|create)_?namespaced_?${APPS}(?:_?(?:scale|status))?\\(([^\\n]{0,200})`, 'gi'),
  new RegExp(`\\.${APPS}\\([^()\\n]{0,100}\\)\\.(?:Patch|Update|UpdateScale|Apply|Create)\\(([^\\n]{0,200})`, 'gi'),
  new RegExp(`(?:PATCH|PUT|POST|\\.(?:patch|put|post)\\()[^\\n]{0,200}/apis/apps/v1/namespaces/[^/\\s"']+/${APPS}([^\\n]{0,100})`, 'g'),
];
const LITERAL = /^(?:\s*(?:ctx|context\.\w+\(\)|name\s*=)?,?\s*)["'`]([a-z0-9][a-z0-9.-]*)["'`]|^\/([a-z0-9][a-z0-9.-]*)(?=["'`\s?/]|$)/;

/** A call in a program that changes a workload: where, and its name, if that is written out. */
export function workloadCall(text: string): { readonly index: number; readonly name?: string } | undefined {
  if (!/namespaced|\.(?:daemon|deploy|stateful|replica)|apis\/apps/i.test(text)) return undefined;
  const calls = CALLS.flatMap(pattern => [...text.matchAll(pattern)].map(({ index, 1: behind }) => {
    const literal = LITERAL.exec(behind.replace(/^\(?/, ''));
    return { index, name: literal?.[1] ?? literal?.[2] };
  }));
  return calls.find(({ name }) => name === undefined) ?? calls[0];
}
