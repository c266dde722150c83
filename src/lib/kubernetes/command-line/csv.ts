/** A piece of a field in quotes, one without, or what ends a field. */
const PIECE = /"([^"]*)"|([^",\n]+)|[,\n]|$/y;

/**
 * The first record of a text as `encoding/csv` of Go reads it, which is how pflag splits a list: `a,"b,c"` has two items. `undefined` is a text that
 * it refuses. go1.21 src/encoding/csv/reader.go readRecord; github.com/spf13/pflag@v1.0.5 string_slice.go readAsCSV, for which an empty text is an
 * empty list.
 */
export function csvRecord(text: string): readonly string[] | undefined {
  if (text === '') return [];
  // A lone `\r` before the end of the text goes too.
  const record = text.replace(/\r\n/g, '\n').replace(/\r$/, '').replace(/^\n+/, '');
  if (record === '') return undefined; // end of file before the first record
  const fields: string[] = [];
  const pieces = new RegExp(PIECE);
  let field: { readonly text: string; readonly isQuoted: boolean } | undefined;
  for (let match = pieces.exec(record); match; match = pieces.exec(record)) {
    const [end, quoted, plain] = match as readonly (string | undefined)[];
    if (quoted === undefined && plain === undefined) {
      fields.push(field?.text ?? '');
      if (end !== ',') return fields;
      field = undefined;
    } else if (field === undefined) {
      field = { text: quoted ?? plain!, isQuoted: quoted !== undefined };
    } else if (field.isQuoted && quoted !== undefined) {
      // Two quotes within quotes are one.
      field = { text: `${field.text}"${quoted}`, isQuoted: true };
    } else {
      return undefined;
    }
  }
  return undefined;
}
