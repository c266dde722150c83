/**
 * The first record of a text as `encoding/csv` of Go reads it, which is how pflag splits a list: `a,"b,c"` has two items. `undefined` is a text that
 * it refuses. go1.21 src/encoding/csv/reader.go readRecord; github.com/spf13/pflag@v1.0.5 string_slice.go readAsCSV, for which an empty text is an
 * empty list.
 */
export function csvRecord(text: string): readonly string[] | undefined {
  if (text === '') return [];
  const lines = linesOf(text);
  const first = lines.findIndex(line => line !== '\n' && line !== '');
  if (first === -1) return undefined; // end of file before the first record
  return readFields(lines.slice(first));
}

/** Lines with their end, which is always `\n`; a lone `\r` before the end of the text goes too. */
function linesOf(text: string): readonly string[] {
  const lines = text.match(/[^\n]+\n?|\n/g) ?? [];
  return lines.map(line => line.endsWith('\r\n') ? `${line.slice(0, -2)}\n` : !line.endsWith('\n') && line.endsWith('\r') ? line.slice(0, -1) : line);
}

function readFields(lines: readonly string[]): readonly string[] | undefined {
  const fields: string[] = [];
  let next = 1;
  let [line] = lines;
  for (;;) {
    if (!line.startsWith('"')) {
      const end = line.indexOf(',');
      const field = end === -1 ? line.replace(/\n$/, '') : line.slice(0, end);
      if (field.includes('"')) return undefined;
      fields.push(field);
      if (end === -1) return fields;
      line = line.slice(end + 1);
      continue;
    }
    let field = '';
    line = line.slice(1);
    for (;;) {
      const quote = line.indexOf('"');
      if (quote === -1) {
        // The field goes on in the next line; at the end of the text its quote is missing.
        field += line;
        if (next >= lines.length) return undefined;
        line = lines[next++];
        continue;
      }
      field += line.slice(0, quote);
      line = line.slice(quote + 1);
      if (!line.startsWith('"')) break;
      field += '"';
      line = line.slice(1);
    }
    fields.push(field);
    if (line === '' || line === '\n') return fields;
    if (!line.startsWith(',')) return undefined;
    line = line.slice(1);
  }
}
