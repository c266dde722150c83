import type { Document, Node } from 'yaml';
import { yaml } from './load';
import { walk } from './walk';

/** A key that not every reader takes, and what to do. */
export interface KeyMistake {
  readonly message: string;
  readonly offset: number;
  /** The key, where it is given twice: some readers take the last one without a word. */
  readonly duplicate?: string;
}

/** Keys that their mapping has already, or that are a list or mapping themselves; found in time that grows with the text. */
export function keyMistakes(document: Document): readonly KeyMistake[] {
  const { isCollection, isScalar } = yaml();
  const mistakes: KeyMistake[] = [];
  walk(document, {
    map: ({ items }) => {
      const seen = new Map<string, unknown>();
      for (const { key } of items) {
        const offset = (key as Node | null)?.range?.[0] ?? 0;
        if (isCollection(key)) mistakes.push({ message: 'a list or mapping stands as a key; Kubernetes takes text only', offset });
        if (!isScalar(key)) continue;
        const name = key.source ?? String(key.value);
        const text = String(key.value);
        // Of a number and a text that are one key in JSON, either may win.
        const isSame = seen.get(text) === key.value;
        if (seen.has(text)) {
          mistakes.push({ message: `key ${name} is given twice; keep one of the two`, offset, ...isSame ? { duplicate: name } : {} });
        }
        seen.set(text, key.value);
      }
    },
  });
  return mistakes;
}
