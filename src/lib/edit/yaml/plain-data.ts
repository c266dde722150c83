import type { Document } from 'yaml';
import { MAX_ALIASES, refuseLargeText, tokensOf } from './bounds';
import { Data } from './data';
import { yaml } from './load';
import { locate, SourceError } from './source-error';
import { usualDocuments } from './usual-text';

/** Aliases that stand for so much that they are not resolved: what the document says is not known. */
export class ExcessiveAliases extends SourceError {}

/**
 * A document as data, aliases resolved and not shared.
 *
 * @throws `SourceError` if an alias or merge key stands for nothing, for itself, or for too much
 */
export function plainData(document: Document, text: string, file: string): Data {
  try {
    let hasAnchor = false;
    const data = (document.toJS({ maxAliasCount: MAX_ALIASES, onAnchor: () => { hasAnchor = true; } }) ?? null) as Data;
    return hasAnchor || !isOfJson(data) ? JSON.parse(JSON.stringify(data)) as Data : data;
  } catch (error) {
    const { message } = error as Error;
    const at = locate(text, document.contents?.range?.[0] ?? 0);
    if (/excessive/i.test(message)) throw new ExcessiveAliases(file, at, `aliases stand for more than ${MAX_ALIASES} nodes; write the values out`);
    throw new SourceError(file, at, /circular/.test(message) ? 'an alias stands for a value that it is part of; write the value out'
      : /^Merge sources/.test(message) ? 'a merge key (<<) must stand before an alias of a mapping, or a list of them; write the values out'
        : message.charAt(0).toLowerCase() + message.slice(1));
  }
}

/**
 * The documents of a text as data, for who asks only what they say, and whether all of it is YAML; undefined: nothing can be made of it, as where
 * aliases stand for a text that grows without end, or it is as large or deep as none is that is read.
 */
export function looseData(text: string): { readonly documents: readonly Data[]; readonly isWhole: boolean } | undefined {
  try {
    const usual = usualDocuments(text);
    if (usual) return { documents: usual.map(({ data }) => data), isWhole: true };
    refuseLargeText(text, '');
    const composer = new (yaml().Composer)({ logLevel: 'silent', prettyErrors: false });
    let hasError = false;
    // One is enough: the parser would make an object of each, of some kilobytes.
    Object.assign(composer, {
      onError: (_at: unknown, _code: unknown, _message: string, isWarning?: boolean) => { hasError ||= isWarning !== true; },
    });
    const documents = [...composer.compose(tokensOf(text, ''))] as Document[];
    return {
      documents: documents.map(document => document.toJS({ maxAliasCount: MAX_ALIASES }) as Data),
      isWhole: !hasError && documents.every(({ errors }) => errors.length === 0),
    };
  } catch {
    return undefined;
  }
}

/** Whether JSON can say all of its numbers. */
function isOfJson(data: Data): boolean {
  if (typeof data === 'number') return Number.isFinite(data) && !Object.is(data, -0);
  if (typeof data !== 'object' || data === null) return true;
  return Array.isArray(data) ? data.every(isOfJson) : Object.values(data).every(isOfJson);
}
