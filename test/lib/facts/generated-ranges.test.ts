import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { flagOf, hasFlag } from '../../../src/lib/facts/flags';
import { ReleaseRange } from '../../../src/lib/facts/read-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const GENERATED = resolve(__dirname, '../../../src/lib/facts/generated');

interface Row extends ReleaseRange {
  readonly source: string;
  readonly [field: string]: unknown;
}

interface Table {
  readonly read: { readonly [minor: string]: readonly string[] };
  readonly [rows: string]: unknown;
}

/** A row of several fields that have their ranges each by itself: as a row of each. */
function ofFields(row: Row): readonly Row[] {
  return Object.keys(row.fields as object).map(field => ({ ...row, key: field }));
}

/** Every generated table whose rows are ranges of releases of Kubernetes. */
const TABLES = readdirSync(GENERATED, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'))
  .map(name => [name, JSON.parse(readFileSync(join(GENERATED, name), 'utf8')) as Table] as const)
  .filter(([, { read }]) => read !== undefined && !Array.isArray(read));

/** What a row is about: rows of one fact follow each other. */
const SUBJECTS = ['flag', 'gate', 'package', 'component', 'kind', 'namespace', 'name', 'key', 'cloud', 'api', 'plugin'];

describe.each(TABLES)('%s', (name, table) => {
  const releases = Object.values(table.read).flat();
  const place = (text: string, end: 0 | -1) => releases.indexOf(table.read[text]?.at(end) ?? text);

  it('names the releases that were read, in order: the last of each minor that can be had, and one before it', () => {
    const minors = Object.keys(table.read).map(minor => KubernetesVersion.of(minor).minor);
    expect(minors).toEqual(minors.map((__, index) => minors[0] + index));
    for (const [minor, read] of Object.entries(table.read)) {
      expect(read.length).toBeGreaterThan(1);
      const patches = read.map(release => KubernetesVersion.of(release).patch!);
      expect([minor, patches]).toEqual([minor, [...patches].sort((a, b) => a - b)]);
      expect(read.every(release => release.startsWith(`${minor}.`))).toBe(true);
    }
  });

  it('has ranges that begin and end with a release that was read, do not overlap, and name module, version and place', () => {
    for (const lists of Object.values(table).filter(Array.isArray) as Row[][]) {
      const rows = name === 'kubelet-configuration.json' ? lists.flatMap(ofFields) : lists;
      expect(rows.length).toBeGreaterThan(0);
      const ends = new Map<string, number>();
      for (const row of rows) {
        const [first, last] = [place(row.from, 0), place(row.to, -1)];
        const subject = SUBJECTS.map(field => row[field]).join(' ');
        expect([subject, first > (ends.get(subject) ?? -1), last >= first]).toEqual([subject, true, true]);
        expect(row.source).toMatch(/^[a-z0-9.]+\/\S+@v\S+ \S+\.(go:\d+|yaml)$/);
        ends.set(subject, last);
      }
    }
  });
});

describe('a flag that came with a patch release', () => {
  const has = (flag: string, ...versions: string[]) => versions.map(version => hasFlag('kube-apiserver', flag, KubernetesVersion.of(version)));

  it('is there from that release on, and not before', () => {
    expect(has('lease-reuse-duration-seconds', '1.20.0', '1.20.5', '1.20.6', '1.20.7', '1.21')).toEqual([false, false, true, true, true]);
    expect(has('aggregator-reject-forwarding-redirect', '1.24.4', '1.24.5', '1.25.0', '1.25.1')).toEqual([false, true, false, true]);
  });

  it('is not known of a minor alone, nor of a release between the last without and the first with it', () => {
    expect(has('lease-reuse-duration-seconds', '1.20')).toEqual([undefined]);
    expect(has('aggregator-reject-forwarding-redirect', '1.22', '1.22.13', '1.22.14', '1.22.15')).toEqual([undefined, false, undefined, true]);
    expect(flagOf('kube-apiserver', 'aggregator-reject-forwarding-redirect', KubernetesVersion.of('1.22.14'))).toBe('unread');
  });

  it('is not known of a release after the last that was read, not even that it is gone', () => {
    expect(has('advertise-address', '1.34.10', '1.34.11', '1.34.13', '1.37.99')).toEqual([true, undefined, undefined, undefined]);
    expect(has('cloud-provider', '1.34.10', '1.34.11')).toEqual([false, undefined]);
    expect(flagOf('kube-apiserver', 'advertise-address', KubernetesVersion.of('1.34.13'))).toBe('unread');
  });

  it('is known of a release between two that say the same', () => {
    expect(has('cloud-provider', '1.26.7', '1.36.2')).toEqual([true, false]);
  });

  it('has no default where the releases around one do not agree on it', () => {
    const image = (version: string) => flagOf('kubelet', 'pod-infra-container-image', KubernetesVersion.of(version)) as { default?: string };
    expect(['1.24.7', '1.24.8', '1.24.9', '1.24'].map(version => image(version).default))
      .toEqual(['k8s.gcr.io/pause:3.7', undefined, 'registry.k8s.io/pause:3.7', undefined]);
    expect(image('1.23.13').default).toBe('k8s.gcr.io/pause:3.6');
  });

  it('is one of a library in a cloud-controller-manager, whatever patch release that has', () => {
    expect(hasFlag('cloud-controller-manager', 'leader-elect', KubernetesVersion.of('1.34.13'))).toBe(true);
  });

  it('keeps its default by release', () => {
    const fallback = (version: string) => flagOf('kube-scheduler', 'leader-elect', KubernetesVersion.of(version));
    expect(['1.21.14', '1.22.3', '1.22.4'].map(version => (fallback(version) as { default?: string }).default)).toEqual(['true', 'false', 'true']);
  });
});
