import { kinds } from './kinds';
import { differences } from './model';
import { readKops, unlistedKops } from './read';
import { kopsTables } from './tables';
import { generatedKops, KopsTable } from '../../../src/lib/facts/generated';
import { kopsReleaseIn } from '../../../src/lib/facts/kops';
import { Tables } from '../tables';

/**
 * The table of kops, of what can be read here; what each release makes of a Cluster is compared with what our model makes of it.
 *
 * @throws if a release is out and in no list, or if the model makes something else
 */
export function kopsFamily(tags: readonly string[]): Tables {
  const unlisted = unlistedKops(tags);
  if (unlisted.length > 0) {
    throw new Error(`kops ${unlisted.join(', ')} is out, and scripts/facts/input/releases.json does not have it; add it to 'kops' there`);
  }
  const asked = kinds();
  const read = readKops(tags, () => asked);
  const tables = kopsTables(read, tags, generatedKops());
  const table = tables.get('kops.json') as KopsTable;
  const different = [...read].flatMap(([tag, one]) => differences(tag, one, kopsReleaseIn(table, tag), asked));
  if (different.length > 0) throw new Error(different.join('\n'));
  const left = tags.filter(tag => !read.has(tag));
  if (left.length > 0) console.log(`kops: ${left.length} of ${tags.length} releases are not here, and stay as they were read before`);
  return tables;
}
