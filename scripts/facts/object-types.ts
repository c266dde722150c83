import { spawnSync } from 'node:child_process';
import { isInGoCache, moduleProxies } from './go-cache';
import { Options } from './options';
import { rangesByMinor, ReleasesByMinor } from './ranges';
import { distinct, Tables } from './tables';
import { lazy } from '../../src/lib/facts/lazy';
import { goBinary } from '../go-binary';

/** A type as a release declares it. */
interface ReadType {
  readonly name: string;
  readonly fields: { readonly [field: string]: string };
  readonly source: string;
}

const TYPES_READER = lazy(() => goBinary({ name: 'types-reader', dir: 'scripts/facts/types-reader' }));

/** Objects that are held against their types before they are read further. */
const ROOTS = [
  ...['Pod', 'ConfigMap', 'Secret'].map(name => `k8s.io/api/core/v1.${name}`),
  ...['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet'].map(name => `k8s.io/api/apps/v1.${name}`),
];

/** Types of objects, of the first and the last release of each minor: nothing is added to them in between. */
export function objectTypeTables(all: ReleasesByMinor, { offline, cached }: Pick<Options, 'offline' | 'cached'>): Tables {
  const read = Object.fromEntries(Object.entries(all).map(([minor, releases]) => [minor, [releases[0], releases.at(-1)!]]));
  const releases = Object.values(read).flat();
  const missing = releases.filter(release => !isInGoCache(release, 'k8s.io/api'));
  if (cached && missing.length > 0) {
    console.log(`types of objects are not compared: Go's cache has no k8s.io/api of ${missing.join(', ')}`);
    return new Map();
  }
  const { status, stdout, stderr } = spawnSync(TYPES_READER(), [...offline ? ['-offline'] : [], '-roots', ROOTS.join(','), ...releases], {
    encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, GOPROXY: moduleProxies() },
  });
  if (status !== 0) throw new Error(`the reader of types ended with ${status}:\n${stderr}`);
  const answers = Object.entries(JSON.parse(stdout) as { readonly [release: string]: readonly ReadType[] });
  const types = new Map(answers.map(([release, found]) => [release, new Map(found.map(({ name, ...rest }) => [name, rest]))]));
  const names = distinct([...types.values()].flatMap(found => [...found.keys()]));
  const rows = names.flatMap(name => rangesByMinor(read, release => types.get(release)!.get(name)).map(row => ({ name, ...row })));
  return new Map([['object-types.json', { read, rows }]]);
}
