import { Data } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';

/** Most words of command lines in all texts that are read together: each becomes a flag with its place. 3,000 control-plane nodes have 225,000. */
export const MAX_WORDS = 300_000;
/** Most containers in them. 3,000 control-plane nodes have 12,000. */
export const MAX_CONTAINERS = 15_000;

const WORDS = new Set(['command', 'args']);
const CONTAINERS = new Set(['containers', 'initContainers']);

/** Containers of all objects, and the words of their command lines: what their reading costs, whatever the text around them has. */
export function processesIn(documents: readonly SourceDocument[]) {
  let [containers, words] = [0, 0];
  const open: Data[] = documents.map(({ data }) => data);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) {
      for (const item of next) if (isCollection(item)) open.push(item);
    } else if (isCollection(next)) {
      for (const [key, value] of Object.entries(next)) {
        if (!isCollection(value)) continue;
        const size = Array.isArray(value) ? value.length : 0;
        if (WORDS.has(key)) words += size;
        else open.push(value);
        if (CONTAINERS.has(key)) containers += size;
      }
    }
  }
  return { containers, words };
}

function isCollection(value: Data): value is Extract<Data, object> {
  return typeof value === 'object' && value !== null;
}
