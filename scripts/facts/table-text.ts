/** JSON with one row per line: the difference between two releases is then the rows that changed. */
export function tableText(table: object): string {
  return `${nested(table, '')}\n`;
}

function nested(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || isFlat(value)) return JSON.stringify(value);
  const inner = `${indent} `;
  const entries = Array.isArray(value)
    ? value.map(item => `${inner}${nested(item, inner)}`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${nested(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
}

/** A row: an object whose values are no objects, or a list of such. */
function isFlat(value: object): boolean {
  return Object.values(value).every(item => typeof item !== 'object' || item === null
    || (Array.isArray(item) && item.every(inner => typeof inner !== 'object')));
}
