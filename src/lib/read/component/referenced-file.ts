import { mountFor, MountedVolume, trimPath } from './pod-facts';
import { SourcePath } from '../../edit/yaml/data';
import { textProblem } from '../../edit/yaml/kubernetes-text';
import { SourceDocument } from '../../edit/yaml/source-document';
import { isPlaceholder, NOT_FILLED_IN } from '../../text/placeholder';
import { Place, PlacedFlag, ReferencedFile } from '../../view/model';
import { contentOnNode, nameOnNode, NodeFolderPath } from '../input/layout';

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
  if (mount && isPlaceholder(JSON.stringify(mount))) {
    return { ...base, mounted: true, from: 'a volume that is not filled in', state: 'elsewhere', placeOf: () => flag.place };
  }
  if (!mount) return { ...base, mounted: false, state: 'elsewhere', placeOf: () => flag.place };
  const rest = trimPath(path).slice(mount.mountPath.length);
  if (mount.hostPath !== undefined) return { ...base, mounted: true, ...fromNodes(trimPath(mount.hostPath) + rest, sources.nodes, flag.place) };
  if (mount.configMap) return { ...base, mounted: true, ...fromConfigMap(mount, rest, sources, flag.place) };
  return { ...base, mounted: true, from: mount.other ?? 'a volume', isHidden: true, state: 'elsewhere', placeOf: () => flag.place };
}

/** A kubelet reads the files of its node. */
export function nodeFile(flag: PlacedFlag | undefined, node: NodeFolderPath): ReferencedFile | undefined {
  if (!flag?.value) return undefined;
  return { path: flag.value, flag: flag.place, mounted: true, ...fromNodes(flag.value, [node], flag.place) };
}

/** A file that a component parses as YAML: where parsers do not read it alike, what it says is not known. */
export function asYaml(file: ReferencedFile | undefined): ReferencedFile | undefined {
  const problem = file?.state === 'present' ? textProblem(file.text!, file.path) : undefined;
  return file && problem ? { ...file, state: 'unreadable', text: undefined, problem: `line ${problem.line}: ${problem.problem}` } : file;
}

/** A file that decides, and of which a part is not filled in, whatever its comments say. */
export function asFilledIn(file: ReferencedFile | undefined): ReferencedFile | undefined {
  const line = (file?.text ?? '').split('\n').findIndex(text => isPlaceholder(text.replace(/(?:^|\s)#[^]*/, '')));
  return file && line !== -1 ? { ...file, state: 'unreadable', text: undefined, problem: `line ${line + 1}: ${NOT_FILLED_IN}` } : file;
}

type Found = Pick<ReferencedFile, 'from' | 'state' | 'text' | 'problem' | 'placeOf'>;

function fromNodes(path: string, nodes: readonly NodeFolderPath[], flag: Place): Found {
  const from = `hostPath ${path}`;
  if (nodes.length === 0) return { from, state: 'elsewhere', placeOf: () => flag };
  const texts = new Set(nodes.map(node => JSON.stringify(contentOnNode(node, path))));
  const missing = nodes.find(node => !contentOnNode(node, path));
  if (missing) return { from: `${from} of node ${missing.name}`, state: 'absent', placeOf: () => flag };
  const [first] = nodes;
  const file = nameOnNode(first, path);
  const content = contentOnNode(first, path)!;
  const placeOf = (line: number) => ({ file, line });
  if (texts.size > 1) {
    return { from, state: 'unreadable', problem: `it differs between the nodes ${nodes.map(({ name }) => name).join(', ')}`, placeOf };
  }
  return 'text' in content ? { from, state: 'present', text: content.text, placeOf }
    : { from, state: 'unreadable', problem: content.unreadable, placeOf };
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
      const start = document.line(path);
      return { file, line: document.isLiteral(path) ? start + line : start };
    },
  };
}
