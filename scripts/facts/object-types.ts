import { spawnSync } from 'node:child_process';
import { isInGoCache, isModuleInGoCache, moduleProxies } from './go-cache';
import { Options } from './options';
import { Ranged, ranges, rangesByMinor, Read, ReleasesByMinor } from './ranges';
import { distinct, Tables } from './tables';
import { lazy } from '../../src/lib/facts/lazy';
import { grouped } from '../../src/lib/kubernetes/once-for';
import { goBinary } from '../go-binary';

/** A type as a release declares it. */
interface ReadType {
  /** Of a file; types of objects are told apart by their names. */
  readonly package?: string;
  readonly name: string;
  readonly fields: { readonly [field: string]: string };
  readonly defaults?: { readonly [field: string]: string };
  readonly source: string;
}

const TYPES_READER = lazy(() => goBinary({ name: 'types-reader', dir: 'scripts/facts/types-reader' }));

/** Objects that are held against their types before they are read further, those that make pods, and those of rights. */
const ROOTS = [
  ...['Pod', 'ConfigMap', 'Secret', 'ReplicationController'].map(name => `k8s.io/api/core/v1.${name}`),
  ...['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet'].map(name => `k8s.io/api/apps/v1.${name}`),
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(name => `k8s.io/api/rbac/v1.${name}`),
  // Releases before 1.21 have CronJobs of a beta only.
  ...['Job', 'CronJob?'].map(name => `k8s.io/api/batch/v1.${name}`),
];

const KUBELET = [
  '-roots', 'k8s.io/kubelet/config/v1beta1.KubeletConfiguration',
  '-defaults', 'k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1.SetDefaults_KubeletConfiguration',
];

const KUBEADM = 'k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm';
const API_SERVER = 'k8s.io/apiserver/pkg/apis/apiserver';

/** Files that components and kubeadm read, by the packages of their versions; not every release has each. */
const FILE_ROOTS = ([
  [['v1beta1', 'v1beta2', 'v1beta3', 'v1beta4', 'v1'].map(version => `${KUBEADM}/${version}`), [
    'InitConfiguration', 'ClusterConfiguration', 'JoinConfiguration', 'ResetConfiguration', 'UpgradeConfiguration', 'ClusterStatus',
  ]],
  [['v1alpha1', 'v1beta1', 'v1'].map(version => `${API_SERVER}/${version}`), [
    'AdmissionConfiguration', 'AuthenticationConfiguration', 'AuthorizationConfiguration', 'EgressSelectorConfiguration', 'EncryptionConfiguration',
    'TracingConfiguration',
  ]],
  [['k8s.io/apiserver/pkg/apis/config/v1'], ['EncryptionConfiguration']],
  [['k8s.io/client-go/tools/clientcmd/api/v1'], ['Config']],
  [['v1alpha1', 'v1beta1', 'v1'].map(version => `k8s.io/kubelet/config/${version}`), ['CredentialProviderConfig']],
  [['v1alpha1', 'v1beta1', 'v1'].map(version => `k8s.io/controller-manager/config/${version}`), ['LeaderMigrationConfiguration']],
] as const).flatMap(([packages, kinds]) => packages.flatMap(path => kinds.map(kind => `${path}.${kind}`)));

/** Types of objects, of the first and the last release of each minor: nothing is added to them in between. */
export function objectTypeTables(all: ReleasesByMinor, { offline, cached }: Pick<Options, 'offline' | 'cached'>): Tables {
  const read = Object.fromEntries(Object.entries(all).map(([minor, releases]) => [minor, [releases[0], releases.at(-1)!]]));
  const releases = Object.values(read).flat();
  const missing = releases.filter(release => !isInGoCache(release, 'k8s.io/api'));
  if (cached && missing.length > 0) {
    console.log(`types of objects are not compared: Go's cache has no k8s.io/api of ${missing.join(', ')}`);
    return new Map();
  }
  const tables = ([['object-types.json', ROOTS, []], ['file-types.json', FILE_ROOTS, ['-files']]] as const).map(([file, roots, flags]) => {
    const found = asked<{ readonly [release: string]: readonly ReadType[] }>(offline, [...flags, '-roots', roots.join(','), ...releases]);
    return [file, { read, rows: rowsOf(read, found) }] as const;
  });
  const kubelet = asked<{ readonly [release: string]: readonly ReadType[] }>(offline, [...KUBELET, ...releases]);
  return new Map([
    ...tables, ['kubelet-configuration.json', { read, rows: fieldRows(read, kubelet) }],
    ['admission-plugins.json', { read, rows: pluginRows(read, asked(offline, ['-plugins', ...releases])) }],
  ]);
}

interface ReadPlugin {
  readonly name: string;
  readonly source: string;
}

/** The admission plugins that the API server of each release registers. */
function pluginRows(read: ReleasesByMinor, found: { readonly [release: string]: readonly ReadPlugin[] }): object[] {
  const names = distinct(Object.values(found).flat().map(({ name }) => name));
  return names.flatMap(plugin => rangesByMinor(read, release => {
    const own = found[release].find(({ name }) => name === plugin);
    return own && { source: own.source };
  }).map(row => ({ plugin, ...row })));
}

/** What a release says of each type, as rows. */
function rowsOf(read: ReleasesByMinor, found: { readonly [release: string]: readonly ReadType[] }): readonly object[] {
  const idOf = ({ package: path = '', name }: ReadType) => `${path} ${name}`;
  const types = new Map(Object.entries(found).map(([release, all]) => [release, new Map(all.map(one => [idOf(one), one]))]));
  return distinct([...types.values()].flatMap(all => [...all.keys()])).flatMap(id => rangesByMinor(read, release => {
    const type = types.get(release)!.get(id);
    return type && { fields: type.fields, source: type.source };
  }).map(row => {
    const [path, name] = id.split(' ');
    return { ...path === '' ? {} : { package: path }, name, ...row };
  }));
}

/** A row for the fields of a type that the same releases have alike: of a type with many fields, to which most releases add some. */
function fieldRows(read: ReleasesByMinor, found: { readonly [release: string]: readonly ReadType[] }): readonly object[] {
  const types = new Map(Object.entries(found).map(([release, all]) => [release, new Map(all.map(one => [one.name, one]))]));
  const minors = Object.keys(read);
  const placeOf = ({ from, to }: Ranged<Read>) => minors.indexOf(from) * minors.length + minors.indexOf(to);
  return distinct(Object.values(found).flat().map(({ name }) => name)).flatMap(name => {
    const fields = distinct([...types.values()].flatMap(all => Object.keys(all.get(name)?.fields ?? {})));
    const ofFields = fields.flatMap(field => rangesByMinor(read, release => {
      const type = types.get(release)!.get(name);
      return type && field in type.fields ? { shape: type.fields[field], default: type.defaults?.[field], source: type.source } : undefined;
    }).map(row => ({ field, ...row })));
    return [...grouped(ofFields, ({ from, to }) => `${from} ${to}`).values()].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(group => {
      const { from, to, source } = group[0];
      const defaults = Object.fromEntries(group.flatMap(one => one.default === undefined ? [] : [[one.field, one.default]]));
      return {
        name,
        from,
        to,
        fields: Object.fromEntries(group.map(({ field, shape }) => [field, shape])),
        ...Object.keys(defaults).length > 0 ? { defaults } : {},
        source,
      };
    });
  });
}

/** What the reader of types answers. */
function asked<T>(offline: boolean, args: readonly string[]): T {
  const { status, stdout, stderr } = spawnSync(TYPES_READER(), [...offline ? ['-offline'] : [], ...args], {
    encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, GOPROXY: moduleProxies() },
  });
  if (status !== 0) throw new Error(`the reader of types ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout) as T;
}

/** A release of etcd as the reader found it. */
interface ReadEtcd {
  readonly flags: { readonly [flag: string]: { readonly type: string; readonly default?: string; readonly source: string } };
  readonly keys: readonly string[];
  readonly source: string;
}

/** Flags of etcd, and keys of its configuration file: of the first and the last release of each minor that can be had as a module. */
export function etcdTables(releases: readonly string[], { offline, cached }: Pick<Options, 'offline' | 'cached'>): Tables {
  const missing = releases.filter(release => !isModuleInGoCache(`go.etcd.io/etcd${release.startsWith('v0.') ? '' : '/server/v3'}`, release));
  if (cached && missing.length > 0) {
    console.log(`flags of etcd are not compared: Go's cache has no ${missing.join(', ')}`);
    return new Map();
  }
  const all = asked<{ readonly [release: string]: ReadEtcd }>(offline, ['-etcd', ...releases]);
  const flags = distinct(releases.flatMap(release => Object.keys(all[release].flags)));
  const keys = distinct(releases.flatMap(release => all[release].keys));
  return new Map([['etcd.json', {
    read: releases,
    flags: flags.flatMap(flag => ranges(releases, release => all[release].flags[flag]).map(row => ({ flag, ...row }))),
    keys: keys.flatMap(key => ranges(releases, release => all[release].keys.includes(key) ? { source: all[release].source } : undefined)
      .map(row => ({ key, ...row }))),
  }]]);
}
