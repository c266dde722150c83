import type { Node, Pair } from 'yaml';
import { yaml } from './load';

/** Keys on the way to a value, and indexes of lists. */
export type ValuePath = readonly (string | number)[];

/**
 * A text with other values in place of some, and without comments. What else it says stays, and so do the lines that it has.
 *
 * @param valueAt what takes the place of a value; undefined: it stays
 * @returns undefined: it is not one document without mistakes, or has an alias, by which a value may be anywhere
 */
export function replacedValues(text: string, valueAt: (path: ValuePath, value: string) => string | undefined): string | undefined {
  const { parseAllDocuments, visit } = yaml();
  const documents = parseAllDocuments(text);
  const [document] = documents;
  if (!Array.isArray(documents) || documents.length !== 1 || document.errors.length > 0) return undefined;
  let hasAlias = false;
  const edits: { readonly begin: number; readonly end: number; readonly value: string }[] = comments(text);
  visit(document, {
    Alias: () => { hasAlias = true; },
    Scalar: (key, node, ancestors) => {
      if (key === 'key' || node.value === null || !node.range) return;
      const [begin, end] = node.range;
      const value = valueAt(pathTo([...ancestors, node] as readonly (Node | Pair)[]), String(node.value));
      if (value === undefined) return;
      const [quote] = /^["']?/.exec(text.slice(begin, end))!;
      edits.push({ begin, end, value: `${quote}${value}${quote}${'\n'.repeat(text.slice(begin, end).split('\n').length - 1)}` });
    },
  });
  if (hasAlias) return undefined;
  return edits.sort((one, other) => other.begin - one.begin)
    .reduce((edited, { begin, end, value }) => edited.slice(0, begin) + value + edited.slice(end), text);
}

/** By the pairs and the places in lists on the way. */
function pathTo(nodes: readonly (Node | Pair)[]): ValuePath {
  const { isPair, isScalar, isSeq } = yaml();
  return nodes.flatMap((node, index): ValuePath => {
    if (isPair(node)) return [isScalar(node.key) ? String(node.key.value) : ''];
    return isSeq(node) ? [node.items.indexOf(nodes[index + 1])] : [];
  });
}

function comments(text: string): { readonly begin: number; readonly end: number; readonly value: string }[] {
  const found: { readonly begin: number; readonly end: number; readonly value: string }[] = [];
  let at = 0;
  for (const lexeme of new (yaml().Lexer)().lex(text)) {
    // Marks of the lexer, which are not in the text: github.com/eemeli/yaml v2 src/parse/cst.ts.
    if (/^[\u0002\u0018\u001F]$/.test(lexeme)) continue;
    if (lexeme.startsWith('#')) found.push({ begin: at, end: at + lexeme.length, value: '' });
    at += lexeme.length;
  }
  return found;
}
