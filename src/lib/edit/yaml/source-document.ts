import type { CST, Document, ErrorCode, Node, YAMLMap, YAMLParseError } from 'yaml';
import { yaml } from './load';
import { locate, Location, SourceError } from './source-error';

/** Largest file that is read, in UTF-16 units. A static pod manifest has about 5,000. */
export const MAX_SIZE = 5_000_000;
/** Deepest nesting that is read: the parser recurses, and Kubernetes' own objects stay below 20. */
export const MAX_DEPTH = 100;
/** Most nodes that aliases may stand for: a few lines of aliases can otherwise expand to gigabytes. */
export const MAX_ALIASES = 100;

export interface SourceOptions {
  /** Name of the file, for errors. */
  readonly file: string;
  /** Called for each key that is given twice, which then counts as decoders that are not strict take it: the last one. Default: it is an error. */
  onDuplicateKey?(place: Location, key: string): void;
}

/** A key or index per level. */
export type SourcePath = readonly (string | number)[];

/** What JSON can say: the data of a document. */
export type Data = string | number | boolean | null | Data[] | { [key: string]: Data };

/** One YAML document that is a mapping, with the text it was read from. */
export class SourceDocument {
  public readonly file: string;
  /** The document as data, aliases resolved and not shared. */
  public readonly data: { [key: string]: Data };

  /** Use `parseSource`. */
  public constructor(
    file: string,
    /** The whole file, also where it has several documents. */
    public readonly text: string,
    private readonly document: Document.Parsed,
  ) {
    this.file = file;
    if (!yaml().isMap(document.contents)) {
      throw this.error(document.contents?.range?.[0] ?? 0, 'expected a mapping (key: value), got something else');
    }
    try {
      this.data = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MAX_ALIASES }))) as { [key: string]: Data };
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      const message = /excessive/i.test(error.message) ? `aliases stand for more than ${MAX_ALIASES} nodes; write the values out` : lowerFirst(error.message);
      throw this.error(document.contents.range![0], message);
    }
  }

  public get root(): YAMLMap {
    return this.document.contents as unknown as YAMLMap;
  }

  public location(offset: number): Location {
    return locate(this.text, offset);
  }

  public error(offset: number, message: string): SourceError {
    return new SourceError(this.file, this.location(offset), message);
  }

  /**
   * The node at a path, or undefined where it is not there.
   *
   * @throws where the way to it is an alias: what stands elsewhere cannot be edited or pointed at here
   */
  public node(path: SourcePath): Node | undefined {
    const { isAlias, isMap, isSeq } = yaml();
    let node: unknown = this.root;
    for (const step of path) {
      if (isAlias(node)) throw this.error(node.range![0], `alias '*${node.source}' stands in the way to ${path.join('.')}; write the value out`);
      if (isMap(node)) node = node.items.filter((pair) => keyOf(pair.key) === String(step)).at(-1)?.value;
      else if (isSeq(node)) node = node.items[Number(step)];
      else return undefined;
    }
    return (node ?? undefined) as Node | undefined;
  }

  /** The data at a path, or undefined where it is not there. */
  public value(path: SourcePath): Data | undefined {
    return path.reduce<Data | undefined>((value, step) =>
      value !== null && typeof value === 'object' ? (value as { [key: string | number]: Data })[step] : undefined, this.data);
  }

  /** Offset of the node at a path, or of the nearest node above it. */
  public offset(path: SourcePath): number {
    for (let length = path.length; length > 0; length--) {
      const start = this.node(path.slice(0, length))?.range?.[0];
      if (start !== undefined) return start;
    }
    return this.root.range![0];
  }

  /** Whether the node at a path is a text whose lines are lines of the file, which begin on the one below. */
  public isLiteral(path: SourcePath): boolean {
    try {
      const node = this.node(path);
      return yaml().isScalar(node) && node.type === 'BLOCK_LITERAL';
    } catch {
      return false;
    }
  }

  /** Line of the node at a path. */
  public line(path: SourcePath): number {
    return this.location(this.offset(path)).line;
  }
}

/** Text of a mapping key, or undefined for a key that is not a scalar. */
export function keyOf(key: unknown): string | undefined {
  return yaml().isScalar(key) ? String(key.value) : undefined;
}

/**
 * Reads a file that holds exactly one document.
 *
 * @throws `SourceError` with file, line and column
 */
export function parseSource(text: string, options: SourceOptions): SourceDocument {
  const documents = parseSources(text, options);
  if (documents.length > 1) {
    const second = documents[1];
    throw second.error(second.root.range![0], `expected one YAML document, got ${documents.length}; hand in one file per document`);
  }
  return documents[0];
}

/** Reads a file of one or more documents; empty ones (a `---` at the end) are left out. */
export function parseSources(text: string, options: SourceOptions): SourceDocument[] {
  const { file } = options;
  if (text.length > MAX_SIZE) {
    throw new SourceError(file, { line: 1, column: 1 }, `the file has ${text.length} characters, the limit is ${MAX_SIZE}`);
  }
  const { Composer, Parser } = yaml();
  const tokens = [...new Parser().parse(text)];
  refuseDepth(tokens, text, file);

  // `merge`: Kubernetes reads `<<` keys. `prettyErrors: false`: the message is ours, with the file in it.
  const composer = new Composer({ keepSourceTokens: true, merge: true, prettyErrors: false, logLevel: 'error' });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens)) {
    const duplicateOf = (error: YAMLParseError) => error.code === 'DUPLICATE_KEY' ? /^[^:\s]+/.exec(text.slice(error.pos[0]).trimStart())?.[0] ?? '' : undefined;
    const error = document.errors.find(one => !options.onDuplicateKey || duplicateOf(one) === undefined);
    for (const one of error ? [] : document.errors) options.onDuplicateKey!(locate(text, one.pos[0]), duplicateOf(one)!);
    if (error) {
      const duplicate = duplicateOf(error);
      const message = duplicate ? `key ${duplicate} is given twice` : `not valid YAML: ${lowerFirst(error.message)}`;
      throw new SourceError(file, locate(text, error.pos[0]), `${message}; ${REMEDIES[error.code] ?? 'correct the text at this place'}`);
    }
    if (document.contents !== null && !isNothing(document.contents)) documents.push(document);
  }
  if (documents.length === 0) throw new SourceError(file, { line: 1, column: 1 }, 'the file is empty; expected a YAML document');
  return documents.map((document) => new SourceDocument(file, text, document));
}

/** What to do, where the code of the parser says enough. */
const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_INDENT: 'indent what belongs together by the same number of spaces',
  DUPLICATE_KEY: 'keep one of the two',
  KEY_OVER_1024_CHARS: 'a key has at most 1024 characters',
  TAB_AS_INDENT: 'indent with spaces',
};

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

/** What stands between two `---` with nothing between them. */
function isNothing(contents: Node): boolean {
  return yaml().isScalar(contents) && contents.value === null && contents.range![0] === contents.range![1];
}

/** Looks for deep nesting before anything recurses into it. */
function refuseDepth(tokens: readonly CST.Token[], text: string, file: string): void {
  const open: { token: CST.Token | null | undefined; depth: number }[] = [];
  for (const token of tokens) if (token.type === 'document') open.push({ token: token.value, depth: 1 });
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (!token || !('items' in token)) continue;
    if (depth > MAX_DEPTH) throw new SourceError(file, locate(text, token.offset), `nested deeper than the limit of ${MAX_DEPTH} levels`);
    for (const item of token.items) {
      open.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 });
    }
  }
}
