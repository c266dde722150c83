import type { Data } from './data';
import { Quote, renderString } from './scalar';

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
