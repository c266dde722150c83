import { contentHash } from './content-hash';

const HASH_LENGTH = 8;

/**
 * A text as a name: the text itself where it already is one, else what can be read of it with a hash of the whole, so that two texts never share it.
 *
 * @param isName whether a text is one already, apart from its length
 * @param longest most characters that the name may have, more than ten
 */
export function derivedName(text: string, isName: (text: string) => boolean, longest: number): string {
  if (isName(text) && text.length <= longest) return text;
  const readable = text.toLowerCase().replace(/[^0-9a-z]+/g, '-').slice(0, longest - HASH_LENGTH - 1).replace(/^-|-$/g, '');
  return `${readable}-${contentHash(text).slice(0, HASH_LENGTH)}`.replace(/^-/, '');
}
