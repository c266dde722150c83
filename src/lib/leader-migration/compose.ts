import type { CST, Document, DocumentOptions, ParseOptions, SchemaOptions } from 'yaml';
import { refuseLargeText, tokensOf } from '../edit/yaml/bounds';
import { yaml } from '../edit/yaml/load';

/** Line ends, commas, colons, dashes and brackets of a file: one that lists every controller has fewer than 100. */
const MAX_STRUCTURE = 10_000;

/**
 * The tokens of a file, of which several readers can make their documents.
 *
 * @throws `SourceError` if the file is so large or so deep that it is not looked at
 */
export function configurationTokens(text: string, file: string): readonly CST.Token[] {
  refuseLargeText(text, file, MAX_STRUCTURE);
  return tokensOf(text, file);
}

/** The documents of a file, with the errors of each, as the components' YAML 1.1 reader sees them. */
export function composeConfiguration(tokens: readonly CST.Token[], options: ParseOptions & DocumentOptions & SchemaOptions = {}): Document[] {
  const { Composer } = yaml();
  return [...new Composer({ version: '1.1', prettyErrors: false, logLevel: 'error', ...options }).compose(tokens)] as Document[];
}
