/**
 * Writes src/lib/facts/generated from what was released. `--check` writes nothing and ends with 1 where a table is not what the sources say.
 * `--offline` reads only modules that are in Go's cache already. `--cached`, with `--check`, compares only the releases that are there and the last
 * of each minor.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { awsCcmTables } from './aws-ccm-tables';
import { awsCcmTags } from './aws-ccm-tags';
import { bootstrapTables } from './bootstrap-tables';
import { cachedReleases } from './cached';
import { agree } from './compare';
import releases from './input/releases.json';
import { clusterApiTables, kubeadmTables } from './installer-tables';
import { patchTable, youngerReleases } from './patches';
import { ReadAwsCcm, ReadClusterApi, readReleases, readTags } from './reader';
import { withSupportedVersions } from './supported-versions';
import { tableText } from './table-text';
import { controllerTables, flagTables, gateTables, inTreeTables } from './tables';

const ROOT = resolve(__dirname, '..', '..');
const GENERATED = join(ROOT, 'src', 'lib', 'facts', 'generated');
const README = join(ROOT, 'README.md');
const OPTIONS = ['--check', '--offline', '--cached'];

const options = process.argv.slice(2);
const unknown = options.filter(option => !OPTIONS.includes(option));
const [check, offline, cached] = OPTIONS.map(option => options.includes(option));
if (unknown.length > 0 || (cached && !check)) {
  const wrong = unknown.length > 0 ? `unknown option ${unknown.join(' ')}` : '--cached without --check';
  console.error(`${wrong}; accepted: ${OPTIONS.join(', ')}, the last with --check only`);
  process.exit(2);
}

const read = cached ? cachedReleases(releases.kubernetes) : releases.kubernetes;
const [every, all] = [releases.kubernetes, read].map(byMinor => Object.values(byMinor).flat());
const answers = readReleases(all, offline);
const kubernetes = { read, at: (release: string) => answers[release] };
const awsModules = readTags<ReadAwsCcm>('aws-ccm', releases.awsCcm, offline);
const tables = new Map([
  ...[flagTables, gateTables, inTreeTables, controllerTables, bootstrapTables, kubeadmTables].flatMap(make => [...make(kubernetes)]),
  ...awsCcmTables(awsCcmTags(awsModules), awsModules.values()),
  ...clusterApiTables(readTags<ReadClusterApi>('cluster-api', releases.clusterApi, offline)),
  ...patchTable(releases.kubernetes),
]);
if (!offline) sayWhatIsYounger();
const rowsOf = (name: string) => (tables.get(name) as { rows: [] }).rows;
const oldReadme = readFileSync(README, 'utf8');
const readme = withSupportedVersions(oldReadme, {
  read: releases.kubernetes, kubernetes: rowsOf('kubernetes-releases.json'), ccm: rowsOf('aws-ccm-releases.json'),
});

if (check) {
  const different = [...tables].filter(([name, table]) => !isAsWritten(name, table)).map(([name]) => name);
  for (const name of different) {
    console.error(`src/lib/facts/generated/${name} is not what the released sources say; run 'npm run facts' and review the difference`);
  }
  if (oldReadme !== readme) console.error('the supported versions in README.md are not those of the facts; run \'npm run facts\'');
  if (different.length > 0 || oldReadme !== readme) process.exit(1);
  const left = every.filter(release => !all.includes(release));
  if (left.length > 0) console.log(`not compared, since their modules are not in Go's cache: ${left.join(', ')}`);
  console.log(`${tables.size} tables say what ${all.length} of ${every.length} releases of Kubernetes say`);
} else {
  rmSync(GENERATED, { recursive: true, force: true });
  for (const [name, table] of tables) {
    mkdirSync(dirname(join(GENERATED, name)), { recursive: true });
    writeFileSync(join(GENERATED, name), tableText(table));
  }
  writeFileSync(README, readme);
  console.log(`${tables.size} tables written below src/lib/facts/generated`);
}

/** What is out and unread. Without an answer the tables are as good as before, and it is not known whether there is more. */
function sayWhatIsYounger(): void {
  try {
    for (const younger of youngerReleases(releases)) console.warn(younger);
  } catch (error) {
    console.warn(`not known whether there are younger releases: ${(error as Error).message}`);
  }
}

function isAsWritten(name: string, table: object): boolean {
  const path = join(GENERATED, name);
  if (!existsSync(path)) return false;
  const written = readFileSync(path, 'utf8');
  return all.length === every.length ? written === tableText(table) : agree(JSON.parse(written), table as Record<string, unknown>, all);
}
