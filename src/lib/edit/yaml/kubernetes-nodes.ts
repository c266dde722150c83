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

/** A key that not every reader takes. */
interface KeyMistake extends OtherNode {
  /** The key, where it is given twice: some readers take the last one without a word. */
  readonly duplicate?: string;
}

/**
 * What parsers of YAML 1.1 and 1.2 do not read alike in a document that both take for one: gopkg.in/yaml.v2@v2.4.0. Scalars that are of another type
 * are looked for where a type matters. Beside it, mistakes in keys, which a document of JSON may have too.
 *
 * Every node is looked at in its order; a key comes before its value. `visit` of the parser does the same and makes a list of all that is above for
 * each of them, which takes longer than what is done with it. The depth is limited before (`bounds.ts`).
 */
export function nodeProblems(document: Document, text: string, isJson: boolean) {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  const others: OtherNode[] = [];
  const mistakes: KeyMistake[] = [];
  const add: Add = (node, message) => { if (!isJson) others.push({ message, offset: node?.range?.[0] ?? 0 }); };
  const step = (node: unknown, isFlow: boolean): void => {
    if (isScalar(node)) {
      if (!isJson) checkScalar(node, isFlow, text, add);
    } else if (isMap(node)) {
      if (!isJson) checkMap(document, node, text, add);
      for (const mistake of keyMistakes(node)) mistakes.push(mistake);
      const isWithin = isFlow || node.flow === true;
      for (const { key, value } of node.items) {
        step(key, isWithin);
        step(value, isWithin);
      }
    } else if (isSeq(node)) {
      checkMarks(node, add);
      for (const item of node.items) step(item, isFlow || node.flow === true);
    } else if (isAlias(node)) {
      checkAnchor(node, node.source, add);
    }
  };
  step(document.contents, false);
  return { others, mistakes };
}

function checkMap(document: Document, map: YAMLMap, text: string, add: Add): void {
  checkMarks(map, add);
  mergeProblem(document, map, add);
  for (const pair of map.items) keyProblem(pair as Pair<Node | null, Node | null>, map.flow === true, text, add);
}

function checkScalar(scalar: Scalar, isFlow: boolean, text: string, add: Add): void {
  checkMarks(scalar, add);
  if (isFlow && scalar.tag !== undefined && scalar.range![0] === scalar.range![1]) {
    add(scalar, 'a tag before nothing takes in what follows, to the YAML parser of Kubernetes; leave the tag out');
  }
  if (scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE') checkQuotes(scalar, text, add);
  if (scalar.type === 'BLOCK_LITERAL' || scalar.type === 'BLOCK_FOLDED') checkBlock(scalar, text, add);
  if (isFlow && scalar.type === 'PLAIN' && /\?|^:|:$/.test(scalar.source ?? '')) {
    add(scalar, `${scalar.source} in [] or {} is not one text to the YAML parser of Kubernetes; put it in quotes`);
  }
}

type Add = (node: Node | null | undefined, message: string) => void;

function checkMarks(node: Scalar | YAMLMap | YAMLSeq, add: Add): void {
  const { tag, anchor } = node;
  if (tag?.startsWith(TAG) && !COMMON_TAGS.has(tag)) {
    add(node, `!!${tag.slice(TAG.length)} means different things to parsers of YAML; leave the tag out`);
  }
  if (tag?.includes('#')) add(node, `the YAML parser of Kubernetes refuses the tag ${tag}; leave it out`);
  if (anchor !== undefined) checkAnchor(node, anchor, add);
}

/** scannerc.go is_alpha. */
function checkAnchor(node: Node, name: string, add: Add): void {
  if (!/^[\w-]+$/.test(name)) add(node, `the YAML parser of Kubernetes refuses the anchor ${name}; use letters, digits, _ and -`);
}

/** scannerc.go yaml_parser_scan_flow_scalar: no `\/`, and no halves of a pair. Ours takes an escaped quote for the end where none follows. */
function checkQuotes(scalar: Scalar, text: string, add: Add): void {
  const source = text.slice(scalar.range![0], scalar.range![1]);
  const isOpen = scalar.type === 'QUOTE_SINGLE' ? /(?:^|[^'])(?:'')+$/.test(source.slice(1)) : /(?:^|[^\\])(?:\\\\)*\\"$/.test(source);
  if (isOpen) add(scalar, 'the quotes are not closed; close them');
  if (scalar.type === 'QUOTE_SINGLE' || !source.includes('\\')) return;
  const escape = /\\(?:\/|u[dD][89a-fA-F])/.exec(source.replaceAll('\\\\', ''));
  if (escape) add(scalar, `the YAML parser of Kubernetes refuses the escape ${escape[0]}; write the character itself`);
}

/** scannerc.go yaml_parser_scan_block_scalar_breaks: what comes before its first text says how far a block is indented. */
function checkBlock(scalar: Scalar, text: string, add: Add): void {
  const start = scalar.range![0];
  const tab = /^[^\n]*\n[ \r\n]*\t/.exec(text.slice(start, start + LONGEST_INDENT));
  if (tab) add(scalar, 'the YAML parser of Kubernetes takes no tab where the first line of a block begins; write blanks');
  // It takes blanks for a part of the text.
  const after = text.slice(scalar.range![1]).trimStart();
  const isLast = /\n[ \t]+$/.test(text.slice(-LONGEST_INDENT)) && after === '';
  if (isLast || /^[|>][-+]?\d/.test(text.slice(start, start + 3)) && /\n[ \t]+\n/.test(text.slice(start, text.length - after.length))) {
    add(scalar, 'parsers of YAML do not read a block alike that has blanks for its last line, or in place of a text; remove them');
  }
}

/** Deeper blocks are not looked at. */
const LONGEST_INDENT = 2000;

function keyProblem({ key, value }: Pair<Node | null, Node | null>, isFlow: boolean, text: string, add: Add): void {
  const scalar = yaml().isScalar(key) ? key : undefined;
  if (key === null || scalar?.value === null) add(key ?? value, 'Kubernetes refuses a key that is null or left out; put it in quotes');
  if (!isFlow) {
    if (scalar && value !== null && /^[ \t]*\r?\n/.test(text.slice(scalar.range![1], scalar.range![1] + LONGEST_INDENT))) {
      add(key, 'the YAML parser of Kubernetes takes a key only with its colon on the same line; write them on one');
    }
    return;
  }
  // `{a:}` has the key `a:` in YAML 1.1.
  const end = scalar?.type === 'PLAIN' ? scalar.range?.[1] : undefined;
  if (end !== undefined && text[end] === ':' && /[,[\]{}]/.test(text[end + 1] ?? '')) {
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

/** Keys that their mapping has already, or that are a list or mapping themselves; found in time that grows with the text. */
function keyMistakes({ items }: YAMLMap): readonly KeyMistake[] {
  const { isCollection, isScalar } = yaml();
  const seen = new Map<string, unknown>();
  return items.flatMap(({ key }): readonly KeyMistake[] => {
    const offset = (key as Node | null)?.range?.[0] ?? 0;
    if (isCollection(key)) return [{ message: 'a list or mapping stands as a key; Kubernetes takes text only', offset }];
    if (!isScalar(key)) return [];
    const name = key.source ?? String(key.value);
    const text = String(key.value);
    // Of a number and a text that are one key in JSON, either may win.
    const isSame = seen.get(text) === key.value;
    const isTwice = seen.has(text);
    seen.set(text, key.value);
    return isTwice ? [{ message: `key ${name} is given twice; keep one of the two`, offset, ...isSame ? { duplicate: name } : {} }] : [];
  });
}
