/** A word of a POSIX shell with what is quoted or put in, or an operator: XCU 2.3. */
const WORD = /(?:\\[\s\S]|\$\{[^}]*\}|\$\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\)|[^\s"'|&;<>()\\]|"(?:\\[\s\S]|[^"\\])*"|'[^']*')+|[|&;<>()]+/g;

/** The commands of a line as words, as they are written; `>` and `<` are words of their own. */
export function shellCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [word] of line.matchAll(WORD)) {
    if (word.startsWith('#') && !word.startsWith('#!')) break;
    if (/^[|&;()]+$/.test(word)) commands.push([]);
    else commands[commands.length - 1].push(word);
  }
  return commands.filter(words => words.length > 0);
}

/** What a program, a file or an image is called, without its folders. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** What a shell makes of the quotes of a word. */
export function unquoted(word: string): string {
  return word.replace(/"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|\\([\s\S])/g, (_, double: string, single: string, escaped: string) =>
    double ?? single ?? escaped);
}

/** The words of a part of a line, which may be cut out of quotes: those at the ends of a word are taken off. */
export function plainWords(part: string): readonly string[] {
  return part.split(/\s+/).map(word => word.replace(/^["']+|(?<!["'])["']+$/g, '')).filter(word => word !== '');
}

/**
 * The words of a command that stands in any text: a script, a list of YAML or of a program, a text within one. What is between two words of either
 * ends a word: blanks, quotes, brackets, and commas beside them. A comma within a word stays, and so does the quoted value of a flag.
 */
export function wordsWithin(text: string): readonly string[] {
  const plain = text.replace(/=(["'])([^"'\s]*)\1/g, '=$2');
  return plain.split(/(?:(?<![\s,])[\s,]+)?["'\][]+[\s,]*|(?:(?<!,),+)?\s+,*/).map(word => word.replace(/,$/, '')).filter(word => word !== '');
}

/** The words of a command line whose words may be command lines themselves: `sh -c "exec etcd --name=a"`. */
export function wordsInWords(words: readonly string[]): readonly string[] {
  return words.flatMap(word => (/\s/.test(word) ? shellCommands(word).flat().map(unquoted) : [word]));
}
