import { ranges } from './ranges';
import { ReadFlag, ReadRelease } from './reader';

/** Files to write below src/lib/facts/generated, by name. */
export type Tables = Map<string, object>;

const minorOf = (release: string) => release.slice(0, release.lastIndexOf('.'));

/** One file per component: all its flags, and the releases that were read. */
export function flagTables(read: { readonly [release: string]: ReadRelease }): Tables {
  const releases = Object.keys(read).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const patchOf = new Map(releases.map(release => [minorOf(release), release]));
  const tables: Tables = new Map();
  for (const component of Object.keys(read[releases[0]].flags)) {
    const byName = (release: string) => new Map(read[patchOf.get(release)!].flags[component].map(flag => [flag.name, flag]));
    const flags = new Map([...patchOf.keys()].map(minor => [minor, byName(minor)]));
    const names = [...new Set([...flags.values()].flatMap(known => [...known.keys()]))].sort();
    const rowsOf = (name: string) => ranges([...patchOf.keys()], minor => withoutName(flags.get(minor)!.get(name)));
    const rows = names.flatMap(name => rowsOf(name).map(row => ({ flag: name, ...row })));
    tables.set(`flags/${component}.json`, { read: Object.fromEntries(patchOf), rows });
  }
  return tables;
}

const STAGES: Readonly<Record<string, string>> = { 'ALPHA': 'Alpha', 'BETA': 'Beta', '': 'GA', 'DEPRECATED': 'Deprecated' };

/** Feature gates by the package that registers them: which components have them follows from what they link. */
export function gateTables(read: { readonly [release: string]: ReadRelease }): Tables {
  const releases = Object.keys(read).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const gates = new Map(releases.map(release => [release, new Map(read[release].gates.map(gate => [`${gate.name} ${gate.package}`, gate]))]));
  const names = [...new Set([...gates.values()].flatMap(known => [...known.keys()]))].sort();
  const rows = names.flatMap(key => ranges(releases, release => {
    const gate = gates.get(release)!.get(key);
    return gate && { stage: STAGES[gate.stage], default: gate.default, ...gate.locked ? { locked: true } : {}, source: gate.source };
  }).map(({ from, to, ...row }) => ({ gate: key.split(' ')[0], package: key.split(' ')[1], from: minorOf(from), to: minorOf(to), ...row })));
  return new Map([['feature-gates.json', { read: Object.fromEntries(releases.map(release => [minorOf(release), release])), rows }]]);
}

/** Keys of the cloud config that the AWS provider inside kube-controller-manager reads. */
export function inTreeTables(read: { readonly [release: string]: ReadRelease }): Tables {
  const releases = Object.keys(read).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const global = (release: string) => read[release].inTreeAwsConfig?.sections.Global ?? {};
  const keys = [...new Set(releases.flatMap(release => Object.keys(global(release))))].sort();
  const at = (key: string) => (release: string) =>
    key in global(release) ? { type: global(release)[key], source: read[release].inTreeAwsConfig!.source } : undefined;
  return new Map([['in-tree-aws.json', {
    read: Object.fromEntries(releases.map(release => [minorOf(release), release])),
    cloudConfigKeys: keys.flatMap(key => ranges(releases, at(key))
      .map(({ from, to, ...row }) => ({ key, from: minorOf(from), to: minorOf(to), ...row }))),
  }]]);
}

function withoutName(flag: ReadFlag | undefined): Omit<ReadFlag, 'name'> | undefined {
  if (!flag) return undefined;
  const { name, ...rest } = flag;
  return rest;
}
