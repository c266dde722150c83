import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PLAIN_LISTS, READ_AS_A_WHOLE, RELEASE_LISTS, TABLES_BY_MINOR } from './every-table';
import { BEHAVIOUR_CHANGES } from '../../../src/lib/facts/ccm-behaviour-changes';
import { AWS_CCM_CHANGES, AwsCcmChange, hasChange } from '../../../src/lib/facts/ccm-changes';
import { isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmMinors } from '../../../src/lib/facts/ccm-release-list';
import { generatedAwsCcm, generatedFlags } from '../../../src/lib/facts/generated';
import { SERVICE_REFUSALS } from '../../../src/lib/facts/service-refusals';
import { parseRelease } from '../../../src/lib/facts/since';
import { generatedTable } from '../../../src/lib/facts/table';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const SRC = resolve(__dirname, '../../../src');

/** Minors that `npm run facts` has read. */
const READ = Object.keys(generatedFlags('kubelet').read);
const NEWEST = READ.at(-1)!;
const minorOf = (text: string) => KubernetesVersion.of(text).minor;

/** Releases that a source names: `k8s.io/kubernetes@v1.26.15`, `k8s.io/client-go@v0.27.16`, `v1.31.14:333`. */
const releasesIn = (source: string) => [...source.matchAll(/\bv[01]\.(\d+)\.\d+/g)].map(([, minor]) => Number(minor));

describe('the list of tables', () => {
  it('has every table of values per minor', () => {
    const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts') && !name.endsWith('facts/table.ts'));
    const made = files.flatMap(name => [...readFileSync(join(SRC, name), 'utf8').matchAll(/new FactTable\b|\bgeneratedTable\(/g)]).length;
    // Two functions make several each: one per component with --cloud-provider=aws, and keys and aliases of both controller managers.
    expect(TABLES_BY_MINOR.length).toBe(made + 2 + 3);
    expect(new Set(TABLES_BY_MINOR.map(({ subject }) => subject)).size).toBe(TABLES_BY_MINOR.length);
  });

  it('has every list of rows with a source', () => {
    const facts = join(SRC, 'lib/facts');
    const exported = readdirSync(facts).filter(name => name.endsWith('.ts') && name !== 'generated.ts')
      .flatMap(name =>
        [...readFileSync(join(facts, name), 'utf8').matchAll(
          /^export const (\w+)[^=]*(?:readonly \w+(?:Fact|Release|Field|Scheme|Image)\[\]|readonly source: string \}\[\])>?\s*=/gm,
        )].map(([, constant]) => constant));
    const list = readFileSync(join(__dirname, 'every-table.ts'), 'utf8');
    // Made of the generated table of releases, which is walked below.
    const derived = ['awsCcmReleases'];
    expect(exported.length).toBeGreaterThan(7);
    expect(exported.filter(name => !list.includes(name) && !derived.includes(name))).toEqual([]);
  });
});

describe('files with rows by hand', () => {
  const facts = join(SRC, 'lib/facts');
  const list = readFileSync(join(__dirname, 'every-table.ts'), 'utf8');

  it.each(readdirSync(facts).filter(name => name.endsWith('.ts') && /^ {2,}source: (?:['`]|[A-Z])/m.test(readFileSync(join(facts, name), 'utf8'))))(
    '%s has its table in the list', name => expect(list).toContain(`lib/facts/${name.replace('.ts', '')}'`));
});

describe.each(TABLES_BY_MINOR.map(table => [table.subject, table] as const))('table of %s', (subject, table) => {
  it('covers each minor to the newest that was read exactly once, in order', () => {
    const minors = table.rows.flatMap(({ from, to }) => Array.from({ length: minorOf(to) - minorOf(from) + 1 }, (_, i) => minorOf(from) + i));
    expect(minors).toEqual(READ.map(minorOf));
  });

  it('ends with a row that was read in the newest minor, by the generator or by a person', () => {
    const { readAt } = table.rows.at(-1)!;
    if (table.isGenerated) {
      expect(readAt).toBeUndefined();
    } else {
      expect(readAt?.map(release => KubernetesVersion.of(release).patch)).not.toContain(undefined);
      expect(readAt?.map(release => KubernetesVersion.of(release).minorVersion)).toContain(NEWEST);
    }
  });

  it('has in each row by hand the releases in which it was read, of the first and the last minor for one that has ended', () => {
    for (const { from, to, readAt = [] } of table.isGenerated ? [] : table.rows.slice(0, -1)) {
      const minors = readAt.map(release => KubernetesVersion.of(release).minorVersion);
      expect([from, ...minors]).toEqual([from, ...new Set([from, to])]);
    }
  });

  it('names for each row a release of its range in which it was read', () => {
    for (const { from, to, source, readAt = [] } of table.rows) {
      const named = [...releasesIn(source), ...readAt.map(minorOf), ...table.isGenerated ? [minorOf(from)] : []];
      expect([from, source, named.some(minor => minorOf(from) <= minor && minor <= minorOf(to))]).toEqual([from, source, true]);
    }
  });

  it.each(['1.19', `1.${minorOf(NEWEST) + 1}`])('fails for %s and names the known range', minor => {
    expect(() => table.at(KubernetesVersion.of(minor))).toThrow(`Kubernetes ${minor} is not in the table of ${subject}; known: ${table.first} to `
      + `${NEWEST}`);
  });
});

describe.each(Object.entries(RELEASE_LISTS))('table of releases of %s', (_, rows) => {
  it('has each minor once, in order and without a hole, with a source', () => {
    const minors = rows.map(({ release }) => Number(release.split('.')[1]));
    expect(minors).toEqual(minors.map((__, index) => minors[0] + index));
    expect(new Set(rows.map(({ release }) => release.split('.')[0])).size).toBe(1);
    for (const { source } of rows) expect(source).toMatch(/@v?\d+\.\d+\.\d+(\+rke2r\d+)? /);
  });

  it('has in each row the releases in which it was read, the first of which its source names', () => {
    for (const { release, readAt, source } of rows) {
      expect([release, readAt[0]]).toStrictEqual([release, expect.stringMatching(/^v\d+\.\d+\.\d+(\+rke2r\d+)?$/)]);
      expect([release, readAt.filter(tag => !/^v\d+\.\d+\.\d+(\+rke2r\d+)?$/.test(tag))]).toStrictEqual([release, []]);
      expect(source).toContain(`@${readAt[0]} `);
    }
  });
});

describe.each(Object.entries(READ_AS_A_WHOLE))('list of %s', (_, readAt) => {
  it('was read in the newest minor', () => {
    expect(readAt.map(release => KubernetesVersion.of(release.replace('v', '')).minorVersion)).toContain(NEWEST);
  });
});

describe.each(Object.entries(PLAIN_LISTS))('table of %s', (_, rows) => {
  it('has a source for each row', () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const { source } of rows) expect(source).toMatch(/\S{8}/);
  });
});

describe('a table of what was generated', () => {
  const read = { '1.20': ['1.20.0', '1.20.15'], '1.21': ['1.21.0'] };
  const names = (held: readonly { readonly source: string }[]) => held.map(({ source }) => source);

  it('has a row for each value, which ends with the last minor that was read', () => {
    const table = generatedTable('things', read, [[{ from: '1.20', to: '1.21', source: 'a' }], [{ from: '1.21', to: '1.21', source: 'b' }]], names);
    expect(table.rows)
      .toEqual([{ from: '1.20', to: '1.20', value: ['a'], source: 'a' }, { from: '1.21', to: '1.21', value: ['a', 'b'], source: 'a; b' }]);
  });

  it('fails where the releases of a minor disagree', () => {
    expect(() => generatedTable('things', read, [[{ from: '1.20.15', to: '1.21', source: 'a' }]], names))
      .toThrow('releases of 1.20 disagree on things; a value per minor cannot say that');
  });
});

describe('changes of the AWS cloud-controller-manager', () => {
  const tags = awsCcmMinors().flatMap(({ releases }) => releases.map(({ tag }) => tag));

  const rows: readonly (readonly [string, AwsCcmChange])[] = [
    ...Object.entries(AWS_CCM_CHANGES), ...[...BEHAVIOUR_CHANGES, ...SERVICE_REFUSALS].map(row => [row.id, row] as const),
  ];

  it.each(rows)('%s: begins with tags that exist, and was seen at the newest that is assessed', (_, { since, readAt }) => {
    expect(since.map(release => `v${release}`).filter(tag => !tags.includes(tag))).toEqual([]);
    expect(readAt).toContain(tags.filter(isAssessed).at(-1));
  });

  it('hold for a line of releases from its own first on, and for those that are named beside', () => {
    const domain = (release: string) => hasChange(parseRelease(release), 'findsInstanceIdNamesWithDomain');
    expect(['1.26.10', '1.26.11', '1.27.1', '1.27.2', '1.27.3', '1.28.0', '1.37.0'].map(domain))
      .toEqual([false, true, false, true, false, true, true]);
  });
});

describe('table of AWS cloud-controller-manager releases', () => {
  it('has each minor once, tags in order, and a source for each', () => {
    expect(awsCcmMinors().map(({ minor }) => minor)).toEqual(READ);
    for (const { releases } of awsCcmMinors()) {
      const patches = releases.map(({ tag }) => Number(tag.split('.')[2]));
      expect(patches).toEqual([...new Set(patches)].sort((a, b) => a - b));
      for (const { tag, source } of releases) expect(source).toBe(`k8s.io/cloud-provider-aws@${tag} go.mod`);
    }
  });

  it('has digests of promoted images only', () => {
    for (const { digest, promoted } of awsCcmMinors().flatMap(({ releases }) => releases)) {
      if (digest !== undefined) expect([digest.startsWith('sha256:'), promoted]).toEqual([true, true]);
    }
  });

  it('covers only tags that exist, in order, with a source in every range', () => {
    const { tags, calls, cloudConfigKeys, taggingFlags, ecr } = generatedAwsCcm();
    expect(tags).toEqual(awsCcmMinors().flatMap(({ releases }) => releases.map(({ tag }) => tag)));
    for (const [name, rows] of [
      ...Object.entries(byName(calls, 'call')), ...Object.entries(byName(cloudConfigKeys, 'key')), ...Object.entries(byName(taggingFlags, 'flag')),
      ['ecr', ecr] as const,
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
