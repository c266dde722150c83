import type { CST } from 'yaml';
import { yaml } from './load';
import { locate, SourceError } from './source-error';

/** Largest file that is read, in UTF-16 units. A static pod manifest has about 5,000. */
export const MAX_SIZE = 5_000_000;
/** Deepest nesting that is read: the parser recurses, and Kubernetes' own objects stay below 20. */
export const MAX_DEPTH = 100;
/** Most nodes that aliases may stand for: a few lines of aliases can otherwise expand to gigabytes. */
export const MAX_ALIASES = 100;
/** Most aliases in a document: for each the parser walks over all that have an anchor. */
const MAX_ALIAS_MARKS = 1000;
/**
 * Line ends, commas, colons, dashes and brackets in a text. Each can open a node of some hundred bytes, so this bounds memory and time, which the
 * size of a text does not: a long script in a ConfigMap is one node. 100,000 lines of manifests have about as many.
 */
export const MAX_STRUCTURE = 250_000;
/**
 * The same in all texts that are read together. Those of 3,000 control-plane nodes of kubeadm, each with a flag of its own, have 1,640,000:
 * 20 s of processor time and 471 MB on a busy machine.
 */
export const MAX_STRUCTURE_OF_ALL = 1_800_000;
/** And in those that are not of the usual notation, of which a node takes ten times as much memory. */
export const MAX_UNUSUAL_STRUCTURE = 400_000;

/** Most anchors, aliases, tags and brackets that close nothing: each is an error with its text, or a node. A script in a block has some, too. */
export const MAX_MARKS = 30_000;

/** All but what can open a node of YAML or JSON. */
const NO_STRUCTURE = /[^\n,[{?:-]+|[?:-](?!\s)/g;

/** What can open a node of YAML or JSON, counted without parsing. The expression does in one call what would take a step per character. */
export function structureOf(text: string): number {
  return text.replace(NO_STRUCTURE, '').length;
}

/** Looks at a text before the parser does. */
export function refuseLargeText(text: string, file: string, most: number = MAX_STRUCTURE): void {
  const start = { line: 1, column: 1 };
  if (text.length > MAX_SIZE) throw new SourceError(file, start, `the file has ${text.length} characters, the limit is ${MAX_SIZE}`);
  const structure = structureOf(text);
  if (structure > most) {
    throw new SourceError(file, start, `the file has ${structure} line ends, commas, colons, dashes and brackets, the limit is ${most}; split it`);
  }
}

/** Looks for a mass of what costs time and opens no node. */
function refuseMarks(text: string, file: string): void {
  const [open, closed] = [/[^[{]+/g, /[^\]}]+/g].map(others => text.replace(others, '').length);
  const marks = (text.match(/(?<![^\s,[{:-])[&*!]/g)?.length ?? 0) + Math.max(0, closed - open);
  if (marks <= MAX_MARKS) return;
  throw new SourceError(file, { line: 1, column: 1 }, `the file has ${marks} anchors, aliases, tags and brackets that close nothing, the limit is `
    + `${MAX_MARKS}; split it`);
}

/** Looks for deep nesting and a mass of aliases before anything recurses into them. */
function refuseLargeTree(tokens: readonly CST.Token[], text: string, file: string): void {
  const open: { token: CST.Token | null | undefined; depth: number }[] = [];
  let aliases = 0;
  for (const token of tokens) if (token.type === 'document') open.push({ token: token.value, depth: 1 });
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (token?.type === 'alias' && ++aliases > MAX_ALIAS_MARKS) {
      throw new SourceError(file, locate(text, token.offset), `more than ${MAX_ALIAS_MARKS} aliases; write the values out`);
    }
    if (!token || !('items' in token)) continue;
    if (depth > MAX_DEPTH) throw new SourceError(file, locate(text, token.offset), `nested deeper than the limit of ${MAX_DEPTH} levels`);
    for (const item of token.items) {
      open.push({ token: item.key, depth: depth + 1 }, { token: item.value, depth: depth + 1 });
    }
  }
}

/**
 * The tokens of a text.
 *
 * @throws `SourceError` if it is nested too deep; the parser itself recurses where it closes what was never closed, and ends there with an error of
 *   the engine
 */
export function tokensOf(text: string, file: string): CST.Token[] {
  const { Parser } = yaml();
  refuseMarks(text, file);
  try {
    const tokens: CST.Token[] = [];
    let isWrong = false;
    for (const token of new Parser().parse(text)) {
      // Of the mistakes behind a document the first: each of hundreds of thousands would be an error of a kilobyte, and none after it is told.
      if (token.type !== 'error' || !isWrong) tokens.push(token);
      isWrong = token.type === 'error' || isWrong && token.type !== 'document';
    }
    refuseLargeTree(tokens, text, file);
    return tokens;
  } catch (error) {
    if (error instanceof RangeError) throw new SourceError(file, { line: 1, column: 1 }, `nested deeper than the limit of ${MAX_DEPTH} levels`);
    throw error;
  }
}
