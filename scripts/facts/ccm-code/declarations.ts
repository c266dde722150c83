/** Declarations of the top level of a package by their names: a function, a method as `Type.name`, a type, a variable or a constant. */
export type Declarations = ReadonlyMap<string, string>;

/** The text without comments. Line ends of raw strings become a character that ends no line. */
function withoutComments(source: string): string {
  const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|`[^`]*`|\/\/[^\n]*|\/\*[^]*?\*\//g;
  return source.replace(strings, found => found.startsWith('//') ? '' : found.startsWith('/*') ? '\n'.repeat(found.split('\n').length - 1)
    : found.replaceAll('\n', '\u{1}'));
}

/** What two texts have to have in common to be the same: comments, line ends and indentation are no part of it. */
function normalized(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * The declarations of a file that gofmt has written: each begins in the first column, and ends at a bracket there. Those of a group are taken
 * one by one, each with the word of its group in front, so that one more of them changes no other. What is declared as `_` is named by its text.
 */
export function declarationsOf(source: string): Declarations {
  const lines = withoutComments(source).split('\n');
  const found = new Map<string, string>();
  const put = (name: string, text: string) => found.set(name === '_' ? `_ ${normalized(text)}` : name, normalized(text));
  for (let index = 0; index < lines.length; index++) {
    const word = /^(func|type|var|const)\b/.exec(lines[index])?.[1];
    if (word === undefined) continue;
    const first = index;
    while (isOpen(lines, first, index)) index++;
    const body = lines.slice(first, index + 1);
    if (/^\w+ \($/.test(body[0].trimEnd())) {
      for (const [name, text] of entriesOf(body.slice(1, -1))) put(name, `${word} ${text}`);
    } else {
      put(nameOf(word, body[0]), body.join('\n'));
    }
  }
  return found;
}

/** Whether a declaration goes on after a line: its first one opened a bracket, and none in the first column has closed it. */
function isOpen(lines: readonly string[], first: number, index: number): boolean {
  const count = (character: string) => lines[first].split(character).length;
  if (index + 1 >= lines.length) return false;
  if (index > first) return !/^[})]/.test(lines[index]) || /[{(]$/.test(lines[index].trimEnd());
  return /[{(]$/.test(lines[first].trimEnd()) || count('{') > count('}') || count('(') > count(')');
}

function nameOf(word: string, line: string): string {
  if (word !== 'func') return /^\w+ (\w+)/.exec(line)![1];
  const [, receiver, name] = /^func\s*(?:\(\s*\w*\s*\*?(\w+)(?:\[[^\]]*\])?\s*\)\s*)?(\w+)/.exec(line)!;
  return receiver === undefined ? name : `${receiver}.${name}`;
}

/** The entries of a group of variables, constants or types: each begins with one tabulator. */
function entriesOf(lines: readonly string[]): readonly (readonly [string, string])[] {
  const entries: [string, string][] = [];
  for (const line of lines) {
    const name = /^\t(\w+)/.exec(line)?.[1];
    if (name !== undefined) entries.push([name, line]);
    else if (entries.length > 0) entries.at(-1)![1] += `\n${line}`;
  }
  return entries;
}
