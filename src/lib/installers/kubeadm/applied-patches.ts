import { Data, isMap } from '../../edit/yaml/data';
import { yaml } from '../../edit/yaml/load';
import { pointerSteps } from '../../text/json-pointer';

type PatchType = 'json' | 'merge' | 'strategic';

/** A file of the folder of patches. */
export interface GivenPatch {
  /** Its name, without its folder. */
  readonly name: string;
  readonly text: string;
}

const TARGETS = 'etcd|kube-apiserver|kube-controller-manager|kube-scheduler|kubeletconfiguration';
const LARGEST = 200_000;

/**
 * What kubeadm patches with a file of that name; nothing: it passes the file over. A type that it does not know ends it, and is none here:
 * k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/util/patches/patches.go parseFilename.
 */
export function patchTarget(name: string): { readonly target: string; readonly type?: PatchType } | undefined {
  if (!/.\.(json|yaml)$/.test(name)) return undefined;
  const match = new RegExp(`^(${TARGETS})([^.+\n]*)?(\\+)?(json|merge|strategic)?`).exec(name);
  if (!match) return undefined;
  const [, target, , plus, type] = match;
  if ((type as string | undefined) === undefined) return { target, type: (plus as string | undefined) === undefined ? 'strategic' : undefined };
  return { target, type: type as PatchType };
}

/** Why patches are not applied here, and which of them. */
export class PatchProblem extends Error {
  public constructor(public readonly file: string, problem: string) {
    super(`kubeadm patch ${file} ${problem}`);
  }
}

/**
 * An object as kubeadm has patched it, file by file in the order of their names.
 *
 * @throws `PatchProblem` if one cannot be applied, or not as kubeadm does
 */
export function patched(object: Data, target: string, patches: readonly GivenPatch[]): Data {
  let current = object;
  for (const { name, text } of [...patches].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const found = patchTarget(name);
    if (found?.target !== target) continue;
    const { type } = found;
    if (type === undefined) throw new PatchProblem(name, 'has a type that kubeadm does not know');
    for (const patch of documents(name, text)) {
      try {
        current = type === 'json' ? jsonPatched(current, patch) : type === 'merge' ? merged(current, patch) : strategic(current, patch);
      } catch (error) {
        throw new PatchProblem(name, `cannot be applied: ${(error as Error).message}`);
      }
    }
  }
  return current;
}

function documents(name: string, text: string): readonly Data[] {
  if (text.length > LARGEST) throw new PatchProblem(name, 'is too large to read');
  const parsed = yaml().parseAllDocuments(text);
  const all = Array.isArray(parsed) ? parsed : [];
  return all.flatMap(document => {
    if (document.errors.length > 0) throw new PatchProblem(name, `is no YAML: ${document.errors[0].message.split('\n')[0]}`);
    try {
      const value = document.toJS() as Data | null;
      return value === null ? [] : [value];
    } catch {
      throw new PatchProblem(name, 'has aliases that cannot be followed');
    }
  });
}

/** RFC 6902. */
export function jsonPatched(object: Data, patch: Data): Data {
  if (!Array.isArray(patch)) throw new Error('a JSON patch is a list');
  let root: Data = copy(object);
  for (const step of patch) {
    if (!isMap(step)) throw new Error('a step is no mapping');
    const { op, path, value = null } = step;
    const at = keysOf(path);
    switch (op) {
      case 'test':
        if (!equal(valueAt(root, at), value)) throw new Error(`the test of ${String(path)} fails`);
        break;
      case 'add': case 'replace':
        if (op === 'replace' && valueAt(root, at) === undefined) throw new Error(`there is no ${String(path)}`);
        root = put(root, at, copy(value), op === 'add');
        break;
      case 'remove': root = removed(root, at); break;
      case 'copy': case 'move': {
        const from = keysOf(step.from);
        const moved = valueAt(root, from);
        if (moved === undefined) throw new Error(`there is no ${String(step.from)}`);
        root = put(op === 'move' ? removed(root, from) : root, at, copy(moved), true);
        break;
      }
      default: throw new Error(`the step ${JSON.stringify(op ?? null)} is not known`);
    }
  }
  return root;
}

function keysOf(path: Data | undefined): readonly string[] {
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) throw new Error(`${JSON.stringify(path ?? null)} is no path`);
  return pointerSteps(path);
}

function valueAt(value: Data | undefined, path: readonly string[]): Data | undefined {
  return path.reduce<Data | undefined>((current, key) => {
    if (Array.isArray(current)) return /^\d+$/.test(key) ? current[Number(key)] : undefined;
    return isMap(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }, value);
}

function put(root: Data, path: readonly string[], value: Data, isInsert: boolean): Data {
  const key = path.at(-1);
  if (key === undefined) return value;
  const parent = valueAt(root, path.slice(0, -1));
  if (Array.isArray(parent)) {
    const index = key === '-' ? parent.length : Number(key);
    if (!(index >= 0 && index <= parent.length)) throw new Error(`there is no index ${key}`);
    parent.splice(index, isInsert ? 0 : 1, value);
  } else if (isMap(parent)) {
    Object.assign(parent, { [key]: value });
  } else {
    throw new Error(`there is no /${path.slice(0, -1).join('/')}`);
  }
  return root;
}

function removed(root: Data, path: readonly string[]): Data {
  if (valueAt(root, path) === undefined) throw new Error(`there is no /${path.join('/')}`);
  const parent = valueAt(root, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1);
  else if (isMap(parent)) delete (parent as { [key: string]: Data })[path.at(-1)!];
  return root;
}

/** RFC 7386: null takes a field out, lists are replaced. */
function merged(object: Data | undefined, patch: Data): Data {
  if (!isMap(patch)) return patch;
  const result: { [key: string]: Data } = isMap(object) ? { ...object } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/**
 * What tells the items of a list of a pod apart, where they are merged; every other list is replaced: k8s.io/api@v0.26.15 core/v1/types.go,
 * `patchMergeKey`.
 */
const MERGE_KEYS: { readonly [field: string]: string } = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  env: 'name',
  ports: 'containerPort',
  hostAliases: 'ip',
  imagePullSecrets: 'name',
  topologySpreadConstraints: 'topologyKey',
};

/** A strategic merge, without the directives that are hardly ever written by hand. */
export function strategic(object: Data | undefined, patch: Data, field = ''): Data {
  if (Array.isArray(patch)) return mergedList(Array.isArray(object) ? object : [], patch, field);
  if (!isMap(patch)) return patch;
  const { $patch: directive, ...fields } = patch;
  if (directive === 'replace') return fields;
  if (directive !== undefined && directive !== 'merge') throw new Error(`the directive $patch: ${String(directive)} is not followed here`);
  const result: { [key: string]: Data } = isMap(object) ? { ...object } : {};
  for (const [key, value] of Object.entries(fields)) {
    // The order of items decides nothing of what is checked.
    if (key.startsWith('$setElementOrder/')) continue;
    if (key.startsWith('$')) throw new Error(`the directive ${key} is not followed here`);
    if (value === null) delete result[key];
    else result[key] = strategic(result[key], value, key);
  }
  return result;
}

function mergedList(list: readonly Data[], patch: readonly Data[], field: string): Data {
  const key = Object.hasOwn(MERGE_KEYS, field) ? MERGE_KEYS[field] : undefined;
  if (key === undefined) return [...patch];
  let result = patch.some(item => isMap(item) && item.$patch === 'replace' && Object.keys(item).length === 1) ? [] : [...list];
  for (const item of patch) {
    if (!isMap(item)) throw new Error(`an item of ${field} is no mapping`);
    if (item.$patch === 'replace') continue;
    const index = result.findIndex(one => isMap(one) && one[key] === item[key]);
    if (item.$patch === 'delete') result = result.filter((_, at) => at !== index);
    else if (index === -1) result.push(strategic(undefined, item));
    else result[index] = strategic(result[index], item);
  }
  return result;
}

function copy(value: Data): Data {
  return JSON.parse(JSON.stringify(value)) as Data;
}

function equal(a: Data | undefined, b: Data): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (isMap(a) && isMap(b)) return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every(key => key in b && equal(a[key], b[key]));
  return a === b;
}
