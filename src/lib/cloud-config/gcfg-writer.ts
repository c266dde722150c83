/** What is written: `[name]` or `[name "subsection"]`, and `Name = value` lines, repeated for a key with several values. */
export interface GcfgBlock {
  readonly name: string;
  readonly subsection?: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
}

/** Bytes that mean the same to gcfg with and without quotes: no comment sign, quote, backslash, control character or outer white space. */
const BARE = /^[^\s"\\;#\u0000-\u001f](?:[^"\\;#\u0000-\u001f]*[^\s"\\;#\u0000-\u001f])?$/;

/**
 * The text of a cloud config; blocks are separated by an empty line.
 *
 * @throws for what gcfg cannot carry: a NUL, a carriage return in a value (it drops them), a line end in a subsection name
 */
export function writeGcfg(blocks: readonly GcfgBlock[]): string {
  return blocks.map(writeBlock).join('\n');
}

function writeBlock(block: GcfgBlock): string {
  return `${sectionHeader(block.name, block.subsection)}\n${block.variables.map(([name, value]) => variableLine(name, value)).join('')}`;
}

/** One `Name = value` line with its line end. */
function variableLine(name: string, value: string): string {
  return `${name} = ${quoteValue(name, value)}\n`;
}

function sectionHeader(name: string, subsection?: string): string {
  if (subsection === undefined) return `[${name}]`;
  if (subsection === '' || /[\n\0]/.test(subsection)) {
    throw new Error(`${JSON.stringify(subsection)} cannot be a subsection name of [${name}]; it must not be empty or hold a line end or a NUL`);
  }
  return `[${name} "${subsection.replace(/[\\"]/g, '\\$&')}"]`;
}

function quoteValue(name: string, value: string): string {
  if (/[\r\0]/.test(value)) {
    throw new Error(`the value ${JSON.stringify(value)} of '${name}' cannot be written: gcfg drops carriage returns and refuses NUL; remove them`);
  }
  if (BARE.test(value)) return value;
  return `"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}
