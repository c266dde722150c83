import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { HOST_GROUP, CONTROL_PLANE_SERVICE, MACHINE_APIS } from '../../facts/inputs/node-lists';
import { flagOf } from '../../view/ask';
import { ComponentView, Place } from '../../view/model';
import { Documents, ObjectAt, placeAt } from '../documents/documents';
import { VerifyDirectory } from '../input/input';
import { fileName } from '../input/layout';

/** A list of the control-plane nodes of a cluster, under names or addresses that need not be those of its folders. */
export interface NodeList {
  readonly place: Place;
  /** What it is. */
  readonly what: string;
  readonly names: readonly string[];
  /** How many there are. */
  readonly count: number;
}

export interface NodeListSources {
  readonly directories: readonly VerifyDirectory[];
  readonly objects: readonly ObjectAt[];
  readonly views: readonly ComponentView[];
  readonly documents: Documents;
}

/** Every list of control-plane nodes that the input has beside the names of nodes themselves. */
export function nodeLists({ directories, objects, views, documents }: NodeListSources): readonly NodeList[] {
  const seen = new Set<string>();
  const texts = directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    if (!('text' in content) || content.origin || (content.data && !MAY_LIST.test(JSON.stringify(content.data)))) return [];
    if (content.text.length > LONGEST || seen.has(content.text)) return [];
    seen.add(content.text);
    return OF_TEXTS.flatMap(({ what, mentions, read }) => mentions.test(content.text)
      ? listed(what, line => ({ file: fileName(directory, path), line }), read(content.text, documents, fileName(directory, path))) : []);
  }));
  return [...texts, ...OF_OBJECTS.flatMap(({ what, read }) => {
    const named = objects.map(object => ({ object, names: read(object) })).filter(({ names }) => names.length > 0);
    const [first] = named;
    return first ? listed(what, () => placeAt(first.object.file, first.object.document, first.object.base), {
      line: 1, names: named.flatMap(({ names }) => names),
    }) : [];
  }), ...views.filter(({ component }) => component === 'kube-apiserver').flatMap(ofApiServer)];
}

/** Texts that are longer are dumps. */
const LONGEST = 1_000_000;

interface Found {
  readonly line: number;
  readonly names: readonly string[];
}

function listed(what: string, placeOf: (line: number) => Place, { line, names }: Found): readonly NodeList[] {
  const all = [...new Set(names)];
  return all.length === 0 ? [] : [{ place: placeOf(line), what, names: all, count: all.length }];
}

/** Lists in files of any kind, each with what is cheap to look for. */
const OF_TEXTS: readonly {
  readonly what: string; readonly mentions: RegExp; readonly read: (text: string, documents: Documents, file: string) => Found;
}[] = [
  { what: 'an inventory of Ansible', mentions: /^[ \t]*\[[\w.-]+(?::children)?\][ \t]*(?:[#;].*)?$/m, read: inventoryOf },
  { what: 'an inventory of Ansible', mentions: /(?:^|[\s{,"'])(?:hosts|children)["']?[ \t]*:/m, read: yamlInventoryOf },
  // `kubectl get nodes`.
  {
    what: 'a list of nodes',
    mentions: /^NAME[ \t]+STATUS[ \t]+ROLES[ \t]/m,
    read: text => matchesOf(text, /^(\S+)[ \t]+(?:Not)?Ready\S*[ \t]+\S*\b(?:control-plane|master)\b/gm),
  },
  // Load balancers in front of API servers: haproxy, and nginx.
  {
    what: 'a load balancer of API servers',
    mentions: /^[ \t]*server[ \t].*:6443\b/m,
    read: text => matchesOf(text, /^[ \t]*server[ \t]+(?:[\w.-]+[ \t]+)?([\w.-]+|\[[\da-f:]+\]):6443\b/gm),
  },
];

/** What each of them has, in whatever notation: the text of what is known as data is made where one may be in it. */
const MAY_LIST = /\[[\w.-]+(?::children)?\]|hosts|children|STATUS|:6443/;

function matchesOf(text: string, pattern: RegExp): Found {
  const found = [...text.matchAll(pattern)];
  return { line: found.length === 0 ? 1 : text.slice(0, found[0].index).split('\n').length, names: found.map(([, name]) => name) };
}

/**
 * An inventory as Ansible's plugin `ini` has it: sections of hosts, of the names of groups, and of variables.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html
 */
function inventoryOf(text: string): Found {
  const members = new Map<string, string[]>();
  let line = 0;
  let current: string[] = [];
  text.split(/\r?\n/).forEach((raw, index) => {
    const section = /^\s*\[([\w.-]+)(:\w+)?\]/.exec(raw);
    if (section) {
      const [, name, kind] = section;
      const isOfHosts = kind === undefined || kind === ':children';
      current = isOfHosts ? members.get(name) ?? [] : [];
      if (isOfHosts) members.set(name, current);
      if (isOfHosts && line === 0 && HOST_GROUP.test(name)) line = index + 1;
      return;
    }
    const [entry] = raw.trim().split(/\s/);
    if (entry !== '' && !/^[#;]/.test(entry)) current.push(...expanded(entry));
  });
  return { line: Math.max(line, 1), names: [...members.keys()].filter(name => HOST_GROUP.test(name)).flatMap(name => hostsOf(name, members)) };
}

/** Hosts of a group, and of the groups in it. */
function hostsOf(group: string, members: ReadonlyMap<string, readonly string[]>, seen: readonly string[] = []): readonly string[] {
  return (members.get(group) ?? []).flatMap(one =>
    seen.includes(one) ? [] : members.has(one) && one !== group ? hostsOf(one, members, [...seen, group]) : [one]);
}

/** Most hosts that a pattern may stand for. */
const MOST_HOSTS = 1000;

/** `cp[1:3]` is three hosts. */
function expanded(entry: string): readonly string[] {
  const range = /^(.*?)\[(\d+|[a-z]):(\d+|[a-z])(?::(\d+))?\](.*)$/i.exec(entry);
  if (!range) return [entry.replace(/:\d+$/, '')];
  const [, before, from, to, step = '1', after] = range;
  const isNumber = /^\d+$/.test(from);
  const [first, last] = [from, to].map(bound => isNumber ? Number(bound) : bound.charCodeAt(0));
  const count = Math.min(MOST_HOSTS, Math.max(0, Math.floor((last - first) / Math.max(1, Number(step))) + 1));
  return Array.from({ length: Number.isNaN(count) ? 0 : count }, (_, index) => first + index * Math.max(1, Number(step)))
    .map(value => isNumber ? String(value).padStart(from.length, '0') : String.fromCharCode(value))
    .flatMap(value => expanded(`${before}${value}${after}`));
}

/** The same as a mapping of groups, each with `hosts` and `children`. */
function yamlInventoryOf(text: string, documents: Documents, file: string): Found {
  if (/(?:^|[{,])[ \t]*["']?apiVersion["']?[ \t]*:/m.test(text) || !/control|master|server/i.test(text)) return { line: 1, names: [] };
  const members = new Map<string, string[]>();
  const walk = (data: Data | undefined, depth: number): void => {
    for (const [name, group] of depth > MOST_DEPTH ? [] : Object.entries(mapOf(data))) {
      const { hosts, children } = mapOf(group);
      const names = isMap(hosts) ? Object.keys(hosts) : listOf(hosts).flatMap(one => stringOf(one) ?? []);
      const groups = isMap(children) ? Object.keys(children) : listOf(children).flatMap(one => stringOf(one) ?? []);
      if (names.length + groups.length > 0) members.set(name, [...members.get(name) ?? [], ...names.flatMap(expanded), ...groups]);
      walk(group, depth + 1);
    }
  };
  for (const { data } of attempt(() => documents.of(text, file), () => [])) walk(data, 0);
  const groups = [...members.keys()].filter(name => HOST_GROUP.test(name));
  const line = text.split('\n').findIndex(one => groups.some(name => one.includes(name)));
  return { line: Math.max(line, 0) + 1, names: groups.flatMap(name => hostsOf(name, members)) };
}

/** Groups of groups. */
const MOST_DEPTH = 20;

/** Objects that are such a list, or an entry of one. */
const OF_OBJECTS: readonly { readonly what: string; readonly read: (object: ObjectAt) => readonly string[] }[] = [
  {
    // pkg/controlplane/reconcilers/lease.go of k8s.io/kubernetes@v1.26.15: each API server adds its address, and drops those that are gone.
    what: 'the list of endpoints of the API servers',
    read: ({ kind, name, namespace = 'default', data }) =>
      kind === 'Endpoints' && name === 'kubernetes' && namespace === 'default' ? addressesOf(data) : [],
  },
  {
    what: 'the list of endpoints of the API servers',
    read: ({ kind, namespace = 'default', data }) =>
      kind === 'EndpointSlice' && serviceOf(data) === 'kubernetes' && namespace === 'default' ? sliceOf(data) : [],
  },
  ...['Endpoints', 'EndpointSlice'].map(wanted => ({
    what: 'the list of endpoints of control-plane components',
    read: ({ kind, name, data }: ObjectAt) => kind === wanted && CONTROL_PLANE_SERVICE.test(kind === 'Endpoints' ? name : serviceOf(data) ?? name)
      ? kind === 'Endpoints' ? addressesOf(data) : sliceOf(data) : [],
  })),
  {
    what: 'the list of control-plane Machines',
    read: ({ kind, apiVersion, name, data }) =>
      kind === 'Machine' && MACHINE_APIS.test(apiVersion) && isOfControlPlane(data) ? [stringOf(mapOf(mapOf(data.status).nodeRef).name) ?? name] : [],
  },
  {
    // pkg/controlplane/instance.go of k8s.io/kubernetes@v1.26.15: each API server keeps one, and those of others go when they are over.
    what: 'the list of leases of API servers',
    read: ({ kind, data, name }) => {
      const labels = mapOf(mapOf(data.metadata).labels);
      const identity = stringOf(labels['apiserver.kubernetes.io/identity'] ?? labels['k8s.io/component']);
      return kind === 'Lease' && identity === 'kube-apiserver' ? [stringOf(labels['kubernetes.io/hostname']) ?? name] : [];
    },
  },
];

function isOfControlPlane(data: ObjectAt['data']): boolean {
  const labels = mapOf(mapOf(data.metadata).labels);
  return Object.hasOwn(labels, 'cluster.x-k8s.io/control-plane') || Object.hasOwn(labels, 'cluster.x-k8s.io/control-plane-name')
    || stringOf(labels['machine.openshift.io/cluster-api-machine-role']) === 'master' || stringOf(labels.set) === 'master'
    || listOf(mapOf(data.metadata).ownerReferences).some(owner => stringOf(mapOf(owner).kind)?.endsWith('ControlPlane') === true);
}

function serviceOf(data: ObjectAt['data']): string | undefined {
  return stringOf(mapOf(mapOf(data.metadata).labels)['kubernetes.io/service-name']);
}

function addressesOf({ subsets }: ObjectAt['data']): readonly string[] {
  return listOf(subsets).flatMap(subset => [...listOf(mapOf(subset).addresses), ...listOf(mapOf(subset).notReadyAddresses)])
    .flatMap(address => stringOf(mapOf(address).ip) ?? []);
}

function sliceOf({ endpoints }: ObjectAt['data']): readonly string[] {
  // All addresses of an endpoint are of one host.
  return listOf(endpoints).flatMap(endpoint => stringOf(listOf(mapOf(endpoint).addresses)[0]) ?? []);
}

/** What an API server is told of others. Etcd may have nodes of its own: it counts where the API server's own is a member. */
function ofApiServer(view: ComponentView): readonly NodeList[] {
  const [count, servers, own] = ['apiserver-count', 'etcd-servers', 'advertise-address'].map(name => flagOf(view, name));
  const told = Number(count?.value);
  const hosts = [...new Set((servers?.value ?? '').split(',').flatMap(url => /^\w+:\/\/(\[[^\]]+\]|[^:/]+)/.exec(url.trim())?.[1] ?? []))];
  const names = own?.value !== undefined && [own.value, `[${own.value}]`].some(address => hosts.includes(address)) ? hosts : [];
  return [
    ...count && told > 1 ? [{ place: count.place, what: `--apiserver-count of ${view.component}`, names: [], count: told }] : [],
    ...servers ? listed(`--etcd-servers of ${view.component}`, () => servers.place, { line: 1, names }) : [],
  ];
}
