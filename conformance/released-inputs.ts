import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { generatedEtcd, generatedObjectTypes } from '../src/lib/facts/generated';
import { CCM, Component, KCM } from '../src/lib/kubernetes/component';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { Schema } from '../test/lib/facts/decisions/schema';
import { SCHEMAS } from '../test/lib/facts/decisions/schemas';
import { Files, WILDCARD } from '../test/lib/rules/input';

/** The release that is asked, and the one of the cloud-controller-manager. */
export const RELEASE = '1.27.16';
const CCM_RELEASE = '1.27.0';
export const ETCD_RELEASE = 'v3.5.35';

/** Who takes or refuses what a table is about. */
export type Judge = 'kubernetes' | 'ccm' | 'kubelet' | 'etcd';

/** A name of a table with a value, as the released code and `verify` get it. */
export interface Drawn {
  readonly table: string;
  readonly name: string;
  readonly value: unknown;
  readonly judge: Judge;
  /** Whether every release has the field: one without it takes anything there. */
  readonly isReleased: boolean;
  /** For `verify`: without the name, and with it. */
  readonly base: Record<string, Files>;
  readonly folders: Record<string, Files>;
  /** What the released code is shown; of the base nothing where that is not there. */
  readonly shown: Shown;
  readonly shownBase?: Shown;
}

export interface Shown {
  readonly program: string;
  /** `{files}` stands for the folder that has the files. */
  readonly words?: readonly string[];
  readonly object?: unknown;
  /** Of a kubelet: its file of flags, or its configuration. */
  readonly text?: string;
  readonly files: Files;
}

/** Words for flags of every type: some are taken by each, and some refused. */
const WORDS: readonly string[] = [
  'true', 'false', 'maybe', '0', '3', '-3', '101', '99999', '1.5', '0x10', '10s', '-1s', '5m', '9000h', 'no-such-value', 'a=b', 'a=3', 'a.go:3',
  'a:b', '127.0.0.1', '999.0.0.1', '10.1.0.0/16', 'none', '', 'a b',
];
/** Values of fields besides those of their schema: of every type. */
const ODD: readonly unknown[] = ['', 'x', 'A_b', 5, -1, 0, true, [], ['x'], {}, null, 1.5, '5'];

const COMPONENTS: Readonly<Record<string, Component>> = {
  'Flags of kube-apiserver': 'kube-apiserver',
  'Flags of kube-controller-manager': KCM,
  'Flags of cloud-controller-manager': CCM,
  'Flags of kubelet': 'kubelet',
};

/**
 * Parts that no promise depends on as they are written: controllers write a status, what applies an object takes `managedFields` out, and a manager
 * is looked for in what makes pods without an end. The `uid` of an owner is left out by what renders an object for it.
 */
const WRITTEN_BY_OTHERS = new RegExp('(?:Status|ManagedFieldsEntry|Condition)\\.|\\.(?:status|managedFields)$'
  + '|^OwnerReference\\.uid$|^(?:Cron)?Job|^ReplicationController');

/** Of a pod, which has a configuration of its own then; and what asks has none. */
const OF_PODS = /^kubeconfig$/;

/** So many rows of the tables, drawn by a seed, with so many values of each. */
export function drawnRows(seed: string, rows: number, values: number): readonly Drawn[] {
  const names = SCHEMAS.flatMap(schema => schema.table.rows.flatMap(row => row.names.map(name => ({ schema, name }))))
    .filter(({ schema: { table: { title } }, name }) => title in ASK && title.includes(process.env.ROWS_OF ?? '')
      && ASK[title].but?.test(name) !== true && !WRITTEN_BY_OTHERS.test(name));
  return byDraw(names, seed, ({ schema, name }) => `${schema.table.title}\0${name}`).slice(0, rows).flatMap(({ schema, name }) =>
    byDraw(valuesOf(schema, name), seed, value => `${name}\0${JSON.stringify(value)}`).slice(0, values)
      .flatMap(value => drawnOf(schema, name, value) ?? []));
}

function byDraw<T>(all: readonly T[], seed: string, textOf: (one: T) => string): readonly T[] {
  const key = (one: T) => createHash('sha256').update(`${seed}\0${textOf(one)}`).digest('hex');
  return all.map(one => ({ one, key: key(one) })).sort((a, b) => a.key < b.key ? -1 : 1).map(({ one }) => one);
}

function valuesOf(schema: Schema, name: string): readonly unknown[] {
  const own = schema.values(name);
  const values = schema.table.title in COMPONENTS ? [...own.filter(value => typeof value === 'object'), ...WORDS] : [...own, ...ODD];
  return values.filter(value => value !== '' || !OF_PODS.test(name));
}

function drawnOf(schema: Schema, name: string, value: unknown): Drawn | undefined {
  const [base, folders] = [schema.input(name), schema.input(name, value)].map(input => input && atRelease(input));
  if (base === undefined || folders === undefined) return undefined;
  const { judge, shown } = ASK[schema.table.title];
  const asked = shown(folders, base);
  return asked && {
    table: schema.table.title,
    name,
    value,
    judge,
    isReleased: isOfAll(schema, name),
    base,
    folders,
    shown: asked,
    shownBase: shown(base, folders),
  };
}

function isOfAll({ table: { title } }: Schema, name: string): boolean {
  if (ASK[title].judge === 'etcd') {
    const { read, flags, keys } = generatedEtcd();
    const at = read.indexOf(ETCD_RELEASE);
    const isThere = ({ from, to }: { readonly from: string; readonly to: string }) => read.indexOf(from) <= at && at <= read.indexOf(to);
    return flags.some(row => row.flag === name && isThere(row)) || keys.some(row => row.key === name && isThere(row));
  }
  if (!OBJECTS.includes(title)) return true;
  const [type, field] = name.split('.');
  const { read, rows } = generatedObjectTypes();
  const minors = Object.keys(read).map(minor => KubernetesVersion.of(minor).minor);
  return minors.every(minor => rows.some(({ name: of, fields, from, to }) => of === type && field in fields
    && KubernetesVersion.of(from).minor <= minor && minor <= KubernetesVersion.of(to).minor));
}

/** Everything but an older side of the release that is asked. */
function atRelease(folders: Record<string, Files>): Record<string, Files> {
  const changed = (text: string) => text.replace(/(\/kube-[a-z-]+:v)1\.\d+\.\d+/g, `$1${RELEASE}`)
    .replace(/(cloud-controller-manager:v)1\.\d+\.\d+/g, `$1${CCM_RELEASE}`).replace(/"QQ=="/g, () => JSON.stringify(BASE64.certificate))
    .replace(/("client-key-data":)"[^"%]*"/g, (_, field: string) => `${field}${JSON.stringify(BASE64.key)}`);
  return Object.fromEntries(Object.entries(folders).map(([folder, files]) => [folder, folder === 'old' ? files
    : Object.fromEntries(Object.entries(files).map(([path, text]) => [path, changed(text)]))]));
}

/** A certificate of nobody, and its key. */
export const PEM = {
  certificate: `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUJoRBuBDR4tyQqqPAunJPs8pDQSIwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMzAwNDIxNDFaGA8yMTI2MTEwNjA0MjE0
MVowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFg2
EbJm4SGpeutzVIi46r5qBRoZkSO/5gZ7vF0J3hylp8kT7mWAGv9ol+59k+bX/Kwi
G+C17ZmtIa9DWtf371OjUzBRMB0GA1UdDgQWBBRzY87QyYr+ZND55d3ZLN1NFvMY
qDAfBgNVHSMEGDAWgBRzY87QyYr+ZND55d3ZLN1NFvMYqDAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQDNSy8QJqaWQHQmKHIERY1zs+gNVrYxHf4C
hKM4fBAmawIgaXTksiLAzmmTGPVV/UX7ZMnbBneD4iuwRaFAhv3Vdkk=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEINAqWW8EmrXhYb6MA5ynpQHD1mKxbP2NfdnZtzNCODFooAoGCCqGSM49
AwEHoUQDQgAEWDYRsmbhIal663NUiLjqvmoFGhmRI7/mBnu8XQneHKWnyRPuZYAa
/2iX7n2T5tf8rCIb4LXtma0hr0Na1/fvUw==
-----END EC PRIVATE KEY-----
`,
} as const;

const BASE64 = { certificate: Buffer.from(PEM.certificate).toString('base64'), key: Buffer.from(PEM.key).toString('base64') };

type Ask = {
  readonly judge: Judge;
  /** Names of which the program cannot be asked. */
  readonly but?: RegExp;
  shown(folders: Record<string, Files>, base: Record<string, Files>): Shown | undefined;
};

/** Places of its data, which is none here, and of its file; and keys of that file, of which no table has the types. */
const NOT_OF_ETCD = new RegExp('^(?:config-file|data-dir|wal-dir|help|h|version|socket-options'
  + '|experimental-snapshot-catch-up-entries)$|\\.');

/** How the released code is asked about each table. */
const ASK: Readonly<Record<string, Ask>> = {
  // What is set once in a process.
  'Flags of kube-apiserver': {
    judge: 'kubernetes', but: /^cloud-provider-gce-|^(?:help|version)$/, shown: folders => commandLine('kube-apiserver', folders),
  },
  // Files of later releases.
  'Files of kube-apiserver': {
    judge: 'kubernetes',
    but: /^(?:Anonymous|Authentication|Authoriz|Claim|Extra|Issuer|JWT|Prefixed|User|Webhook)/,
    shown: folders => commandLine('kube-apiserver', folders),
  },
  'Flags of kube-controller-manager': { judge: 'kubernetes', but: /^(?:help|version)$/, shown: folders => commandLine(KCM, folders) },
  'Fields of a kubeconfig': { judge: 'kubernetes', shown: folders => commandLine(KCM, folders) },
  'LeaderMigrationConfiguration': { judge: 'kubernetes', shown: folders => commandLine(KCM, { old: folders.old }) },
  'Flags of cloud-controller-manager': { judge: 'ccm', shown: folders => workload(folders) },
  // The gates of logs are no gates of its reader.
  'Flags of kubelet': { judge: 'kubelet', but: /^help$|^log-(?:json|text)/, shown: folders => kubelet('var/lib/kubelet/kubeadm-flags.env', folders) },
  'Configuration of the kubelet': {
    judge: 'kubelet',
    but: /^(?:FormatOptions|JSONOptions|LoggingConfiguration|TextOptions)\.|\.logging$/,
    shown: folders => kubelet('var/lib/kubelet/config.yaml', folders),
  },
  'Flags and configuration of etcd': { judge: 'etcd', but: NOT_OF_ETCD, shown: etcd },
  'Pods': { judge: 'kubernetes', shown: object },
  'Workloads': { judge: 'kubernetes', shown: object },
  'Rights: ClusterRole, Role and their bindings': { judge: 'kubernetes', shown: object },
};

const OBJECTS = Object.keys(ASK).filter(title => ASK[title].shown === object);

interface PodLike {
  readonly spec: { readonly containers: readonly { readonly command?: readonly string[]; readonly args?: readonly string[] }[] };
}

function commandLine(component: string, folders: Record<string, Files>): Shown | undefined {
  const files = folders.new ?? folders.n ?? folders.old;
  const text = files[`etc/kubernetes/manifests/${component}.yaml`];
  return text === undefined ? undefined : shownWords(component, (parse(text) as PodLike).spec.containers[0].command!.slice(1), files);
}

function workload({ dist }: Record<string, Files>): Shown {
  const { template } = (parse(dist['ccm.yaml']) as { readonly spec: { readonly template: PodLike } }).spec;
  return shownWords(CCM, template.spec.containers[0].args!, { 'etc/leadermigration.conf': WILDCARD });
}

/** With the paths of those files of the node that are here. */
function shownWords(program: string, words: readonly string[], files: Files): Shown {
  const named = Object.entries(files).filter(([path]) => words.some(word => word.endsWith(`=/${path}`)));
  const placed = (word: string) => word.replace(/=\/(.*)$/, (all, path: string) => path in files ? `={files}/${path}` : all);
  return { program, words: words.map(placed), files: Object.fromEntries(named) };
}

/** The first of two members, with a file as the folder of its data. */
function etcd({ n }: Record<string, Files>): Shown {
  const files = Object.fromEntries(Object.entries(n).flatMap(([path, text]) =>
    path.startsWith('cp1/') ? [[path.slice('cp1/'.length), text.replaceAll('/var/lib/etcd', '/dev/null')]] : []));
  const [, ...words] = (parse(files['etc/kubernetes/manifests/etcd.yaml']) as PodLike).spec.containers[0].command!;
  return shownWords('etcd', words, files);
}

function kubelet(path: string, { new: files }: Record<string, Files>): Shown | undefined {
  return files[path] === undefined ? undefined : { program: 'kubelet', text: files[path], files: {} };
}

/** The object in which both differ. */
function object(folders: Record<string, Files>, other: Record<string, Files>): Shown | undefined {
  for (const [folder, files] of Object.entries(folders)) {
    const found = Object.entries(files).find(([path, text]) => text !== other[folder][path]);
    if (found) return { program: 'object', object: parse(found[1]), files: {} };
  }
  return undefined;
}
