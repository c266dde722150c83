/**
 * What has no shape of its own on a screen, or changes the shape of what stands around it: control characters (escape sequences, carriage returns and
 * newlines among them), bidirectional marks, zero-width characters, blanks that are not U+0020, halves of a character, and characters of private
 * use.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|\u2800/gu;

/**
 * Commands to a build server: GitHub reads `::name properties::data` at the start of a line, blanks before it or not, and `##[name]` anywhere in it,
 * Azure Pipelines `##vso[...]`, TeamCity `##teamcity[...]`. An IPv6 address has `::` only once, so none is hit.
 * github.com/actions/runner@079cdb1 src/Runner.Common/ActionCommand.cs (TryParseV2, TryParse)
 */
const LINE_COMMAND = /^( *):(?=:.*::)/;
const COMMAND = /#(?=#[A-Za-z]*\[)/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of an input as it may stand on one line of a terminal, a log or a report: whatever is not seen, or is a command to what shows it, is written
 * as an escape sequence (`\n`, `\x1b`, `\u202e`). Ordinary text stays as it is, and the result stays the same when it goes through here again.
 */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped).replace(LINE_COMMAND, '$1\\x3a').replace(COMMAND, '\\x23');
}

/** The same for text of several lines that are meant to be. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/**
 * JSON in which no text of the input reaches a terminal as it is: what is not seen stands as `\\uXXXX`, which says the same to a parser. Of
 * the output only our own line ends are left.
 *
 * @param indented one value a line; else all on one line
 */
export function printableJson(value: unknown, indented: boolean = true): string {
  const text = JSON.stringify(value, undefined, indented ? 2 : undefined);
  // A command of `##[name]` counts anywhere in a line; one of `::name::` only at its start, where JSON has a quote.
  return text.replace(UNSEEN, character => (character === '\n' ? character : inJson(character))).replace(COMMAND, inJson);
}

function inJson(character: string): string {
  return [...Array(character.length).keys()].map(at => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  return SHORT[character] ?? (code <= 0xff ? `\\x${hex.padStart(2, '0')}` : code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`);
}
