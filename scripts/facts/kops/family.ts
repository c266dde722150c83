import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kinds } from './kinds';
import { differences } from './model';
import { readKops, ReadKops, unlistedKops } from './read';
import { kopsTables } from './tables';
import { WRITTEN_FILE, writtenClusters, WrittenRow, writtenRows } from './written';
import { generatedKops, KopsTable } from '../../../src/lib/facts/generated';
import { kopsReleaseIn } from '../../../src/lib/facts/kops';
import { tableText } from '../table-text';
import { Tables } from '../tables';

/**
 * The table of kops, of what can be read here. What each release makes of a Cluster is compared with what our model makes of it: of every kind of
 * Cluster, and of those that a migration writes for it.
 *
 * @param isChecked whether nothing is written
 * @throws if a release is out and in no list, or if the model makes something else
 */
export function kopsFamily(tags: readonly string[], isChecked: boolean): Tables {
  const unlisted = unlistedKops(tags);
  if (unlisted.length > 0) {
    throw new Error(`kops ${unlisted.join(', ')} is out, and scripts/facts/input/releases.json does not have it; add it to 'kops' there`);
  }
  const all = kinds();
  const read = readKops(tags, () => all);
  const tables = kopsTables(read, tags, generatedKops());
  const table = tables.get('kops.json') as KopsTable;
  // What is written depends on the table, so it is asked about afterwards.
  const clusters = (tag: string) => writtenClusters(tag, kopsReleaseIn(table, tag));
  const written = readKops([...read.keys()].filter(tag => clusters(tag).length > 0), clusters);
  const different = [
    ...[...read].flatMap(([tag, one]) => differences(tag, one, kopsReleaseIn(table, tag), all)),
    ...[...written].flatMap(([tag, one]) => differences(tag, one, kopsReleaseIn(table, tag), clusters(tag))),
  ];
  if (different.length > 0) throw new Error(different.join('\n'));
  const left = tags.filter(tag => !read.has(tag));
  if (left.length > 0) console.log(`kops: ${left.length} of ${tags.length} releases are not here, and stay as they were read before`);
  keepWritten(written, writtenRows(written, clusters), isChecked || left.length > 0);
  return tables;
}

/** @throws if what is kept about releases that were read is something else, and it is not to be written */
function keepWritten(read: ReadonlyMap<string, ReadKops>, rows: readonly WrittenRow[], isChecked: boolean): void {
  if (!isChecked) {
    const about = 'What kops itself makes of the Clusters that a migration writes, with the first and the last release of each minor: flags that the '
      + 'model has a say in. Written by `npm run facts`, compared by test/lib/installers/kops/kops-written.test.ts.';
    writeFileSync(WRITTEN_FILE, tableText({ about, rows }));
    return;
  }
  const kept = existsSync(WRITTEN_FILE) ? (JSON.parse(readFileSync(WRITTEN_FILE, 'utf8')) as { readonly rows: readonly WrittenRow[] }).rows : [];
  const single = (all: readonly WrittenRow[]) =>
    all.flatMap(({ of, ...made }) => of.filter(tag => read.has(tag)).map(tag => JSON.stringify([tag, made])));
  if (single(rows).sort().join('\n') === single(kept).sort().join('\n')) return;
  throw new Error('test/fixtures/kops-written.json is not what kops makes of the Clusters that are written; run \'npm run facts -- --only kops\', '
    + 'with FACTS_CLONES, and review the difference');
}
