import { rangesByMinor, ReleasesByMinor } from './ranges';
import { ReadFlag, ReadRelease } from './reader';

/** Files to write below src/lib/facts/generated, by name. */
export type Tables = Map<string, object>;

/** What the reader found, and where in the list of releases each belongs. */
export interface KubernetesReading {
  readonly read: ReleasesByMinor;
  readonly at: (release: string) => ReadRelease;
}

/** One file per component: all its flags, and the releases that were read. */
export function flagTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const tables: Tables = new Map();
  for (const component of Object.keys(at(releases[0]).flags)) {
    const flags = new Map(releases.map(release => [release, new Map(at(release).flags[component].map(flag => [flag.name, flag]))]));
    const rowsOf = (name: string) => rangesByMinor(read, release => withoutName(flags.get(release)!.get(name)));
    const rows = distinct([...flags.values()].flatMap(known => [...known.keys()])).flatMap(name => rowsOf(name).map(row => ({ flag: name, ...row })));
    tables.set(`flags/${component}.json`, { read, rows });
  }
  return tables;
}

const STAGES: Readonly<Record<string, string>> = { 'ALPHA': 'Alpha', 'BETA': 'Beta', '': 'GA', 'DEPRECATED': 'Deprecated' };

/** Feature gates by the package that registers them, and the components that take the gates of each package. */
export function gateTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const gates = new Map(releases.map(release => [release, new Map(at(release).gates.map(gate => [`${gate.name} ${gate.package}`, gate]))]));
  const rows = distinct([...gates.values()].flatMap(known => [...known.keys()])).flatMap(key => rangesByMinor(read, release => {
    const gate = gates.get(release)!.get(key);
    return gate && { stage: STAGES[gate.stage], default: gate.default, ...gate.locked ? { locked: true } : {}, source: gate.source };
  }).map(({ from, to, ...row }) => ({ gate: key.split(' ')[0], package: key.split(' ')[1], from, to, ...row })));
  const packages = distinct(releases.flatMap(release => at(release).gatePackages.map(one => one.package))).flatMap(path =>
    rangesByMinor(read, release => {
      const found = at(release).gatePackages.find(one => one.package === path);
      return found && { components: found.components, ...found.unread ? { unread: true } : {}, source: found.source };
    }).map(row => ({ package: path, ...row })));
  return new Map([['feature-gates.json', { read, packages, rows }]]);
}

/** Keys of the cloud config that the AWS provider inside kube-controller-manager reads, and the clouds that it links. */
export function inTreeTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const global = (release: string) => at(release).inTreeAwsConfig?.sections.Global ?? {};
  const keyAt = (key: string) => (release: string) =>
    key in global(release) ? { type: global(release)[key], source: at(release).inTreeAwsConfig!.source } : undefined;
  const clouds = distinct(releases.flatMap(release => at(release).clouds.map(({ cloud }) => cloud)));
  const cloudAt = (cloud: string) => (release: string) => {
    const found = at(release).clouds.find(one => one.cloud === cloud);
    return found && { source: found.source };
  };
  return new Map<string, object>([
    ['in-tree-aws.json', {
      read,
      cloudConfigKeys: distinct(releases.flatMap(release => Object.keys(global(release))))
        .flatMap(key => rangesByMinor(read, keyAt(key)).map(row => ({ key, ...row }))),
    }],
    ['in-tree-clouds.json', {
      read,
      rows: clouds.flatMap(cloud => rangesByMinor(read, cloudAt(cloud)).map(row => ({ cloud, ...row }))),
    }],
  ]);
}

/** Controllers of both controller managers, by component and key. */
export function controllerTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const idOf = ({ component, key }: { readonly component: string; readonly key: string }) => `${component} ${key}`;
  const known = new Map(releases.map(release => [release, new Map(at(release).controllers.map(one => [idOf(one), one]))]));
  const rows = distinct([...known.values()].flatMap(one => [...one.keys()])).flatMap(id => rangesByMinor(read, release => {
    const found = known.get(release)!.get(id);
    if (!found) return undefined;
    const { component, key, ...rest } = found;
    return rest;
  }).map(row => ({ component: id.split(' ')[0], key: id.split(' ')[1], ...row })));
  return new Map([['controllers.json', { read, rows }]]);
}

export function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function withoutName(flag: ReadFlag | undefined): Omit<ReadFlag, 'name'> | undefined {
  if (!flag) return undefined;
  const { name, ...rest } = flag;
  return rest;
}
