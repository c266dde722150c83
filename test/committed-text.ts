const WIDTH = 150;

/** JSON for people who review its changes: what fits into a line is one, as is an element of `each`. Everything else has a line for each element. */
export function committedText(value: unknown): string {
  return `${textOf(value, '')}\n`;
}

function textOf(value: unknown, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const deeper = `${indent} `;
  const lines = Array.isArray(value) ? value.map(element => textOf(element, deeper)) : Object.entries(value).map(
    ([key, element]) => `${JSON.stringify(key)}: ${key === 'each' ? linesOf(element as readonly unknown[], deeper) : textOf(element, deeper)}`,
  );
  return `${open}\n${lines.map(text => deeper + text).join(',\n')}\n${indent}${close}`;
}

function linesOf(list: readonly unknown[], indent: string): string {
  return `[\n${list.map(element => `${indent} ${JSON.stringify(element)}`).join(',\n')}\n${indent}]`;
}
