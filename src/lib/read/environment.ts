import { isMap, listOf, mapOf, stringOf } from './data';
import { Data } from '../edit/yaml/source-document';
import { expandReferences } from '../kubernetes/expansion';

/** Where the values of environment variables can come from. */
export interface EnvironmentSources {
  /** Values of the ConfigMap `namespace/name` of the input. */
  configMap(name: string): ReadonlyMap<string, { readonly text: string }> | undefined;
}

/** The environment of a container, as far as the input says it. */
export interface Environment {
  /** Literal values; a field reference as `fieldRef:status.hostIP`. */
  readonly literal: Readonly<Record<string, string>>;
  /** Why the value of a variable is not known. */
  readonly unknown: Readonly<Record<string, string>>;
  /** Why any other variable may have a value. */
  readonly open?: string;
}

type DataMap = { readonly [key: string]: Data };

/** `envFrom` first, then `env`, which may refer to what stands before it: k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_pods.go makeEnvironmentVariables. */
export function readEnvironment(container: DataMap, sources: EnvironmentSources): Environment {
  const literal: Record<string, string> = {};
  const unknown: Record<string, string> = {};
  let open: string | undefined;
  const set = (name: string, value: string) => {
    literal[name] = value;
    delete unknown[name];
  };
  const hide = (name: string, why: string) => {
    unknown[name] = why;
    delete literal[name];
  };
  for (const { prefix, configMapRef, secretRef } of listOf(container.envFrom).filter(isMap)) {
    const name = stringOf(mapOf(configMapRef).name);
    const values = name === undefined ? undefined : sources.configMap(name);
    for (const [key, { text }] of values ?? []) set((stringOf(prefix) ?? '') + key, text);
    if (!values) open = name === undefined ? `Secret ${stringOf(mapOf(secretRef).name) ?? ''} may define it` : `ConfigMap ${name}, which is not in the input, may define it`;
  }
  for (const { name: given, value, valueFrom } of listOf(container.env).filter(isMap)) {
    const name = String(given);
    if (!isMap(valueFrom)) {
      const expanded = expand(String(value ?? ''), { literal, unknown, open });
      if (expanded.why === undefined) set(name, expanded.text);
      else hide(name, expanded.why);
      continue;
    }
    const { fieldRef, configMapKeyRef, secretKeyRef } = valueFrom;
    if (isMap(configMapKeyRef)) {
      const configMap = String(configMapKeyRef.name);
      const text = sources.configMap(configMap)?.get(String(configMapKeyRef.key))?.text;
      if (text !== undefined) set(name, text);
      else hide(name, `it comes from key ${String(configMapKeyRef.key)} of ConfigMap ${configMap}, which is not in the input`);
    } else if (isMap(fieldRef)) {
      // Rules ask for it by this value; in a flag it is not known.
      set(name, `fieldRef:${String(fieldRef.fieldPath)}`);
      unknown[name] = `it is the field ${String(fieldRef.fieldPath)} of the pod`;
    } else {
      hide(name, isMap(secretKeyRef) ? `it comes from key ${String(secretKeyRef.key)} of Secret ${String(secretKeyRef.name)}` : 'it comes from a source that is not read');
    }
  }
  return { literal, unknown, open };
}

/** Variables that the kubelet adds for each Service. */
const OF_SERVICES = /_SERVICE_(HOST|PORT)(_|$)|_PORT(_\d|$)/;
/** What the renderers of templates replace. */
const TEMPLATE = /\{\{|\{%|%\{|\$\{/;

/** `$(NAME)` as the kubelet expands it in command and args; `$$(NAME)` is not expanded, and neither is a name that nothing defines. */
export function expand(text: string, { literal, unknown, open }: Environment): { readonly text: string; readonly why?: string } {
  let why = TEMPLATE.test(text) ? 'it is part of a template that is not rendered' : undefined;
  const expanded = expandReferences(text, name => {
    if (unknown[name] !== undefined) why = unknown[name];
    else if (Object.hasOwn(literal, name)) return literal[name];
    else if (open !== undefined) why = open;
    else if (OF_SERVICES.test(name)) why = `the kubelet may define ${name} for a Service`;
    return undefined;
  });
  return { text: expanded, why };
}
