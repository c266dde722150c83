import { createRequire } from 'node:module';
import { parseAllDocuments } from 'yaml';

const load = createRequire(__filename);
const { loadAll } = load('js-yaml') as { loadAll(text: string): readonly unknown[] };
const { safeLoad } = load('yaml-ast-parser') as { safeLoad(text: string): object };

/** Bounds that others set: each reads a text, and looks at nothing in it. */
export const YAML_READERS = {
  /** The one that we use. */
  'yaml': (text: string) => { parseAllDocuments(text).map(document => document.toJS() as unknown); },
  /** Values alone, without their places. */
  'js-yaml': (text: string) => { loadAll(text); },
  /** Places too, and no comments. */
  'yaml-ast-parser': (text: string) => { safeLoad(text); },
} as const;

export type YamlReader = keyof typeof YAML_READERS;
