import type { Node } from 'yaml';
import type { Data } from './data';
import { yaml } from './load';

/** How new text is written: taken from what stands around it. */
export interface RenderStyle {
  readonly keyQuote: Quote;
  readonly valueQuote: Quote;
  /** Columns that a mapping is indented below its key. */
  readonly mapIndent: number;
  /** Columns that the dash of a list is indented below its key; kubeadm writes 0. */
  readonly dashIndent: number;
}

/** A value on one line, as inside `[]` or `{}`. */
export function renderFlow(value: Data, style: RenderStyle): string {
  if (typeof value === 'string') return renderString(value, style.valueQuote, true);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => renderFlow(item, style)).join(', ')}]`;
  return `{${Object.keys(value).map((key) => renderFlowEntry(key, value[key], style)).join(', ')}}`;
}

/** `key: value` on one line. */
export function renderFlowEntry(key: string, value: Data, style: RenderStyle): string {
  return `${renderString(key, style.keyQuote, true)}: ${renderFlow(value, style)}`;
}

/** The lines of `key: value`, without the indentation of the key itself. */
export function renderBlockEntry(key: string, value: Data, style: RenderStyle): string[] {
  const head = `${renderString(key, style.keyQuote, false)}:`;
  if (typeof value === 'string'
    && isLiteral(value)) return [`${head} |`, ...value.slice(0, -1).split('\n').map((line) => ' '.repeat(style.mapIndent) + line)];
  if (value === null || typeof value !== 'object' || Object.keys(value).length === 0) return [`${head} ${renderLeaf(value, style)}`];
  const indent = Array.isArray(value) ? style.dashIndent : style.mapIndent;
  return [head, ...renderBlock(value, style).map((line) => ' '.repeat(indent) + line)];
}

/** The lines of `- value`, without the indentation of the dash. */
export function renderBlockItem(value: Data, style: RenderStyle): string[] {
  return renderBlock(value, style).map((line, index) => (index === 0 ? '- ' : '  ') + line);
}

function renderBlock(value: Data, style: RenderStyle): string[] {
  if (value === null || typeof value !== 'object' || Object.keys(value).length === 0) return [renderLeaf(value, style)];
  if (Array.isArray(value)) return value.flatMap((item) => renderBlockItem(item, style));
  return Object.keys(value).flatMap((key) => renderBlockEntry(key, value[key], style));
}

/** Text of several lines that a block holds as it is: no line is empty, ends with a blank, begins the text with one, or needs an escape. */
function isLiteral(value: string): boolean {
  return /^[!-~][ -~]*\n([ -~]*[!-~]\n)+$/.test(value) && !/ \n/.test(value);
}

function renderLeaf(value: Data, style: RenderStyle): string {
  return typeof value === 'string' ? renderString(value, style.valueQuote, false) : renderFlow(value, style);
}

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
  return quote === 'plain' || !yaml().isScalar(node) ? 'plain' : habitIn(quote, String(node.value));
}

/** The same of a text and its quotes. */
export function habitIn(quote: Quote, text: string): Quote {
  return quote === 'plain' || isPlainSafe(text, true) ? quote : 'plain';
}
