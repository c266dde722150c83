import { FileContent, textOf } from './input';
import { fileName, NodeFolderPath, onNode } from './layout';
import { mountFor, MountedVolume, trimPath } from './pod-facts';
import { yaml } from '../edit/yaml/load';
import { SourceDocument, SourcePath } from '../edit/yaml/source-document';
import { Place, PlacedFlag, ReferencedFile } from '../rules/model';

/** Text with the places of its lines. */
export interface PlacedText {
  readonly text: string;
  placeOf(line: number): Place;
}

/** Where files that a component mounts can come from. */
export interface FileSources {
  /** Nodes on which the component may run; empty: the input has none. */
  readonly nodes: readonly NodeFolderPath[];
  /** The ConfigMaps of the input by `namespace/name`; a value by its key. */
  readonly configMaps: ReadonlyMap<string, ReadonlyMap<string, PlacedText>>;
  readonly namespace: string;
}

/** The file behind a flag such as `--cloud-config`, as far as the input holds it. */
export function referencedFile(flag: PlacedFlag | undefined, mounts: readonly MountedVolume[], sources: FileSources): ReferencedFile | undefined {
  if (!flag?.value) return undefined;
  const path = flag.value;
  const base = { path, flag: flag.place };
  const mount = mountFor(mounts, path);
  if (!mount) return { ...base, mounted: false, state: 'elsewhere', placeOf: () => flag.place };
  const rest = trimPath(path).slice(mount.mountPath.length);
  if (mount.hostPath !== undefined) return { ...base, mounted: true, ...fromNodes(trimPath(mount.hostPath) + rest, sources.nodes, flag.place) };
  if (mount.configMap) return { ...base, mounted: true, ...fromConfigMap(mount, rest, sources, flag.place) };
  return { ...base, mounted: true, from: 'a volume', state: 'elsewhere', placeOf: () => flag.place };
}

/** A kubelet reads the files of its node. */
export function nodeFile(flag: PlacedFlag | undefined, node: NodeFolderPath): ReferencedFile | undefined {
  if (!flag?.value) return undefined;
  return { path: flag.value, flag: flag.place, mounted: true, ...fromNodes(flag.value, [node], flag.place) };
}

type Found = Pick<ReferencedFile, 'from' | 'state' | 'text' | 'placeOf'>;

function fromNodes(path: string, nodes: readonly NodeFolderPath[], flag: Place): Found {
  const from = `hostPath ${path}`;
  if (nodes.length === 0) return { from, state: 'elsewhere', placeOf: () => flag };
  const missing = nodes.find(node => !contentOn(node, path));
  if (missing) return { from: `${from} of node ${missing.name}`, state: 'absent', placeOf: () => flag };
  const [first] = nodes;
  const file = fileName(first.directory, onNode(first, path));
  return { from, state: 'present', text: textOf(contentOn(first, path)!, file), placeOf: line => ({ file, line }) };
}

function contentOn(node: NodeFolderPath, path: string): FileContent | undefined {
  return node.directory.files.get(onNode(node, path));
}

function fromConfigMap({ configMap, subPath }: MountedVolume, rest: string, sources: FileSources, flag: Place): Found {
  const { name, items } = configMap!;
  const from = `ConfigMap ${sources.namespace}/${name}`;
  const values = sources.configMaps.get(`${sources.namespace}/${name}`);
  if (!values) return { from, state: 'elsewhere', placeOf: () => flag };
  const inVolume = (subPath ?? '') + (subPath === undefined ? rest.replace(/^\//, '') : rest);
  const value = values.get(items.size > 0 ? items.get(inVolume) ?? '' : inVolume);
  return value ? { from, state: 'present', ...value } : { from: `key '${inVolume}' of ${from}`, state: 'absent', placeOf: () => flag };
}

/** A string of a document as a text of its own. Only a literal block keeps its lines; of others, each line is where the value begins. */
export function placedText(file: string, document: SourceDocument, path: SourcePath, text: string): PlacedText {
  return {
    text,
    placeOf: line => {
      const node = document.node(path);
      const start = document.line(path);
      const isBlock = yaml().isScalar(node) && node.type === 'BLOCK_LITERAL';
      return { file, line: isBlock ? start + line : start };
    },
  };
}
