import { DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { OF_EACH_POD, VARIABLES_OF_SERVICES } from '../../facts/inputs/workloads';
import { expandReferences } from '../../kubernetes/expansion';
import { isPlaceholder, NOT_FILLED_IN } from '../../text/placeholder';
import { ComponentView } from '../../view/model';

/** Values by their key. */
type Texts = ReadonlyMap<string, { readonly text: string }>;

/** Where the values of environment variables can come from. */
export interface EnvironmentSources {
  /** The value of a field of the pod, as the manifest decides it. */
  readonly field: (path: string) => string | undefined;
  /** What an object of that name in the namespace of the pod holds, if the input has it. */
  readonly stored: (kind: 'ConfigMap' | 'Secret', name: string) => Texts | undefined;
}

/**
 * @param pod stands for the pod where a field is another one in each; none: such a field is not known
 * @param held what the input holds, by `namespace/name`; none: a static pod can refer to no object of the API
 */
export function environmentSources(
  namespace: string, pod?: string, held?: { readonly configMaps: ReadonlyMap<string, Texts>; readonly secrets: ReadonlyMap<string, Texts> },
): EnvironmentSources {
  return {
    field: path => path === 'metadata.namespace' ? namespace : pod !== undefined && OF_EACH_POD.includes(path) ? `${path} of ${pod}` : undefined,
    stored: (kind, name) => (kind === 'ConfigMap' ? held?.configMaps : held?.secrets)?.get(`${namespace}/${name}`),
  };
}

/** The environment of a container, as far as the input says it. */
export interface Environment {
  /** Literal values; a field reference as `fieldRef:status.hostIP`. */
  readonly literal: Readonly<Record<string, string>>;
  /** Values of field references, where they are known. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why the value of a variable is not known. */
  readonly unknown: Readonly<Record<string, string>>;
  /** Why any other variable may have a value. */
  readonly open?: string;
  /** Why the kubelet does not start the container: a key that it asks for is not there. */
  readonly missing?: string;
  /** How many characters may still be put in. */
  readonly room: { left: number };
}

/**
 * Most characters that references of one container may stand for in all: a few variables that each name the one before twice can otherwise stand for
 * gigabytes. Linux starts no program with a word of more than 131072 (MAX_ARG_STRLEN).
 */
const MOST_CHARACTERS = 2_000_000;

/** `envFrom`, then `env`, which may refer to what is before it: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_pods.go makeEnvironmentVariables. */
export function readEnvironment(container: DataMap, sources: EnvironmentSources): Environment {
  const literal: Record<string, string> = {};
  const unknown: Record<string, string> = {};
  const fields: Record<string, string> = {};
  let open: string | undefined;
  let missing: string | undefined;
  const room = { left: MOST_CHARACTERS };
  const hide = (name: string, why: string) => {
    unknown[name] = why;
    delete literal[name];
  };
  const set = (name: string, value: string) => {
    delete unknown[name];
    delete fields[name];
    if (isPlaceholder(value)) hide(name, NOT_FILLED_IN);
    else literal[name] = value;
  };
  const sourceOf = (kind: 'ConfigMap' | 'Secret', { name }: DataMap) =>
    ({ values: sources.stored(kind, shownOf(name)), what: `${kind} ${shownOf(name)}` });
  for (const { prefix, configMapRef, secretRef } of listOf(container.envFrom).filter(isMap)) {
    const source = isMap(configMapRef) ? sourceOf('ConfigMap', configMapRef) : sourceOf('Secret', mapOf(secretRef));
    for (const [key, { text }] of source.values ?? []) set((stringOf(prefix) ?? '') + key, text);
    if (source.values) continue;
    open = `${source.what}, which is not in the input, may define it`;
    // It counts over what comes before it.
    for (const name of Object.keys(literal)) hide(name, open);
  }
  for (const { name: given, value, valueFrom } of listOf(container.env).filter(isMap)) {
    const name = shownOf(given);
    if (!isMap(valueFrom)) {
      const expanded = expand(String(value ?? ''), { literal, fields, unknown, open, room });
      if (expanded.why === undefined) set(name, expanded.text);
      else hide(name, expanded.why);
      continue;
    }
    const { fieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
    const reference = isMap(configMapKeyRef) ? configMapKeyRef : isMap(secretKeyRef) ? secretKeyRef : undefined;
    if (reference) {
      const { values, what } = sourceOf(reference === configMapKeyRef ? 'ConfigMap' : 'Secret', reference);
      const text = values?.get(shownOf(reference.key))?.text;
      // Without the key the variable is not set, or the container does not start: kubelet_pods.go, runtimeVal.
      if (text !== undefined) set(name, text);
      else if (values !== undefined && reference.optional === true) continue;
      else if (values !== undefined) missing = `${what} has no key ${shownOf(reference.key)}, which its environment needs`;
      else hide(name, `it comes from key ${shownOf(reference.key)} of ${what}, which is not in the input`);
    } else if (isMap(fieldRef)) {
      // Rules ask for it by this value.
      const path = String(fieldRef.fieldPath);
      set(name, `fieldRef:${path}`);
      const known = sources.field(path);
      if (known === undefined) unknown[name] = `it is the field ${path} of the pod`;
      else fields[name] = known;
    } else {
      hide(name, 'it comes from a source that is not read');
    }
  }
  return { literal, fields, unknown, open, missing, room };
}

/** `$(NAME)` as the kubelet expands it in command and args; `$$(NAME)` is not expanded, and neither is a name that nothing defines. */
export function expand(text: string, { literal, fields, unknown, open, room }: Environment): { readonly text: string; readonly why?: string } {
  let why = isPlaceholder(text) ? NOT_FILLED_IN : undefined;
  const expanded = expandReferences(text, name => {
    const value = Object.hasOwn(unknown, name) ? undefined : Object.hasOwn(fields, name) ? fields[name]
      : Object.hasOwn(literal, name) ? literal[name] : undefined;
    if (value !== undefined && value.length <= room.left) {
      room.left -= value.length;
      return value;
    }
    if (value !== undefined) why = `its variables stand for more than ${MOST_CHARACTERS} characters`;
    else if (Object.hasOwn(unknown, name)) why = unknown[name];
    else if (open !== undefined) why = open;
    else if (VARIABLES_OF_SERVICES.test(name)) why = `the kubelet may define ${name} for a Service`;
    return undefined;
  });
  return { text: expanded, why };
}

/** Flags that make two locks of one. */
const LOCK_FLAGS = ['leader-elect-resource-name', 'leader-elect-resource-namespace'];

interface Read {
  readonly view: ComponentView;
}

/** Reads a pod. Where its lock is called after itself or its node, it is read as one pod and as another: their locks have nothing in common. */
export function readEach<R extends Read>(spec: unknown, read: (pod?: string) => readonly R[]): readonly R[] {
  if (!asksForEach(spec)) return read();
  const [one, another] = ['one pod', 'another pod'].map(pod => read(pod));
  return JSON.stringify(one.map(locksOf)) === JSON.stringify(another.map(locksOf)) ? read() : [...one, ...another];
}

function locksOf({ view }: Read): readonly (string | undefined)[] {
  return view.flags.filter(({ name }) => LOCK_FLAGS.includes(name)).map(({ value }) => value);
}

/** Whether a pod asks for a field of which each pod has another value. */
function asksForEach(spec: unknown): boolean {
  const text = JSON.stringify(spec ?? null);
  return OF_EACH_POD.some(path => text.includes(`"fieldPath":"${path}"`));
}
