import type { CST } from 'yaml';
import { MAX_DEPTH, refuseLargeTree } from './bounds';
import { yaml } from './load';
import { SourceError } from './source-error';

/**
 * The tokens of a text.
 *
 * @throws `SourceError` if it is nested too deep; the parser itself recurses where it closes what was never closed, and ends there with an error of
 *   the engine
 */
export function tokensOf(text: string, file: string): CST.Token[] {
  const { Parser } = yaml();
  try {
    const tokens = [...new Parser().parse(text)];
    refuseLargeTree(tokens, text, file);
    return tokens;
  } catch (error) {
    if (error instanceof RangeError) throw new SourceError(file, { line: 1, column: 1 }, `nested deeper than the limit of ${MAX_DEPTH} levels`);
    throw error;
  }
}
