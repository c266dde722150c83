import type { Document, ErrorCode, Node, Pair, YAMLError, YAMLMap } from 'yaml';
import { refuseLargeText, tokensOf } from './bounds';
import { Data, SourcePath } from './data';
import { nodeProblems } from './kubernetes-nodes';
import { isJson, otherLineBreak, readWithBreaks, refuseOtherText, refuseMarks } from './kubernetes-text';
import { yaml } from './load';
import { plainData } from './plain-data';
import { attempt, Lines, Location, SourceError } from './source-error';
import { UsualDocument, usualDocuments, usualJson, UsualPlace } from './usual-text';

export interface SourceOptions {
  /** Name of the file, for errors. */
  readonly file: string;
  /** Whether it is only read: the tokens that edits need are not kept. */
  readonly isOnlyRead?: boolean;
  /** Called for each key that is given twice, which then counts as decoders that are not strict take it: the last one. Default: it is an error. */
  onDuplicateKey?(place: Location, key: string): void;
}

/** A document as it was parsed, in its text. */
interface ParsedText {
  readonly text: string;
  readonly lines: Lines;
  readonly root: YAMLMap;
  /** Where its parts stand, if it is of the usual notation. */
  readonly usual?: { readonly start: number; readonly place: UsualPlace };
}

/** One YAML document that is a mapping, with the text it was read from. */
export class SourceDocument {
  private parsedOnce?: ParsedText;
  private readonly pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

  /** Use `parseSource`, or `knownSources` for what is data already. */
  public constructor(
    public readonly file: string,
    /** The document as data, aliases resolved and not shared. */
    public readonly data: { readonly [key: string]: Data },
    /** Called once, and only when a caller asks for a place. */
    private readonly parse: () => ParsedText,
    /** Whether it was read from a text, and not known before that. */
    public readonly isRead: boolean,
    /** Whether no alias stands in it, and no scalar that parsers of YAML 1.1 and 1.2 take for different things. */
    public readonly isUsual: boolean = false,
  ) {}

  /** The whole file, also where it has several documents. */
  public get text(): string {
    return this.parsed.text;
  }

  public get root(): YAMLMap {
    return this.parsed.root;
  }

  /** The same text, as that of another file. */
  public in(file: string): SourceDocument {
    return new SourceDocument(file, this.data, () => this.parsed, this.isRead, this.isUsual);
  }

  /** What becomes of its data before it counts, each place that of the text. */
  public changed(data: { readonly [key: string]: Data }): SourceDocument {
    return new SourceDocument(this.file, data, () => this.parsed, this.isRead, this.isUsual);
  }

  /** Of use to this file alone. */
  public get parsed(): ParsedText {
    return this.parsedOnce ??= this.parse();
  }

  public location(offset: number): Location {
    return this.parsed.lines.locate(offset);
  }

  public error(offset: number, message: string): SourceError {
    return new SourceError(this.file, this.location(offset), message);
  }

  /** An error of the node at a path, or of the nearest node above it. */
  public errorAt(path: SourcePath, message: string): SourceError {
    return this.error(this.offset(path), message);
  }

  /** The same, where the message begins with the path. */
  public errorIn(path: SourcePath, message: string): SourceError {
    return this.errorAt(path, `${path.join('.')} ${message}`);
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
      if (isAlias(node)) throw this.error(node.range![0], `alias '*${node.source}' is on the path to ${path.join('.')}; write the value out`);
      if (isMap(node)) node = this.pairsOf(node).get(String(step))?.value;
      else if (isSeq(node)) node = node.items[Number(step)];
      else return undefined;
    }
    return (node ?? undefined) as Node | undefined;
  }

  /** The pairs of a mapping by their keys, made once: a ConfigMap may have tens of thousands. Of a key that is given twice, the last. */
  private pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    let pairs = this.pairs.get(map);
    if (!pairs) {
      pairs = new Map(map.items.flatMap((pair): [string, Pair][] => {
        const key = keyOf(pair.key);
        return key === undefined ? [] : [[key, pair]];
      }));
      this.pairs.set(map, pairs);
    }
    return pairs;
  }

  /** The data at a path, or undefined where it is not there. */
  public value(path: SourcePath): Data | undefined {
    return path.reduce<Data | undefined>((value, step) =>
      value !== null && typeof value === 'object' ? (value as { [key: string | number]: Data })[step] : undefined, this.data);
  }

  /** Whether something stands at a path, an empty value too. @throws as `node` */
  public has(path: SourcePath): boolean {
    if (!this.parsed.usual || path.length === 0) return this.node(path) !== undefined;
    return this.placeOf(path.slice(0, -1))?.parts?.has(String(path[path.length - 1])) === true;
  }

  /** How many entries the list or the mapping at a path has; undefined where there is none. @throws as `node` */
  public size(path: SourcePath): number | undefined {
    if (this.parsed.usual) return this.placeOf(path)?.parts?.size;
    const node = this.node(path);
    const { isCollection } = yaml();
    return isCollection(node) ? node.items.length : undefined;
  }

  /** Where a part of a text in the usual notation stands. */
  public placeOf(path: SourcePath): UsualPlace | undefined {
    return path.reduce<UsualPlace | undefined>((place, step) => place?.parts?.get(String(step)), this.parsed.usual?.place);
  }

  /** Offset of the node at a path, or of the nearest node above it. */
  public offset(path: SourcePath): number {
    const known = path.length === 0 ? this.parsed.usual?.start : this.placeOf(path)?.at;
    if (known !== undefined) return known;
    for (let length = path.length; length > 0; length--) {
      const start = this.node(path.slice(0, length))?.range?.[0];
      if (start !== undefined) return start;
    }
    return this.root.range![0];
  }

  /** Whether the node at a path is a text whose lines are lines of the file, which begin on the one below. */
  public isLiteral(path: SourcePath): boolean {
    const place = this.placeOf(path);
    if (place) return place.isLiteral === true;
    const node = attempt(() => this.node(path), () => undefined);
    return yaml().isScalar(node) && node.type === 'BLOCK_LITERAL';
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

/** `!!binary` is the text that it encodes: gopkg.in/yaml.v2@v2.4.0 decode.go, yaml_BINARY_TAG. */
const BINARY = {
  tag: 'tag:yaml.org,2002:binary',
  resolve: (text: string, onError: (message: string) => void) => {
    if (!/^[A-Za-z0-9+/]*=*$/.test(text.replace(/\s/g, ''))) onError('!!binary must stand before text in base64');
    return Buffer.from(text, 'base64').toString('utf8');
  },
};

/**
 * Reads a file of one or more documents; empty ones (a `---` at the end) are left out. What Kubernetes' parser reads otherwise than ours is an error:
 * the meaning of such a text is uncertain.
 *
 * @throws `SourceError` with file, line and column
 */
export function parseSources(text: string, options: SourceOptions): SourceDocument[] {
  refuseLargeText(text, options.file);
  const documents = usualDocuments(text);
  return documents ? usualSources(text, options, documents) : sourcesByYaml(text, options);
}

/** The same of any text, by `yaml` alone but for JSON: what the usual notation is held against. */
export function sourcesByYaml(text: string, options: SourceOptions, json: typeof usualJson = usualJson): SourceDocument[] {
  const { file } = options;
  const lines = new Lines(text);
  // In JSON a carriage return is a blank like others, and nothing that follows has a meaning.
  if (isJson(text)) {
    const read = () => composed(text.replace(/\r(?!\n)/g, ' '), text, lines, { ...options, isJson: true });
    const data = json(text);
    return data ? [new SourceDocument(file, data, () => read()[0].parsed, true, true)] : read();
  }
  const other = otherLineBreak(text, file);
  if (other) {
    if (options.isOnlyRead !== true) throw other;
    const read = readWithBreaks(text, one => attempt(() => {
      refuseOtherText(one, file, lines);
      return composed(one, text, lines, options);
    }, () => undefined));
    if (!read) throw other;
    return [...read];
  }
  refuseOtherText(text, file, lines);
  return composed(text, text, lines, options);
}

/** Documents of which the data is there already. The text is parsed for edits, and looked through for its places, when a caller asks for them. */
function usualSources(text: string, options: SourceOptions, documents: readonly UsualDocument[]): SourceDocument[] {
  let [lines, roots, places]: [Lines?, (readonly SourceDocument[])?, (readonly UsualDocument[])?] = [];
  return documents.map(({ data, start }, index) => {
    const parsed: ParsedText = {
      text,
      get lines() { return lines ??= new Lines(text); },
      get root() { return (roots ??= composed(text, text, this.lines, options))[index].root; },
      usual: { start, get place() { return (places ??= usualDocuments(text, true)!)[index].place!; } },
    };
    return new SourceDocument(options.file, data, () => parsed, true, true);
  });
}

/**
 * @param text as it is parsed
 * @param given as it stands in the file: of the same length
 */
function composed(text: string, given: string, lines: Lines, options: SourceOptions & { readonly isJson?: boolean }): SourceDocument[] {
  const { file } = options;
  const { Composer } = yaml();
  const tokens = tokensOf(text, file);

  // `merge`: Kubernetes reads `<<` keys. `prettyErrors: false`: the message is ours, with the file in it. `uniqueKeys: false`: the parser compares
  // each key with every other one, so that the time for a ConfigMap grows with the square of its keys; ours does not.
  const composer = new Composer({
    keepSourceTokens: options.isOnlyRead !== true,
    merge: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
    customTags: [BINARY],
  });
  const invalid = (at: number, code: ErrorCode, message: string) => new SourceError(file, lines.locate(at),
    `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}; ${REMEDIES[code] ?? 'correct the text at this place'}`);
  // The first error ends it: the parser would make one of each token of a text that is none. It catches what is thrown, and makes an error of that.
  let first: SourceError | undefined;
  Object.assign(composer, {
    onError: (at: number | readonly number[] | { readonly offset: number }, code: ErrorCode, message: string, isWarning?: boolean) => {
      if (isWarning === true) return;
      // What stands before the document is noted beside it.
      const [before] = (composer as unknown as { readonly errors: readonly YAMLError[] }).errors;
      if (before) throw first ??= invalid(before.pos[0], before.code, before.message);
      throw first ??= invalid(typeof at === 'number' ? at : 'offset' in at ? at.offset : at[0], code, message);
    },
  });
  const documents: Document.Parsed[] = [];
  for (const document of composer.compose(tokens)) {
    const [error] = document.errors;
    if (error) throw invalid(error.pos[0], error.code, error.message);
    const { others, mistakes } = nodeProblems(document, text, options.isJson === true);
    if (others.length > 0) throw new SourceError(file, lines.locate(others[0].offset), others[0].message);
    for (const { offset, message, duplicate } of mistakes) {
      if (duplicate === undefined || !options.onDuplicateKey) throw new SourceError(file, lines.locate(offset), message);
      options.onDuplicateKey(lines.locate(offset), duplicate);
    }
    if (document.contents !== null && !isNothing(document.contents)) documents.push(document);
  }
  if (options.isJson !== true) refuseMarks(text, file, lines);
  if (documents.length === 0) throw new SourceError(file, { line: 1, column: 1 }, 'the file is empty; expected a YAML document');
  return documents.map(document => {
    const { contents: root } = document;
    if (!yaml().isMap(root)) {
      throw new SourceError(file, lines.locate(root?.range?.[0] ?? 0), 'expected a mapping (key: value), got something else');
    }
    const parsed = { text: given, lines, root: root as unknown as YAMLMap };
    return new SourceDocument(file, plainData(document, text, file) as { [key: string]: Data }, () => parsed, true);
  });
}

/**
 * Documents whose data is known before they are written. Their text is made, and parsed, when a caller asks for a place.
 *
 * @param text of all of them, in their order
 */
export function knownSources(all: readonly { readonly [key: string]: Data }[], file: string, text: () => string): SourceDocument[] {
  let parsed: readonly SourceDocument[] | undefined;
  return all.map((data, index) => new SourceDocument(file, data, () => {
    parsed ??= parseSources(text(), { file, isOnlyRead: true });
    return parsed[index].parsed;
  }, false));
}

/** A document of JSON that was parsed before. Its text is made, in one line, where it was not kept, and parsed when a caller asks for a place. */
export function partSource(
  data: { readonly [key: string]: Data }, file: string, { line, text }: { readonly line: number; readonly text?: string },
): SourceDocument {
  return new SourceDocument(file, data, () => {
    const whole = text ?? JSON.stringify(data);
    const [{ parsed }] = parseSources(whole, { file, isOnlyRead: true, onDuplicateKey: () => undefined });
    return { text: whole, lines: new Lines(whole, line), get root() { return parsed.root; } };
  }, false);
}

/** What to do, where the code of the parser says enough. */
const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_INDENT: 'indent what belongs together by the same number of spaces',
  KEY_OVER_1024_CHARS: 'a key has at most 1024 characters',
  TAB_AS_INDENT: 'indent with spaces',
};

/** What stands between two `---` with nothing between them. */
function isNothing(contents: Node): boolean {
  return yaml().isScalar(contents) && contents.value === null && contents.range![0] === contents.range![1];
}
