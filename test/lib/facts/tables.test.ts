import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AWS_CCM_MINORS } from '../../../src/lib/facts/ccm-release-list';
import { generatedAwsCcm, generatedFlags } from '../../../src/lib/facts/generated';
import { allFactTables } from '../../../src/lib/facts/table';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

// Each module registers its tables when it is loaded, so that none can be forgotten here. The model has none of its own: version knowledge is in facts.
const FACTS = resolve(__dirname, '../../../src/lib/facts');
// eslint-disable-next-line @typescript-eslint/no-require-imports
for (const file of readdirSync(FACTS).filter(name => name.endsWith('.ts'))) require(join(FACTS, file));

/** Minors that `npm run facts` has read. */
const READ = Object.keys(generatedFlags('kubelet').read);
const NEWEST = READ.at(-1)!;
/** Tables that begin later, because no manifest of the older minors was read. */
const BEGINS: Readonly<Record<string, string>> = { 'rules of the AWS cloud-controller-manager in upstream\'s manifests': '1.23' };

const minorOf = (text: string) => KubernetesVersion.of(text).minor;

it('finds the tables', () => expect(allFactTables().length).toBeGreaterThan(35));

describe.each(allFactTables().map(table => [table.subject, table] as const))('table of %s', (subject, table) => {
  it('covers each minor to the newest that was read exactly once, in order', () => {
    const minors = table.rows.flatMap(({ from, to }) => Array.from({ length: minorOf(to) - minorOf(from) + 1 }, (_, i) => minorOf(from) + i));
    expect(minors).toEqual(READ.slice(READ.indexOf(BEGINS[subject] ?? '1.20')).map(minorOf));
  });

  it('ends with a row that somebody read in the newest minor', () => {
    for (const row of table.rows.slice(0, -1)) expect(row.readAt).toBeUndefined();
    const { readAt } = table.rows.at(-1)!;
    expect(readAt?.map(release => KubernetesVersion.of(release).patch)).not.toContain(undefined);
    expect(readAt?.map(release => KubernetesVersion.of(release).minorVersion)).toContain(NEWEST);
  });

  it('names a source for each row', () => {
    for (const { source } of table.rows) expect(source).toMatch(/\S{8}/);
  });

  it.each(['1.19', `1.${minorOf(NEWEST) + 1}`])('fails for %s and names the known range', minor => {
    expect(() => table.at(KubernetesVersion.of(minor))).toThrow(`Kubernetes ${minor} is not in the table of ${subject}; known: ${table.first} to ${NEWEST}`);
  });
});

describe('table of AWS cloud-controller-manager releases', () => {
  it('has each minor from 1.20 to 1.37 once, tags in order, and a source for each', () => {
    expect(AWS_CCM_MINORS.map(({ minor }) => minor)).toEqual(Array.from({ length: 18 }, (_, i) => `1.${20 + i}`));
    for (const { releases } of AWS_CCM_MINORS) {
      const patches = releases.map(({ tag }) => Number(tag.split('.')[2]));
      expect(patches).toEqual([...new Set(patches)].sort((a, b) => a - b));
      for (const { tag, source } of releases) expect(source).toBe(`k8s.io/cloud-provider-aws@${tag} go.mod`);
    }
  });

  it('has digests of promoted images only', () => {
    for (const { digest, promoted } of AWS_CCM_MINORS.flatMap(({ releases }) => releases)) {
      if (digest !== undefined) expect([digest.startsWith('sha256:'), promoted]).toEqual([true, true]);
    }
  });

  it('covers only tags that exist, in order, with a source in every range', () => {
    const { tags, calls, cloudConfigKeys, taggingFlags, ecr } = generatedAwsCcm();
    expect(tags).toEqual(AWS_CCM_MINORS.flatMap(({ releases }) => releases.map(({ tag }) => tag)));
    for (const [name, rows] of [
      ...Object.entries(byName(calls, 'call')), ...Object.entries(byName(cloudConfigKeys, 'key')), ...Object.entries(byName(taggingFlags, 'flag')), ['ecr', ecr] as const,
    ]) {
      const places = rows.flatMap(({ from, to }) => [tags.indexOf(from), tags.indexOf(to)]);
      expect([name, ...places]).toEqual([name, ...[...places].sort((a, b) => a - b)]);
      expect([name, places.includes(-1)]).toEqual([name, false]);
      for (const { source, from } of rows) expect(source).toMatch(new RegExp(`^k8s\\.io/cloud-provider-aws@${from} \\S+\\.go`));
    }
    // The patterns leave no tag out.
    expect(ecr.flatMap(({ from, to }) => tags.slice(tags.indexOf(from), tags.indexOf(to) + 1))).toEqual(tags);
  });
});

function byName<R extends object>(rows: readonly R[], name: keyof R): Record<string, R[]> {
  const groups: Record<string, R[]> = {};
  for (const row of rows) (groups[String(row[name])] ??= []).push(row);
  return groups;
}
