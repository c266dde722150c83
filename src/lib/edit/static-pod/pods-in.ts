import { Data } from '../yaml/data';
import { parseSources, SourceDocument } from '../yaml/source-document';
import { attempt } from '../yaml/source-error';

/** The v1 Pods of a manifest. */
export interface PodsIn {
  readonly pods: readonly { readonly [key: string]: Data }[];
  /** Whether it has nothing else. */
  readonly isAll: boolean;
}

const NONE: PodsIn = { pods: [], isAll: false };

/** What a text is parsed with, where the reader keeps what was parsed. */
type Parse = (text: string) => readonly SourceDocument[];

const parseAlone: Parse = text => parseSources(text, { file: '', isOnlyRead: true, onDuplicateKey: () => undefined });

/** The Pods of a text, YAML or JSON alike; a text that cannot be parsed has none that is known. */
export function podsIn(text: string, parse: Parse = parseAlone): PodsIn {
  // Nothing else is a Pod, and most texts are programs and settings.
  if (!/\bPod\b/.test(text) || !text.includes('apiVersion')) return NONE;
  const documents = attempt(() => parse(text).map(({ data }) => data), () => []);
  const pods = documents.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Pod');
  return { pods, isAll: pods.length > 0 && pods.length === documents.length };
}
