import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { yaml } from './load';

/** A node that Kubernetes' parser reads otherwise than ours, or refuses, and what to do. */
interface OtherNode {
  readonly message: string;
  readonly offset: number;
}

const TAG = 'tag:yaml.org,2002:';
/** Tags that both parsers resolve alike. */
const COMMON_TAGS = new Set(['str', 'int', 'map', 'seq', 'null', 'binary'].map(name => TAG + name));

/**
 * What parsers of YAML 1.1 and 1.2 do not read alike in a document that both take for one: gopkg.in/yaml.v2@v2.4.0. Scalars that are of another type
 * are looked for where a type matters.
 */
export function otherNodes(document: Document, text: string): readonly OtherNode[] {
  const found: OtherNode[] = [];
  const add = (node: Node | null | undefined, message: string) => { found.push({ message, offset: node?.range?.[0] ?? 0 }); };
  walk(document, {
    map: map => {
      if (map.tag !== undefined) checkTag(map, add);
      if (map.anchor !== undefined) checkAnchor(map, map.anchor, add);
      mergeProblem(document, map, add);
      for (const pair of map.items) keyProblem(pair as Pair<Node | null, Node | null>, map.flow === true, text, add);
    },
    seq: list => {
      if (list.tag !== undefined) checkTag(list, add);
      if (list.anchor !== undefined) checkAnchor(list, list.anchor, add);
    },
    alias: alias => checkAnchor(alias, alias.source, add),
    scalar: (scalar, isFlow) => {
      if (scalar.tag !== undefined) checkTag(scalar, add);
      if (scalar.anchor !== undefined) checkAnchor(scalar, scalar.anchor, add);
      if (scalar.type === 'QUOTE_DOUBLE') checkEscapes(scalar, text, add);
      if (scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED') checkBlock(scalar, text, add);
      if (isFlow && scalar.type === 'PLAIN' && /\?|^:|:$/.test(scalar.source ?? '')) {
        add(scalar, `${scalar.source} in [] or {} is not one text to the YAML parser of Kubernetes; put it in quotes`);
      }
    },
  });
  return found;
}

type Add = (node: Node | null | undefined, message: string) => void;

function checkTag(node: Node, add: Add): void {
  const { tag } = node as { readonly tag?: string };
  if (tag?.startsWith(TAG) && !COMMON_TAGS.has(tag)) {
    add(node, `!!${tag.slice(TAG.length)} means different things to parsers of YAML; leave the tag out`);
  }
}

/** scannerc.go is_alpha. */
function checkAnchor(node: Node, name: string, add: Add): void {
  if (!/^[\w-]+$/.test(name)) add(node, `the YAML parser of Kubernetes refuses the anchor ${name}; use letters, digits, _ and -`);
}

/** scannerc.go yaml_parser_scan_flow_scalar: no `\/`, and no halves of a pair. */
function checkEscapes(scalar: Scalar, text: string, add: Add): void {
  const source = text.slice(...scalar.range as unknown as [number, number]);
  if (!source.includes('\\')) return;
  const escape = /\\(?:\/|u[dD][89a-fA-F])/.exec(source.replaceAll('\\\\', ''));
  if (escape) add(scalar, `the YAML parser of Kubernetes refuses the escape ${escape[0]}; write the character itself`);
}

/** scannerc.go yaml_parser_scan_block_scalar_breaks: what comes before its first text says how far a block is indented. */
function checkBlock(scalar: Scalar, text: string, add: Add): void {
  const start = scalar.range![0];
  const tab = /^[^\n]*\n[ \r\n]*\t/.exec(text.slice(start, start + LONGEST_INDENT));
  if (tab) add(scalar, 'the YAML parser of Kubernetes takes no tab where the first line of a block begins; write blanks');
}

/** Deeper blocks are not looked at. */
const LONGEST_INDENT = 2000;

function keyProblem({ key, value }: Pair<Node | null, Node | null>, isFlow: boolean, text: string, add: Add): void {
  const scalar = yaml().isScalar(key) ? key : undefined;
  if (key === null || scalar?.value === null) add(key ?? value, 'Kubernetes refuses a key that is null or left out; put it in quotes');
  if (!isFlow) return;
  // `{a:}` has the key `a:` in YAML 1.1.
  const end = scalar?.type === 'PLAIN' ? scalar.range?.[1] : undefined;
  if (end !== undefined && text[end] === ':' && /[,\]}]/.test(text[end + 1] ?? '')) {
    add(key, `${String(scalar!.value)}: without a blank behind it is one text to the YAML parser of Kubernetes; write a value, or a blank`);
  }
}

/** decode.go mapping: merged keys replace what stands before them. */
function mergeProblem(document: Document, map: YAMLMap, add: Add): void {
  if (!map.items.some(({ key }) => isMergeKey(key))) return;
  const before = new Set<string>();
  let merged = false;
  for (const { key, value } of map.items as Pair<Node, Node>[]) {
    if (!isMergeKey(key)) {
      before.add(nameOf(key));
      continue;
    }
    if (merged) add(key, 'a second << in one mapping: parsers disagree about which one counts; write one << with a list');
    merged = true;
    const replaced = [...keysOf(document, value, new Set())].find(name => before.has(name));
    if (replaced !== undefined) {
      add(key, `<< stands behind ${replaced}, which it brings too: the YAML parser of Kubernetes takes that of <<; write << first`);
    }
  }
}

function isMergeKey(key: unknown): boolean {
  const { isScalar } = yaml();
  return isScalar(key) && key.source === '<<' && key.type === 'PLAIN';
}

function nameOf(key: Node): string {
  return yaml().isScalar(key) ? String(key.value) : '';
}

/** The keys that a merge brings, with those that its sources merge themselves. */
function* keysOf(document: Document, source: Node | null, seen: Set<unknown>): Iterable<string> {
  const { isAlias, isMap, isSeq } = yaml();
  const node = isAlias(source) ? (source as Alias).resolve(document) as Node | undefined : source;
  if (seen.has(node)) return;
  seen.add(node);
  if (isSeq(node)) for (const item of node.items) yield* keysOf(document, item as Node, seen);
  if (!isMap(node)) return;
  for (const { key, value } of node.items as Pair<Node, Node>[]) {
    if (isMergeKey(key)) yield* keysOf(document, value, seen);
    else yield nameOf(key);
  }
}

/** A key that not every reader takes. */
interface KeyMistake extends OtherNode {
  /** The key, where it is given twice: some readers take the last one without a word. */
  readonly duplicate?: string;
}

/** Keys that their mapping has already, or that are a list or mapping themselves; found in time that grows with the text. */
export function keyMistakes(document: Document): readonly KeyMistake[] {
  const { isCollection, isScalar } = yaml();
  const mistakes: KeyMistake[] = [];
  walk(document, {
    map: ({ items }) => {
      const seen = new Map<string, unknown>();
      for (const { key } of items) {
        const offset = (key as Node | null)?.range?.[0] ?? 0;
        if (isCollection(key)) mistakes.push({ message: 'a list or mapping stands as a key; Kubernetes takes text only', offset });
        if (!isScalar(key)) continue;
        const name = key.source ?? String(key.value);
        const text = String(key.value);
        // Of a number and a text that are one key in JSON, either may win.
        const isSame = seen.get(text) === key.value;
        if (seen.has(text)) {
          mistakes.push({ message: `key ${name} is given twice; keep one of the two`, offset, ...isSame ? { duplicate: name } : {} });
        }
        seen.set(text, key.value);
      }
    },
  });
  return mistakes;
}

/** What is done with each kind of node. */
interface NodeVisitor {
  map?(map: YAMLMap): void;
  seq?(list: YAMLSeq): void;
  /** @param isFlow whether a collection in brackets is around it */
  scalar?(scalar: Scalar, isFlow: boolean): void;
  alias?(alias: Alias): void;
}

/**
 * Every node of a document, in its order; a key comes before its value. `visit` of the parser does the same and makes a list of all that is above for
 * each of them, which takes longer than what is done with it. The depth is limited before (`bounds.ts`).
 */
function walk(document: Document, visitor: NodeVisitor): void {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  const step = (node: unknown, isFlow: boolean): void => {
    if (isScalar(node)) {
      visitor.scalar?.(node, isFlow);
    } else if (isMap(node)) {
      visitor.map?.(node);
      const isWithin = isFlow || node.flow === true;
      for (const { key, value } of node.items) {
        step(key, isWithin);
        step(value, isWithin);
      }
    } else if (isSeq(node)) {
      visitor.seq?.(node);
      for (const item of node.items) step(item, isFlow || node.flow === true);
    } else if (isAlias(node)) {
      visitor.alias?.(node);
    }
  };
  step(document.contents, false);
}
