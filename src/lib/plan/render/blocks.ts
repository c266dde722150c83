/** A block of Markdown, by its language. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Without a head its first row is one of the others. */
export function table(rows: readonly (readonly string[])[], hasHead = false): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const [head, ...rest] = hasHead ? rows : [rows[0].map(() => ' '), ...rows];
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
}

export function list(items: readonly string[]): string {
  return items.map(item => `- ${item}`).join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function minutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}

export function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}
