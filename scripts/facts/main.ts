/**
 * Writes src/lib/facts/generated from what was released. `--check` writes nothing and ends with 1 where a table is not what the sources say; `--offline` reads
 * only modules that are in Go's cache already.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { awsCcmTables } from './aws-ccm-tables';
import { awsCcmTags } from './aws-ccm-tags';
import releases from './input/releases.json';
import { patchTable, youngerReleases } from './patches';
import { readAwsCcms, readReleases } from './reader';
import { withSupportedVersions } from './supported-versions';
import { tableText } from './table-text';
import { flagTables, gateTables, inTreeTables } from './tables';

const GENERATED = resolve(__dirname, '..', '..', 'src', 'lib', 'facts', 'generated');

const options = process.argv.slice(2);
const unknown = options.filter(option => !['--check', '--offline'].includes(option));
if (unknown.length > 0) {
  console.error(`unknown option ${unknown.join(' ')}; accepted: --check, --offline`);
  process.exit(2);
}

const offline = options.includes('--offline');
const read = readReleases(releases.kubernetes, offline);
const tags = awsCcmTags(readAwsCcms(releases.awsCcm, offline));
const tables = new Map([...flagTables(read), ...gateTables(read), ...inTreeTables(read), ...awsCcmTables(tags), ...patchTable()]);
if (!offline) for (const younger of youngerReleases(releases)) console.warn(younger);
const files = new Map([...tables].map(([name, table]) => [name, tableText(table)]));
const rowsOf = (name: string) => (tables.get(name) as { rows: [] }).rows;
const README = resolve(__dirname, '..', '..', 'README.md');
const readme = withSupportedVersions(readFileSync(README, 'utf8'), {
  read: (tables.get('flags/kubelet.json') as { read: Record<string, string> }).read, kubernetes: rowsOf('kubernetes-releases.json'), ccm: rowsOf('aws-ccm-releases.json'),
});
if (options.includes('--check')) {
  const different = [...files].filter(([name, text]) => !existsSync(join(GENERATED, name)) || readFileSync(join(GENERATED, name), 'utf8') !== text);
  for (const [name] of different) console.error(`src/lib/facts/generated/${name} is not what the released sources say; run 'npm run facts' and review the difference`);
  const oldReadme = readFileSync(README, 'utf8') !== readme;
  if (oldReadme) console.error('the supported versions in README.md are not those of the facts; run \'npm run facts\'');
  if (different.length > 0 || oldReadme) process.exit(1);
  console.log(`${files.size} tables say what ${releases.kubernetes.length} releases of Kubernetes say`);
} else {
  rmSync(GENERATED, { recursive: true, force: true });
  for (const [name, text] of files) {
    mkdirSync(dirname(join(GENERATED, name)), { recursive: true });
    writeFileSync(join(GENERATED, name), text);
  }
  writeFileSync(README, readme);
  console.log(`${files.size} tables written below src/lib/facts/generated`);
}
