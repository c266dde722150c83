import { parseImage } from '../edit/static-pod/image';
import { Data, SourceDocument, SourcePath } from '../edit/yaml/source-document';
import { Component, CCM } from '../kubernetes/component';
import { Place } from '../rules/model';

/** A word of a command line, with its place. */
export interface PlacedWord {
  readonly text: string;
  readonly place: Place;
}

/** A container of a pod that runs a component. */
export interface FoundContainer {
  readonly component: Component;
  readonly path: SourcePath;
  readonly place: Place;
  /** What follows the name of the program; nothing where a shell starts it. */
  readonly words: readonly PlacedWord[];
  readonly image?: ReturnType<typeof parseImage> & { readonly place: Place };
  readonly env: Readonly<Record<string, string>>;
  /** Why its command line cannot be read. */
  readonly hidden?: string;
}

type DataMap = { readonly [key: string]: Data };

/** The containers of a pod spec that run a control-plane component, by their program, else by their image, else by their name. */
export function findContainers(document: SourceDocument, spec: SourcePath, file: string): readonly FoundContainer[] {
  const path = [...spec, 'containers'];
  return listOf(document.value(path)).flatMap((container, index) => {
    const found = isMap(container) ? read(document, [...path, index], container, file) : undefined;
    return found ? [found] : [];
  });
}

function read(document: SourceDocument, path: SourcePath, container: DataMap, file: string): FoundContainer | undefined {
  const words = (['command', 'args'] as const).flatMap(list =>
    listOf(container[list]).map((text, index) => ({ text: String(text), at: [...path, list, index] })));
  const image = typeof container.image === 'string' ? container.image : undefined;
  const program = programIndex(words.map(({ text }) => text));
  const shell = words.slice(0, program === -1 ? 1 : program + 1).find(({ text }) => /^(.*\/)?(ba|da|a)?sh$/.test(text));
  const component = (program === -1 ? undefined : componentOf(words[program].text))
    ?? (image === undefined ? undefined : componentOfImage(image)) ?? componentOf(String(container.name ?? ''));
  if (!component) return undefined;
  const env = environment(container.env);
  return {
    component,
    path,
    place: placeAt(file, document, path),
    words: shell ? [] : words.slice(program + 1).map(({ text, at }) => ({ text: expand(text, env), place: placeAt(file, document, at) })),
    image: image === undefined ? undefined : { ...parseImage(image), place: placeAt(file, document, [...path, 'image']) },
    env,
    hidden: shell && `'${shell.text}' starts ${component}; its command line is not understood`,
  };
}

/** The place of a node, looked up when somebody asks: most are never reported. Where an alias stands in the way, that of what holds it. */
export function placeAt(file: string, document: SourceDocument, path: SourcePath): Place {
  let known: number | undefined;
  return { file, get line() { return known ??= lineAt(document, path); } };
}

function lineAt(document: SourceDocument, path: SourcePath): number {
  try {
    return document.line(path);
  } catch {
    return path.length === 0 ? 1 : lineAt(document, path.slice(0, -1));
  }
}

/** The word that names the program. The value of a flag before it is not it, unless it is a path: `/go-runner --also-stdout /usr/local/bin/...`. */
function programIndex(words: readonly string[]): number {
  return words.findIndex((word, index) => componentOf(word) !== undefined && !word.startsWith('-')
    && (index === 0 || word.includes('/') || !/^--[^=]*$/.test(words[index - 1])));
}

const PROGRAMS: readonly Component[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', CCM];

/**
 * Images of a cloud-controller-manager that are not called one, by the end of their repository: github.com/kubernetes/cloud-provider-vsphere
 * charts/vsphere-cpi/values.yaml, before v1.28 and from it on. Its Helm chart calls the container `vsphere-cpi`, and names no program.
 */
const CCM_IMAGE = /(^|\/)(cloud-provider-vsphere|cpi\/release\/manager)$/;

/** The component that an image runs. */
function componentOfImage(reference: string): Component | undefined {
  const { repository } = parseImage(reference);
  return CCM_IMAGE.test(repository) ? CCM : componentOf(baseName(repository));
}

/** The component that a program, an image or a container is called after: also `aws-cloud-controller-manager`, `kube-apiserver-amd64`. */
function componentOf(word: string): Component | undefined {
  const name = baseName(word).replace(/-(amd64|arm64|arm|ppc64le|s390x)$/, '');
  if (/^([a-z0-9-]+-)?cloud-controller-manager$/.test(name)) return CCM;
  return PROGRAMS.find(program => program === name);
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `$(NAME)` as the kubelet expands it in command and args, where the value is literal. */
function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\(([A-Za-z_][A-Za-z0-9_]*)\)/g, (whole, name: string) => env[name] ?? whole);
}

function environment(list: Data | undefined): Record<string, string> {
  return Object.fromEntries(listOf(list).filter(isMap).map(({ name, value, valueFrom }) => {
    const field = isMap(valueFrom) && isMap(valueFrom.fieldRef) ? `fieldRef:${String(valueFrom.fieldRef.fieldPath)}` : undefined;
    return [String(name), field ?? String(value ?? '')];
  }));
}

export function isMap(value: Data | undefined): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: Data | undefined): readonly Data[] {
  return Array.isArray(value) ? value : [];
}

export function mapOf(value: Data | undefined): { readonly [key: string]: Data } {
  return isMap(value) ? value : {};
}

export function stringOf(value: Data | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
