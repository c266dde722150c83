import type { Document, DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';
import { refuseLargeText } from '../edit/yaml/bounds';
import { yaml } from '../edit/yaml/load';
import { tokensOf } from '../edit/yaml/parse-tokens';

/** Line ends, commas, colons, dashes and brackets of a file: one that lists every controller has fewer than 100. */
const MAX_STRUCTURE = 10_000;

/**
 * The documents of a file, with the errors of each, as the components' YAML 1.1 reader sees them.
 *
 * @throws `SourceError` if the file is so large or so deep that it is not looked at
 */
export function composeConfiguration(text: string, file: string, options: ParseOptions & DocumentOptions & SchemaOptions = {}): Document[] {
  refuseLargeText(text, file, MAX_STRUCTURE);
  const { Composer } = yaml();
  const tokens = tokensOf(text, file);
  return [...new Composer({ version: '1.1', prettyErrors: false, logLevel: 'error', ...options }).compose(tokens)] as Document[];
}
