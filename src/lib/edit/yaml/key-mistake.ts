import type { Document, Node } from 'yaml';
import { yaml } from './load';

/** A key that Kubernetes' reader would not take, and what to do. */
export interface KeyMistake {
  readonly message: string;
  readonly offset: number;
}

/** The first key that its mapping has already, or that is a list or mapping itself; found in time that grows with the text. */
export function keyMistake(document: Document): KeyMistake | undefined {
  const { isCollection, isScalar, visit } = yaml();
  let mistake: KeyMistake | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const offset = (key as Node | null)?.range?.[0] ?? 0;
        if (isCollection(key)) mistake = { message: 'a list or mapping stands as a key; Kubernetes takes text only', offset };
        if (isScalar(key) && seen.has(key.value)) mistake = { message: `key ${key.source ?? String(key.value)} is given twice; keep one of the two`, offset };
        if (mistake) return visit.BREAK;
        if (isScalar(key)) seen.add(key.value);
      }
      return undefined;
    },
  });
  return mistake;
}
