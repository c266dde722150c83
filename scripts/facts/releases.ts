import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byVersion } from './aws-ccm-tags';
import { Bisected } from './bisect';
import patches from './input/kubernetes-patches.json';
import { ReleasesByMinor } from './ranges';

/** What is read, in `input/releases.json`. */
export interface Releases {
  /** The first and the last of each minor that can be had, and the two sides of each change between them. */
  readonly kubernetes: ReleasesByMinor;
  /** Releases of Kubernetes about which the tables say nothing, since their modules cannot be had, with the reason. */
  readonly notToBeHad: { readonly [release: string]: string };
  /** Of etcd's server, by the versions of its modules: the first and the last of each minor. */
  readonly etcd: readonly string[];
  readonly awsCcm: readonly string[];
  readonly clusterApi: readonly string[];
  /** Every release of each minor that the table has. */
  readonly kops: readonly string[];
}

const FILE = join(__dirname, 'input', 'releases.json');

/** The newest patch release of each minor that is out. */
export const NEWEST: { readonly [minor: string]: string } = patches.newest;

export function releasesToRead(): Releases {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Releases;
}

/** @throws if no minor has been bisected yet */
export function demandEveryMinor({ kubernetes }: Releases): void {
  const missing = Object.keys(NEWEST).filter(minor => !kubernetes[minor]);
  if (missing.length === 0) return;
  const remedy = `'npm run facts -- --bisect ${missing.join(' ')}' finds them`;
  throw new Error(`scripts/facts/input/releases.json has no release of Kubernetes ${missing.join(', ')}; ${remedy}`);
}

/** Writes the file, where the releases of some minors are others now. */
export function withBisected(releases: Releases, bisected: ReadonlyMap<string, Bisected>): Releases {
  const isOther = (name: string) => !bisected.has(name.split('.').slice(0, 2).join('.'));
  const sorted = <T>(entries: readonly (readonly [string, T])[]) => Object.fromEntries([...entries].sort(([a], [b]) => byVersion(a, b)));
  const changed = {
    ...releases,
    kubernetes: sorted([
      ...Object.entries(releases.kubernetes).filter(([minor]) => isOther(minor)),
      ...[...bisected].map(([minor, { read }]) => [minor, read] as const),
    ]),
    notToBeHad: sorted([
      ...Object.entries(releases.notToBeHad).filter(([release]) => isOther(release)),
      ...[...bisected.values()].flatMap(({ notToBeHad }) => Object.entries(notToBeHad)),
    ]),
  };
  // Each list is one line: what a bisection adds is seen in that of its minor.
  const text = JSON.stringify(changed, null, 2).replace(/\[[^\]]*\]/g, list => JSON.stringify(JSON.parse(list)).replaceAll(',', ', '));
  writeFileSync(FILE, `${text}\n`);
  return changed;
}
