import { MAX_STRUCTURE, MAX_STRUCTURE_OF_ALL, MAX_UNUSUAL_STRUCTURE, structureOf } from '../../edit/yaml/bounds';
import { Data, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { knownSources, parseSources, partSource, SourceDocument, SourceOptions } from '../../edit/yaml/source-document';
import { attempt, SourceError } from '../../edit/yaml/source-error';
import { isProse, KUBEADM_PATCH, YTT_TEMPLATE } from '../../facts/inputs/texts';
import { shellQuote } from '../../text/shell-quote';
import { Place } from '../../view/model';
import { FEWER_OBJECTS, FileContent, KnownDocuments, STANDARD_INPUT, UnreadableInput, VerifyDirectory } from '../input/input';
import { fileName, Layout } from '../input/layout';
import { MAX_CONTAINERS, MAX_WORDS, processesIn } from '../input/process-bounds';

/** A Kubernetes object of a manifest file; one item of a List is an object of its own. */
export interface ObjectAt {
  readonly file: string;
  readonly document: SourceDocument;
  /** Where the object is in its document; empty: it is the document. */
  readonly base: SourcePath;
  readonly data: { readonly [key: string]: Data };
  readonly kind: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly namespace?: string;
}

/** An object, and the `<dir>` argument that it is from. */
export interface ObjectOfDirectory {
  readonly object: ObjectAt;
  readonly dir: string;
}

/** A key that is given twice: what the API server and the kubelet take without a word, and other decoders refuse. */
export interface DuplicateKey {
  readonly file: string;
  readonly line: number;
  readonly key: string;
}

/** The place of a node, looked up when it is asked for: most are never reported. Where an alias stands in the way, that of what holds it. */
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

/** What was made of a text, for everybody who reads the same input: each of them counts and reports as if it were alone. */
interface ParsedText {
  readonly documents: readonly SourceDocument[];
  readonly duplicates: readonly { readonly line: number; readonly key: string }[];
}

/** Texts of an input that several read one after the other, by the text: why it is none costs as much as what it says. */
export type ParsedBefore = Map<string, ParsedText | SourceError>;

/** @param remedy for a file; default: what to leave out */
function tooMuch(file: string, what: string, remedy = fewerFolders(file)): UnreadableInput {
  return new UnreadableInput(`${file}: ${what}; ${file === STANDARD_INPUT ? FEWER_OBJECTS : remedy}`);
}

/** Path of a file of a node: the folder in which the nodes lie, the node's own, and where the node has the file. */
const OF_NODE = /^(?:(.*)\/)?[^/]+\/etc\//;

function fewerFolders(file: string): string {
  const [isOfNode, nodes] = OF_NODE.exec(file) ?? [];
  if (isOfNode === undefined) return 'give fewer files at a time';
  const folders = nodes === undefined ? '*/' : `${shellQuote(nodes)}/*/`;
  return `leave out folders of nodes that run the same as others: ls -d ${folders} | head -n 500 | xargs ccm-migration verify`;
}

const marks = (structure: number, limit: number) => `${structure} line ends, commas, colons, dashes and brackets, the limit is ${limit}`;

/** What was made of a text for one reader. */
interface PlacedText {
  readonly file: string;
  readonly documents: readonly SourceDocument[];
  readonly duplicates: ParsedText['duplicates'];
}

/** What a part of an input was made of: another reader of the same part takes it as it is. */
export type AskedTexts = ReadonlyMap<string, PlacedText>;

/** Parses each text once, however many directories hold it. */
export class Documents {
  private readonly parsed = new Map<string, PlacedText>();
  private readonly given: DuplicateKey[] = [];
  private readonly counted = new Set<string>();
  private structure = 0;
  private unusual = 0;
  private containers = 0;
  private words = 0;

  /**
   * @param known documents that were parsed before, without a key that is given twice, by their text
   * @param before what others made of the texts of this input; what is made here is added
   */
  public constructor(private readonly known: KnownDocuments = new Map(), private readonly before: ParsedBefore = new Map()) {}

  /** Keys that were given twice. */
  public get duplicateKeys(): readonly DuplicateKey[] {
    return [...this.given];
  }

  /**
   * Counts texts before any of them is parsed, so that too much is refused at once.
   *
   * @throws `UnreadableInput` if they are too much
   */
  public expect(texts: Iterable<{ readonly text: string; readonly file: string }>): void {
    for (const { text, file } of texts) this.count(text, file);
  }

  /**
   * @throws `SourceError` if the text is no YAML
   * @throws `UnreadableInput` if there is too much of it
   */
  public of(text: string, file: string): readonly SourceDocument[] {
    const own = this.parsed.get(text);
    if (own) return own.documents;
    this.count(text, file);
    if (text.includes('#@') && YTT_TEMPLATE.test(text)) throw new SourceError(file, { line: 1, column: 1 }, 'it is a template of ytt');
    const before = this.before.get(text);
    if (before instanceof SourceError && before.file === file) throw before;
    const { documents, duplicates } = before === undefined || before instanceof SourceError ? this.parse(text, file) : before;
    const placed = documents.map(document => document.file === file ? document : document.in(file));
    this.take(text, { file, documents: placed, duplicates });
    return placed;
  }

  private take(text: string, placed: PlacedText): void {
    const { file, documents, duplicates } = placed;
    this.countUnusual(text, documents, file);
    this.countProcesses(documents, file);
    this.given.push(...duplicates.map(duplicate => ({ file, ...duplicate })));
    this.parsed.set(text, placed);
  }

  /** What is made while some work is done, and the texts that it was the first to ask for. */
  public asking<T>(work: () => T): { readonly made: T; readonly asked: AskedTexts } {
    const before = this.parsed.size;
    const made = work();
    return { made, asked: new Map([...this.parsed].slice(before)) };
  }

  /**
   * Takes the texts that another reader has asked for, as if this one had.
   *
   * @throws `UnreadableInput` if there is too much of it
   */
  public takeAsked(asked: AskedTexts): void {
    for (const [text, placed] of asked) {
      if (this.parsed.has(text)) continue;
      this.count(text, placed.file);
      this.take(text, placed);
    }
  }

  /** Once for each text. */
  private count(text: string, file: string): void {
    if (this.counted.has(text)) return;
    this.counted.add(text);
    const structure = structureOf(text);
    this.structure += structure;
    if (structure > MAX_STRUCTURE) throw tooMuch(file, `it has ${marks(structure, MAX_STRUCTURE)}`, 'split it');
    if (this.structure > MAX_STRUCTURE_OF_ALL) throw tooMuch(file, `the manifests up to here have ${marks(this.structure, MAX_STRUCTURE_OF_ALL)}`);
  }

  /** What is not of the usual notation is kept as `yaml` parsed it. */
  private countUnusual(text: string, documents: readonly SourceDocument[], file: string): void {
    if (documents.every(({ isUsual }) => isUsual)) return;
    this.unusual += structureOf(text);
    if (this.unusual <= MAX_UNUSUAL_STRUCTURE) return;
    throw tooMuch(file, 'the manifests up to here that have anchors, tags, values of YAML 1.1 or quotes and brackets of several lines have '
      + marks(this.unusual, MAX_UNUSUAL_STRUCTURE));
  }

  private countProcesses(documents: readonly SourceDocument[], file: string): void {
    const { containers, words } = processesIn(documents);
    this.containers += containers;
    this.words += words;
    if (this.containers <= MAX_CONTAINERS && this.words <= MAX_WORDS) return;
    throw tooMuch(file, `the manifests up to here have ${this.containers} containers and ${this.words} words of command lines, the limits are `
      + `${MAX_CONTAINERS} and ${MAX_WORDS}`);
  }

  private parse(text: string, file: string): ParsedText {
    const duplicates: { line: number; key: string }[] = [];
    const onDuplicateKey: SourceOptions['onDuplicateKey'] = ({ line }, key) => { duplicates.push({ line, key }); };
    const read = () => BLANK.test(text) ? [] : this.known.get(text) ?? parseSources(text, { file, isOnlyRead: true, onDuplicateKey });
    const documents = attempt(read, error => {
      this.before.set(text, error);
      throw error;
    });
    const made = { documents, duplicates };
    this.before.set(text, made);
    return made;
  }

  /** The objects of a text. */
  public objects(text: string, file: string): readonly ObjectAt[] {
    return this.of(text, file).flatMap(document => objectsAt(document, [], file));
  }

  /** The objects of the first document of a text, which is all that a kubelet reads of a static pod file. */
  public firstObjects(text: string, file: string): readonly ObjectAt[] {
    return this.of(text, file).slice(0, 1).flatMap(document => objectsAt(document, [], file));
  }

  /** The objects of a file, whose text is left alone where what it says is known. */
  public objectsIn(content: Exclude<FileContent, { readonly unreadable: string }>, file: string): readonly ObjectAt[] {
    if (content.parts) return content.parts.flatMap(part => objectsAt(partSource(part.data, file, part), [], file));
    if (content.data === undefined) return this.objects(content.text, file);
    return knownSources(content.data, file, () => content.text).flatMap(document => objectsAt(document, [], file));
  }
}

/** @param item what an item of a list like DeploymentList is where it does not say so itself: the API server leaves both out of its items */
function objectsAt(document: SourceDocument, base: SourcePath, file: string, item?: Pick<ObjectAt, 'kind' | 'apiVersion'>): readonly ObjectAt[] {
  const data = document.value(base);
  if (!isMap(data)) return [];
  const { kind = item?.kind, apiVersion = item?.apiVersion } = data;
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return [];
  if (kind.endsWith('List') && Array.isArray(data.items)) {
    const type = kind === 'List' ? undefined : { kind: kind.slice(0, -'List'.length), apiVersion };
    return listOf(data.items).flatMap((_, index) => objectsAt(document, [...base, 'items', index], file, type));
  }
  const { name, namespace } = mapOf(data.metadata);
  return [{ file, document, base, data, kind, apiVersion, name: stringOf(name) ?? '', namespace: stringOf(namespace) }];
}

/** Nothing but comments, which end where a line ends for any parser, white space and document marks: what cdk8s writes for an empty Chart. */
const BLANK = /^\uFEFF?(?:[\s\u0085]|#[^\n\r\u0085\u2028\u2029]*(?=[\n\r\u0085\u2028\u2029]|$)|---(?=\s|$)|\.\.\.(?=\s|$))*$/;

/** A LeaderMigrationConfiguration that is a file of its own. */
export function isLooseConfiguration(text: string): boolean {
  // Blanks and tabs only: `\s*` would go over each run of empty lines once for every line in it.
  return /^[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?LeaderMigrationConfiguration\b/m.test(text)
    && !/^["']?kind["']?[ \t]*:[ \t]*["']?(ConfigMap|KubeadmControlPlane(?:Template)?|ClusterClass)\b/m.test(text);
}

/** A file among cluster manifests. */
export interface ManifestFile {
  readonly file: string;
  /** Path below its directory. */
  readonly path: string;
  readonly content: FileContent;
}

/** A text that is no object: a script, a unit, a configuration of some installer. */
export interface OtherText {
  readonly file: string;
  readonly text: string;
}

/** The manifests among the files of a directory that belong to no node, whatever they are called, and loose configurations. */
export function manifestFiles(directory: VerifyDirectory, layout: Layout): readonly ManifestFile[] {
  return layout.clusterFiles.flatMap(path => {
    const content = directory.files.get(path)!;
    return isManifest(path, content) ? [{ file: fileName(directory, path), path, content }] : [];
  });
}

function isManifest(path: string, content: FileContent): boolean {
  const isNamed = /\.(ya?ml|json)$/i.test(path) || path === STANDARD_INPUT;
  if ('unreadable' in content) return isNamed;
  if (content.data !== undefined || content.parts !== undefined) return true;
  const { text } = content;
  if (isNamed) return !isOther(path, text);
  return isLooseConfiguration(text) || (!isProse(path) && holdsObject(text));
}

/** A text that begins with an object, in YAML or JSON. */
function holdsObject(text: string): boolean {
  return /^["']?kind["']?[ \t]*:/m.test(text) && /^["']?apiVersion["']?[ \t]*:/m.test(text)
    || (/^\s*\{/.test(text) && /"kind"\s*:/.test(text) && /"apiVersion"\s*:/.test(text));
}

/** Files that are YAML or JSON and no manifests: patches, our own indexes, lists. */
function isOther(path: string, text: string): boolean {
  if (/\.json$/i.test(path)) return !/"kind"\s*:/.test(text);
  return KUBEADM_PATCH.test(path)
    || /^\uFEFF?(?:[\s\u0085]|#[^\n\r\u0085\u2028\u2029]*(?=[\n\r\u0085\u2028\u2029]|$)|---[^\n\r\u0085\u2028\u2029]*\n)*(-\s|\[)/.test(text);
}
