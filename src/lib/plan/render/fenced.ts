/** A block of Markdown, by its language. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Commands to paste, each by itself. */
export function shell(commands: readonly string[]): string {
  return fenced('sh', commands.join('\n\n'));
}
