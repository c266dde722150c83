/**
 * Writes src/lib/facts/generated from what was released. `--check` writes no table and ends with 1 where one is not what the sources say.
 * `--offline` reads only what is here already. `--cached`, with `--check`, compares only the releases that are here and the last of each minor.
 * `--turn <commit>` beside it: of what is not here the last of one minor, if every minor was compared by the sources as they are (compared.ts).
 * `--only aws-ccm` reads, writes and compares the tables of one family; `--news` says what is out and unread.
 * `--feed <file>` writes what the tables say of the AWS cloud-controller-manager, for releases of this package that are out.
 * `--bisect` first finds the releases that have to be read of all minors, or of those that are named, and writes them to input/releases.json.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { awsCcmTables } from './aws-ccm-tables';
import { awsCcmTags, readTagsOf } from './aws-ccm-tags';
import { bisect } from './bisect';
import { bootstrapTables } from './bootstrap-tables';
import { completeEnvironment } from './ccm-environment/complete';
import { agree, isSameText, saidOf } from './compare';
import { areCompared, noteCompared } from './compared';
import { feedContent, feedText } from './feed';
import { isInGoCache } from './go-cache';
import { clusterApiTables, kubeadmTables } from './installer-tables';
import { kopsFamily } from './kops/family';
import { LINES, newsOf, unreadOf } from './news';
import { etcdTables, objectTypeTables } from './object-types';
import { FAMILIES, Family, Options, parseOptions } from './options';
import { patchTable, youngerReleases } from './patches';
import { NotToBeHad, ReadAwsCcm, ReadClusterApi, readTags } from './reader';
import { Readings } from './readings';
import { demandEveryMinor, NEWEST, Releases, releasesToRead, withBisected } from './releases';
import { withSupportedVersions } from './supported-versions';
import { tableText } from './table-text';
import { controllerTables, flagTables, gateTables, inTreeTables, KubernetesReading, Tables } from './tables';

const ROOT = resolve(__dirname, '..', '..');
const GENERATED = join(ROOT, 'src', 'lib', 'facts', 'generated');
const SUPPORTED_VERSIONS = join(ROOT, 'docs', 'reference', 'supported-versions.md');

async function main(asked: Options): Promise<boolean> {
  if (asked.news) return sayWhatIsYounger(releasesToRead());
  if (asked.feed !== undefined) return writeFeed(asked.feed);
  const options = asked.turn === undefined || areCompared() ? asked : { ...asked, turn: undefined };
  const readings = new Readings();
  const releases = await bisected(releasesToRead(), options.bisect, readings);
  demandEveryMinor(releases);
  const isAsked = (family: Family) => options.only.includes(family);
  const read = isAsked('kubernetes') ? await readings.readAll(releases.kubernetes, options) : {};
  const awsModules = isAsked('aws-ccm') ? readTags<ReadAwsCcm>('aws-ccm', releases.awsCcm, options.offline) : undefined;
  if (isAsked('aws-ccm') && !options.check) completeEnvironment(readTagsOf(releases));
  const tables: Tables = new Map([
    ...isAsked('kubernetes') ? kubernetesTables({ read, at: release => readings.at(release) }) : [],
    ...isAsked('object-types') ? objectTypeTables(releases.kubernetes, options) : [],
    ...isAsked('etcd') ? etcdTables(releases.etcd, options) : [],
    ...awsModules ? awsCcmTables(awsCcmTags(awsModules), awsModules.values()) : [],
    ...isAsked('cluster-api') ? clusterApiTables(readTags<ReadClusterApi>('cluster-api', releases.clusterApi, options.offline)) : [],
    ...isAsked('kubernetes') ? patchTable(releases.kubernetes) : [],
    ...isAsked('kops') ? kopsFamily(releases.kops, options.check) : [],
  ]);
  if (!options.offline) sayWhatIsYounger(releases);
  const rowsOf = (name: string) => (tables.get(name) as { rows: [] } | undefined ?? before(name)).rows;
  const page = withSupportedVersions(readFileSync(SUPPORTED_VERSIONS, 'utf8'), {
    read: releases.kubernetes, kubernetes: rowsOf('kubernetes-releases.json'), ccm: rowsOf('aws-ccm-releases.json'),
  });
  if (!options.check) {
    write(tables, page, options.only.length === FAMILIES.length);
    if (options.only.length === FAMILIES.length) noteCompared();
    return true;
  }
  if (!isAsked('kubernetes')) {
    if (!isAsWritten(tables, page)) return false;
    console.log(`${tables.size} tables say what the releases of ${options.only.join(' and ')} say`);
    return true;
  }
  const [every, all] = [releases.kubernetes, read].map(byMinor => Object.values(byMinor).flat());
  const left = every.filter(release => !all.includes(release));
  if (!isAsWritten(tables, page, left.length > 0 ? all : undefined)) return false;
  if (left.length > 0) console.log(`not compared, since neither their modules nor an answer of the reader are here: ${left.join(', ')}`);
  console.log(`${tables.size} tables say what ${all.length} of ${every.length} releases of Kubernetes say: ${readings.anew.size} read anew, `
    + `${readings.kept.size} as this reader read them before`);
  if (options.turn === undefined && options.only.length === FAMILIES.length) noteCompared();
  return true;
}

function writeFeed(file: string): boolean {
  const content = feedContent();
  writeFileSync(file, feedText(content));
  console.log(`${file}: facts of ${content.day}, of ${content.releases.length} releases`);
  return true;
}

/** All tables about releases of Kubernetes. */
function kubernetesTables(reading: KubernetesReading): Tables {
  return new Map([flagTables, gateTables, inTreeTables, controllerTables, bootstrapTables, kubeadmTables].flatMap(make => [...make(reading)]));
}

/** What is to be read, after it was found out for some minors. */
async function bisected(releases: Releases, minors: readonly string[], readings: Readings): Promise<Releases> {
  const ask = async (minor: string, release: string) => {
    const answer = await readings.readOne(release);
    return answer instanceof NotToBeHad ? answer : saidOf(release, kubernetesTables({ read: { [minor]: [release] }, at: () => answer }));
  };
  readings.readAtOnce(minors.flatMap(minor => releases.kubernetes[minor] ?? []).filter(release => isInGoCache(release)), true);
  const found = await Promise.all(minors.map(async minor => {
    const newest = Number(NEWEST[minor].split('.')[2]);
    const of = await bisect(minor, newest, releases.kubernetes[minor] ?? [], release => ask(minor, release));
    console.log(`${minor}: ${of.read.join(', ')}${Object.values(of.notToBeHad).map(reason => `\n  ${reason}`).join('')}`);
    return [minor, of] as const;
  }));
  return found.length > 0 ? withBisected(releases, new Map(found)) : releases;
}

/**
 * What is out and unread. Without an answer the tables are as good as before, and it is not known whether there is more.
 *
 * @returns whether it is known
 */
function sayWhatIsYounger(releases: Releases): boolean {
  const { news, unknown } = newsOf([
    { name: 'Kubernetes or the AWS cloud-controller-manager', unread: () => youngerReleases(releases) },
    ...LINES.map(line => ({ name: line.name, unread: () => unreadOf(line, line.published()) })),
  ]);
  for (const line of [...news, ...unknown]) console.warn(line);
  return unknown.length === 0;
}

/** A table that was written before. */
function before(name: string): { readonly rows: [] } {
  return JSON.parse(readFileSync(join(GENERATED, name), 'utf8')) as { rows: [] };
}

/** @param areAll whether no table of another family stays */
function write(tables: Tables, page: string, areAll: boolean): void {
  if (areAll) rmSync(GENERATED, { recursive: true, force: true });
  for (const [name, table] of tables) {
    mkdirSync(dirname(join(GENERATED, name)), { recursive: true });
    writeFileSync(join(GENERATED, name), tableText(table));
  }
  writeFileSync(SUPPORTED_VERSIONS, page);
  console.log(`${tables.size} tables written below src/lib/facts/generated`);
}

/** @param some the releases that were read, where not all were */
function isAsWritten(tables: Tables, page: string, some?: readonly string[]): boolean {
  const different = [...tables].filter(([name, table]) => !isTableAsWritten(name, table, some)).map(([name]) => name);
  for (const name of different) {
    console.error(`src/lib/facts/generated/${name} is not what the released sources say; run 'npm run facts' and review the difference`);
  }
  const isSame = readFileSync(SUPPORTED_VERSIONS, 'utf8') === page;
  if (!isSame) console.error('docs/reference/supported-versions.md does not have the versions of the facts; run \'npm run facts\'');
  return different.length === 0 && isSame;
}

function isTableAsWritten(name: string, table: object, some?: readonly string[]): boolean {
  const path = join(GENERATED, name);
  if (!existsSync(path)) return false;
  const written = readFileSync(path, 'utf8');
  return some ? agree(JSON.parse(written), table as Record<string, unknown>, some) : isSameText(written, tableText(table));
}

process.once('SIGINT', () => process.exit(130)); // what is on the way is removed at exit
let options: Options;
try {
  options = parseOptions(process.argv.slice(2), Object.keys(NEWEST));
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
main(options).then(
  isRight => { process.exitCode = isRight ? 0 : 1; },
  (error: Error) => { console.error(error.message); process.exitCode = 1; },
);
