/**
 * JSON that is read in diffs: what is at a path that matches `rows` is one line, so that one row more adds one line; everything else is spread out.
 *
 * @param rows of paths like `/steps/0`
 */
export function jsonRows(value: unknown, rows: RegExp): string {
  return `${printed(value, '', '', rows)}\n`;
}

function printed(value: unknown, path: string, indent: string, rows: RegExp): string {
  if (typeof value !== 'object' || value === null || rows.test(path)) return onOneLine(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const inner = `${indent}  `;
  const items = entries.map(([key, item]) => {
    const text = printed(item, `${path}/${key.replaceAll('/', '~1')}`, inner, rows);
    return inner + (Array.isArray(value) ? text : `${JSON.stringify(key)}: ${text}`);
  });
  return `${open}\n${items.join(',\n')}\n${indent}${close}`;
}

/** No text has a line break of its own in JSON. */
function onOneLine(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replace(/\n */g, ' ');
}
