import { refusedLocks } from './refused-locks';
import { deletedLocks, LockPremise, takenLocks } from './taken-locks';
import { isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { LOCK_RESOURCES, STORE_FLAGS } from '../../facts/inputs/manager-writes';
import { CCM, KCM } from '../../kubernetes/component';
import { connected } from '../../kubernetes/connected';
import { familyOfIp, isEveryAddress, isLoopback, plainHost } from '../../kubernetes/ip-address';
import { grouped } from '../../kubernetes/once-for';
import { urlsOf } from '../../model/etcd';
import { flagOf, isUnknown, nameOf, placeOf } from '../../view/ask';
import { ComponentView, Doubt, mayRunDoubt, NO_DOUBT, Place } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { currentCluster } from '../documents/kubeconfig';
import { Etcd, etcdsOf } from '../nodes/etcd';

/**
 * A lock excludes two processes only if both ask one API server, or API servers of one state store, for it; and it is free only if nothing else takes
 * it. What the input says about either, and that does not certainly hold.
 */
export function lockPremise(premise: LockPremise): readonly Doubt[] {
  return [...stateStores(premise), ...aggregated(premise.objects), ...apiServersOf(premise), ...takenLocks(premise), ...deletedLocks(premise),
    ...refusedLocks(premise)];
}

function severalLocks(place: Place, what: string, fix: string): Doubt {
  return mayRunDoubt(place, what, 'Two processes exclude each other only by one Lease object in one state store.', fix);
}

/** API servers of a cluster that do not certainly keep locks in one place. Hosted ones are of one cluster by their namespace. */
function stateStores({ views, nodes, documents }: LockPremise): readonly Doubt[] {
  const servers = views.filter(view =>
    view.component === 'kube-apiserver' && (view.origin !== 'kubeadm' || flagOf(view, 'etcd-servers') !== undefined));
  const clusters = grouped(servers, view => view.kind === undefined ? `namespace ${view.pod?.namespace}` : '');
  const fix = 'Give all API servers the same --etcd-servers, --etcd-servers-overrides and --etcd-prefix, or check each cluster by itself.';
  const etcds = etcdsOf(nodes, documents);
  const found = [...[...clusters.values()].flatMap(members => {
    if (members.length < 2) return NO_DOUBT.isRight;
    const hidden = members.find(view => STORE_FLAGS.some(flag => isUnknown(view, flag)));
    if (hidden) return [severalLocks(hidden.place, `which state store ${nameOf(hidden)} uses is not known`, fix)];
    const known = members.filter(view => flagOf(view, 'etcd-servers')?.value);
    const below = known.filter(view => prefixOf(view) !== prefixOf(known[0]));
    if (below.length > 0) {
      return below.map(other => severalLocks(placeOf(other, 'etcd-prefix'),
        `${nameOf(other)} keeps its objects below '${prefixOf(other)}' of etcd, another API server below '${prefixOf(known[0])}'`, fix));
    }
    const addresses = new Set(members.flatMap(view => flagOf(view, 'advertise-address')?.value ?? []).map(plainHost));
    return LOCK_RESOURCES.map(resource => {
      const [first, ...others] = connected(known.map(view => ({ view, keys: endpoints(storeFor(view, resource), addresses) })));
      return others.map(([{ view, keys }]) => severalLocks(
        placeOf(view, 'etcd-servers-overrides', 'etcd-servers'),
        `${nameOf(view)} keeps ${resource.replace(/^\//, '')} in ${keys.join(', ')}, another API server in ${
          first[0].keys.join(', ')}: nothing says that these are one etcd cluster`, fix));
    }).find(doubts => doubts.length > 0) ?? NO_DOUBT.isRight;
  }), ...etcdClusters(etcds, fix)];
  if (found.length > 0) return found;
  const separate = LOCK_RESOURCES.map(resource => separateEtcds(servers, etcds, resource)).find(doubts => doubts.length > 0);
  return separate ?? foreignEtcds(servers, etcds);
}

/** Where clients of an etcd find it. */
const CLIENT_FLAGS = ['listen-client-urls', 'advertise-client-urls'];

/**
 * Addresses that an API server asks beside its own etcd, and that no member of its cluster has: what it writes goes to either. Members that the input
 * does not have may be called otherwise by their clients.
 */
function foreignEtcds(servers: readonly ComponentView[], etcds: readonly Etcd[]): readonly Doubt[] {
  return servers.flatMap(view => {
    const asked = flagOf(view, 'etcd-servers')?.value ? storeFor(view, LOCK_RESOURCES[0]).map(hostOf) : [];
    const own = etcds.find(({ node, members }) => node === view.node && members.length > 0);
    if (own === undefined || asked.length < 2) return NO_DOUBT.isRight;
    const others = etcds.filter(({ keys }) => keys.some(key => own.keys.includes(key)));
    const members = others.flatMap(one => one.members);
    const served = others.flatMap(({ settings }) => CLIENT_FLAGS.flatMap(flag => urlsOf(settings, flag))).map(({ host }) => plainHost(host));
    const known = new Set([...served, ...members.map(({ url }) => hostOf(url))]);
    const absent = new Set(members.map(({ name }) => name).filter(name => others.every(one => one.name !== name))).size;
    const foreign = asked.filter(host => !isOwn(host) && !known.has(host));
    return foreign.length <= absent || foreign.length === asked.length ? NO_DOUBT.isRight : [severalLocks(placeOf(view, 'etcd-servers'),
      `${nameOf(view)} asks ${foreign.join(', ')} beside the etcd of node ${own.node}, which is a cluster of ${
        own.members.map(({ name, url }) => `${name} (${url})`).join(', ')}`,
      'Let it ask members of one cluster alone; if that is one, give the folder of its node.')];
  });
}

/**
 * Etcds of nodes whose API servers ask only their own, and of which nothing says that they are one cluster. Of a node without an etcd in the input
 * nothing is said, and neither is of one node alone.
 */
function separateEtcds(servers: readonly ComponentView[], all: readonly Etcd[], resource: string): readonly Doubt[] {
  const placed = servers.flatMap(view => view.node === undefined || !flagOf(view, 'etcd-servers')?.value ? [] : [{ view, node: view.node }]);
  const nodeOf = new Map(placed.flatMap(({ view, node }) => ['advertise-address', 'bind-address'].flatMap(name => {
    const address = flagOf(view, name)?.value;
    return address === undefined || isOwn(address) ? [] : [[plainHost(address), node] as const];
  })));
  const local = placed.map(({ view, node }) => ({
    node,
    keys: storeFor(view, resource).map(hostOf).map(host => isOwn(host) ? `node ${node}` : `node ${nodeOf.get(host) ?? host}`),
  }));
  if (connected(local).length < 2) return NO_DOUBT.isRight;
  const asked = new Set(local.flatMap(({ keys }) => keys));
  const etcds = all.filter(({ node, isStarted }) => isStarted && asked.has(`node ${node}`));
  if (new Set(etcds.map(({ node }) => node)).size < 2) return NO_DOUBT.isRight;
  const fix = 'Name all members in --initial-cluster of each, or let each API server ask all of them (--etcd-servers).';
  const unknown = etcds.filter(one => one.hidden !== undefined);
  if (unknown.length > 0) {
    return unknown.map(({ node, place, hidden }) => severalLocks(place, `which members the etcd of node ${node} has is not known: ${hidden!}`, fix));
  }
  const joined = [...local.map(({ keys }) => ({ keys, place: undefined, node: '' })), ...etcds.map(({ node, keys, place }) =>
    ({ keys: [`node ${node}`, ...keys], place, node }))];
  const groups = connected(joined).map(group => group.filter(({ place }) => place !== undefined)).filter(group => group.length > 0);
  return groups.slice(1).map(([{ place, node }]) => severalLocks(place!, `the etcd of node ${node} and that of node ${
    groups[0][0].node} are one cluster by nothing in the input: without --initial-cluster each is a cluster of itself`, fix));
}

function prefixOf(view: ComponentView): string {
  return `/${(flagOf(view, 'etcd-prefix')?.value ?? '/registry').replace(/^\/+|(?<!\/)\/+$/g, '')}`;
}

/** `group/resource#server;server,...`: k8s.io/apiserver@v0.26.15 pkg/server/options/etcd.go. */
function storeFor(view: ComponentView, resource: string): readonly string[] {
  const overrides = (flagOf(view, 'etcd-servers-overrides')?.value ?? '').split(',').map(one => one.split('#', 2));
  const own = overrides.find(([key, servers]) => key === resource && servers !== undefined);
  return (own?.[1].split(';') ?? flagOf(view, 'etcd-servers')!.value!.split(',')).map(server => server.trim()).filter(server => server !== '');
}

/** Hosts and ports. A member on the API server's own node is `its node`: where each has one, they are one stacked cluster. */
function endpoints(servers: readonly string[], addresses: ReadonlySet<string>): readonly string[] {
  return servers.map(server => {
    const port = /^(?:[a-z]+:\/\/)?(?:\[[^\]]*\]|[^:/]*):(\d+)/.exec(server.toLowerCase())?.[1];
    const name = hostOf(server);
    return `${isOwn(name) || addresses.has(name) ? 'its node' : name}:${port ?? '2379'}`;
  });
}

/** Etcd members of control-plane nodes that do not know each other. */
function etcdClusters(all: readonly Etcd[], fix: string): readonly Doubt[] {
  const etcds = all.filter(({ members }) => members.length > 0).map(etcd => ({ etcd, keys: etcd.members.map(({ url }) => url) }));
  const [first, ...others] = connected(etcds);
  const namesOf = ({ members }: Etcd) => members.map(({ name }) => name).join(', ');
  return others.map(([{ etcd }]) => severalLocks(etcd.place, `etcd of node ${etcd.node} is a cluster of ${namesOf(etcd)}, etcd of node ${
    first[0].etcd.node} one of ${namesOf(first[0].etcd)}`, `Join them to one cluster. ${fix}`));
}

/** Groups of objects that locks are: an APIService with a service hands them to another server. */
function aggregated(objects: readonly ObjectAt[]): readonly Doubt[] {
  return objects.filter(({ kind, apiVersion, data }) => {
    const { group = '', service } = mapOf(data.spec);
    return kind === 'APIService' && apiVersion.startsWith('apiregistration.k8s.io/') && (group === 'coordination.k8s.io' || group === '')
      && isMap(service);
  }).map(({ name, file, document, base }) => severalLocks(placeAt(file, document, [...base, 'spec']),
    `APIService ${name} hands objects that locks are kept in to another server, of which nothing is known`,
    'Remove spec.service, so that the API server keeps them itself.'));
}

/** Managers that are told an API server, of which nothing says that it is one of the cluster. */
function apiServersOf({ views, objects }: LockPremise): readonly Doubt[] {
  // One whose command line is hidden may hold any lock: that is said of it already.
  const managers = views.filter(({ component, isHosted, origin, unknowns }) => (component === KCM || component === CCM) && isHosted !== true
    && origin !== 'assumed' && origin !== 'kubeadm' && unknowns.every(({ part }) => part !== 'command'));
  const told = managers.flatMap(view => ({ view, ...toldServer(view) }));
  const endpointsOf = objects.filter(({ kind }) => kind === 'ClusterConfiguration').flatMap(({ data }) => stringOf(data.controlPlaneEndpoint) ?? []);
  const known = new Set([
    ...views.filter(({ component }) => component === 'kube-apiserver').flatMap(view =>
      ['advertise-address', 'bind-address'].flatMap(name => flagOf(view, name)?.value ?? [])).map(plainHost),
    ...addressesOfServers(views).map(plainHost),
    ...endpointsOf.map(hostOf), ...told.flatMap(({ trusted }) => trusted === undefined ? [] : [hostOf(trusted)]),
  ]);
  const isKnown = (server: string) =>
    isOwn(hostOf(server)) || known.has(hostOf(server)) || /^kubernetes(\.default(\.svc.*)?)?$/.test(hostOf(server)) || isOfNode(server);
  const isAlike = told.every(({ server }) => server !== undefined && hostOf(server) === hostOf(told[0].server ?? ''));
  const servers = new Set(told.flatMap(({ server, isLoose }) => server !== undefined && isLoose && !isKnown(server) ? [hostOf(server)] : []));
  return isAlike ? NO_DOUBT.isRight : told.flatMap(({ view, server, place, isLoose, hidden }) => {
    // One address that kubeconfigs share is that of the load balancer.
    const isDoubtful = hidden || (server !== undefined && !isKnown(server) && (!isLoose || servers.size > 1));
    return isDoubtful ? [severalLocks(place, hidden ? `which API server ${nameOf(view)} asks is not known`
      : `${nameOf(view)} asks ${hostOf(server!)}, and nothing in the input says that this is an API server of the same cluster as the others'`,
    'Let it ask the API server of its node, or give its kubeconfig with certificate-authority-data.')] : NO_DOUBT.isRight;
  });
}

/** Addresses of nodes that an API server runs on: `--node-ip` of their kubelets. */
function addressesOfServers(views: readonly ComponentView[]): readonly string[] {
  const nodesOf = ({ kind, onNodes = [] }: ComponentView) => onNodes.map(index => `${index} ${kind!}`);
  const serving = new Set(views.filter(({ component }) => component === 'kube-apiserver').flatMap(nodesOf));
  return views.filter(view => view.component === 'kubelet' && nodesOf(view).some(node => serving.has(node)))
    .flatMap(view => flagOf(view, 'node-ip')?.value?.split(',') ?? []);
}

interface ToldServer {
  /** An address that it is told; none: its own cluster's, or a kubeconfig that is not in the input. */
  readonly server?: string;
  readonly place: Place;
  /** One that a certificate authority vouches for, which is compared by itself. */
  readonly trusted?: string;
  /** From a kubeconfig, where each node may have another address. */
  readonly isLoose: boolean;
  readonly hidden: boolean;
}

/** `--master` comes before the kubeconfig, and that before what a pod is given: k8s.io/client-go@v0.26.15 tools/clientcmd, BuildConfigFromFlags. */
function toldServer(view: ComponentView): ToldServer {
  const told = written(view);
  const { pod } = view;
  if (told.server === undefined || pod === undefined) return told;
  const host = hostOf(told.server);
  const alias = pod.hostAliases?.[host];
  if (alias !== undefined) return { ...told, server: alias, isLoose: false };
  // Its own name servers say what a name is.
  return pod.hasOwnNameServers === true && /[a-z]/.test(host) && !host.includes(':') && !isOfNode(told.server) && !isOwn(host)
    ? { ...told, server: undefined, hidden: true } : told;
}

function written(view: ComponentView): ToldServer {
  const none = { place: placeOf(view, 'master', 'kubeconfig'), isLoose: false, hidden: isUnknown(view, 'master') };
  const master = flagOf(view, 'master')?.value;
  if (master || none.hidden) return { ...none, server: master };
  const { pod } = view;
  if (!flagOf(view, 'kubeconfig')?.value) {
    const server = pod?.env.KUBERNETES_SERVICE_HOST;
    const isHidden = pod?.unknownEnv?.includes('KUBERNETES_SERVICE_HOST') === true && !isOfNode(server);
    return { ...none, place: pod?.place ?? none.place, server, hidden: isHidden };
  }
  if (view.kubeconfig?.state !== 'present') return none;
  const { server, authority } = currentCluster(view) ?? {};
  return authority === undefined ? { ...none, server, isLoose: true } : { ...none, trusted: server };
}

/** A field of its own pod: the address of the node that it is on. */
function isOfNode(server: string | undefined): boolean {
  return server !== undefined && /^fieldRef:status\.hostIPs?$/.test(server);
}

/** Of an address or a URL. */
function hostOf(server: string): string {
  const text = server.toLowerCase();
  return plainHost(familyOfIp(text) ? text : /^(?:[a-z]+:\/\/)?(\[[^\]]*\]|[^:/]*)/.exec(text)![1].replace(/^\[|\]$/g, ''));
}

/** Whether it is the node that asks: a loopback address, or none in particular. */
function isOwn(host: string): boolean {
  return isLoopback(host) || (host !== '' && isEveryAddress(host));
}
