/** A text as one word of a POSIX shell, as it is where nothing of it means something there. */
export function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : shellQuote(text);
}

/** A text as one word of a POSIX shell, whatever is in it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll('\'', '\'\\\'\'')}'`;
}
