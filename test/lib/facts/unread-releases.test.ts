import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { saidOf } from '../../../scripts/facts/compare';
import { NEWEST, releasesToRead } from '../../../scripts/facts/releases';
import { generatedAdmissionPlugins, generatedFileTypes, generatedKubeletConfiguration, generatedObjectTypes } from '../../../src/lib/facts/generated';
import { ReleaseRange } from '../../../src/lib/facts/read-releases';

const GENERATED = resolve(__dirname, '../../../src/lib/facts/generated');
const { kubernetes, notToBeHad } = releasesToRead();

/** Of the first and the last release of each minor: Kubernetes adds no field to an API within one, as the last test sees. */
const OF_ENDS = ['object-types.json', 'file-types.json', 'admission-plugins.json', 'kubelet-configuration.json'];

/** Generated tables whose rows are ranges of releases of Kubernetes. */
const TABLES = new Map(readdirSync(GENERATED, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json') && !OF_ENDS.includes(name))
  .map(name => [name, JSON.parse(readFileSync(join(GENERATED, name), 'utf8')) as { readonly read?: object }] as const)
  .filter(([, { read }]) => read !== undefined && !Array.isArray(read)));

const patchOf = (release: string) => Number(release.split('.')[2]);

/** Releases of a minor that are out and about which some table says nothing: before the first that was read, after the last, and inside a change. */
function unreadOf(minor: string): string[] {
  const read = kubernetes[minor];
  const said = read.map(release => saidOf(release, TABLES));
  const changes = read.slice(1).flatMap((high, index) => said[index] === said[index + 1] ? [] : [[patchOf(read[index]), patchOf(high)]]);
  const gaps = [[-1, patchOf(read[0])], ...changes, [patchOf(read.at(-1)!), patchOf(NEWEST[minor]) + 1]];
  return gaps.flatMap(([low, high]) => Array.from({ length: high - low - 1 }, (_, index) => `${minor}.${low + 1 + index}`));
}

describe.each(Object.keys(NEWEST))('%s', minor => {
  it('is unread only in releases that cannot be had: each change lies between two releases that follow each other', () => {
    const named = Object.keys(notToBeHad).filter(release => release.startsWith(`${minor}.`));
    // What is more here than named: 'npm run facts -- --bisect' with the minor finds the releases to read, or why they cannot be.
    expect(unreadOf(minor)).toEqual(named);
  });
});

it('each release that cannot be had has the answer for its reason', () => {
  for (const [release, reason] of Object.entries(notToBeHad)) expect([release, reason]).toEqual([release, expect.stringMatching(/: (403|404|410) /)]);
});

it('the tables are made of the releases that are listed', () => {
  expect(TABLES.size).toBeGreaterThan(9);
  for (const { read } of TABLES.values()) expect(read).toEqual(kubernetes);
});

it.each([
  ['types of objects', generatedObjectTypes], ['types of files', generatedFileTypes],
  ['the kubelet\'s configuration', generatedKubeletConfiguration], ['admission plugins', generatedAdmissionPlugins],
] as const)('%s are read of the first and the last release of each minor, and none changes in between', (_, table) => {
  const { read, rows } = table();
  expect(read).toEqual(Object.fromEntries(Object.entries(kubernetes).map(([minor, releases]) => [minor, [releases[0], releases.at(-1)]])));
  // 1.28 has kubeadm's v1beta4 as an experiment, which is not announced.
  const announced = (rows as readonly (ReleaseRange & { readonly source: string })[]).filter(({ source }) => !/v1\.28\.\d+ .*v1beta4/.test(source));
  expect(announced.filter(({ from, to }) => ![from, to].every(release => /^1\.\d+$/.test(release ?? '')))).toEqual([]);
});
