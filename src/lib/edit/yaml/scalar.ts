import type { Node } from 'yaml';
import { yaml } from './load';

/** How a string is written. */
export type Quote = 'plain' | 'single' | 'double';

/**
 * Writes a string, in the wanted style where it can say that string, else in double quotes.
 *
 * @param flow whether it stands inside `[]` or `{}`
 */
export function renderString(value: string, quote: Quote, flow: boolean): string {
  if (quote === 'plain' && isPlainSafe(value, flow)) return value;
  if (quote === 'single' && !/[\n\r\u0000-\u001f\u007f-\u009f\uFEFF]/.test(value)) return `'${value.replace(/'/g, "''")}'`;
  return JSON.stringify(value);
}

/** Words, flags and paths: nothing in them has a meaning in YAML, and nothing but the words below is read as another type. */
const USUAL = /^(?:--|\/)?[A-Za-z][\w./=-]*$/;
const OTHER_TYPE = /^(?:y|n|yes|no|on|off|true|false|null|e-?\d+)$/i;

/** Whether a string without quotes is read back as it is, by YAML 1.2 and by 1.1, which Kubernetes reads: there `yes` is a boolean. */
export function isPlainSafe(value: string, flow: boolean): boolean {
  if (USUAL.test(value) && !OTHER_TYPE.test(value)) return true;
  if (/[\n\r]/.test(value)) return false;
  const { isMap, isScalar, isSeq, parseDocument } = yaml();
  return (['1.1', '1.2'] as const).every((version) => {
    const { contents, errors } = parseDocument(flow ? `[{k: ${value}}]` : `- k: ${value}`, { version, logLevel: 'silent' });
    const map = errors.length === 0 && isSeq(contents) && contents.items.length === 1 ? contents.items[0] : undefined;
    const read = isMap(map) && map.items.length === 1 ? map.items[0].value : undefined;
    return isScalar(read) && read.value === value && !read.anchor && !read.tag && !read.comment;
  });
}

/** The style a string was written in; block scalars count as plain. */
export function quoteOf(node: Node | null | undefined): Quote {
  if (!yaml().isScalar(node)) return 'plain';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : node.type === 'QUOTE_SINGLE' ? 'single' : 'plain';
}

/** The style a new neighbour should take: quotes that the value needed say nothing about its author's habits. */
export function habitOf(node: Node | null | undefined): Quote {
  const quote = quoteOf(node);
  if (quote === 'plain' || !yaml().isScalar(node)) return 'plain';
  return isPlainSafe(String(node.value), true) ? quote : 'plain';
}
