import { CCM, KCM } from '../../kubernetes/component';
import { goBool } from '../../kubernetes/go-values';
import { isEveryAddress, isLoopback } from '../../kubernetes/ip-address';
import { grouped } from '../../kubernetes/once-for';
import { EtcdUrl, etcdProblems, isWholeEtcd, logFiles, urlsOf } from '../../model/etcd';
import { isPlaceholder } from '../../text/placeholder';
import { flagOf, nameOf, placeOf, textOf } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT, Place } from '../../view/model';
import { Documents } from '../documents/documents';
import { NodeFolderPath } from '../input/layout';
import { Etcd, etcdsOf } from '../nodes/etcd';

/** Why etcds of the input may not keep what API servers write. Those of an etcd that no API server asks say nothing. */
export function etcdDoubts(nodes: readonly NodeFolderPath[], documents: Documents, servers: readonly ComponentView[]): readonly Doubt[] {
  const asked = servers.map(server => ({ server, urls: urlsOf({ text: flag => textOf(server, flag) }, 'etcd-servers') }));
  const started = etcdsOf(nodes, documents).filter(({ isStarted }) => isStarted);
  const isNear = (url: EtcdUrl) => isLoopback(url.host) || started.some(etcd => hasHost(etcd, url));
  const isAsked = servers.length === 0 || asked.some(({ urls }) => urls.length === 0 || urls.some(isNear));
  if (started.length === 0 || !isAsked) return NO_DOUBT.notAsked;
  return [
    ...started.flatMap(etcd => ofMember(etcd)), ...clashes(started), ...asked.flatMap(({ server, urls }) => unanswered(server, urls, started)),
  ];
}

function lost(place: Place, what: string, fix: string): Doubt {
  return livenessDoubt(place, what, 'Without its etcd an API server serves nothing, and no lock is taken or kept.', fix);
}

/** Files that etcd reads when it starts. */
const FILES = ['cert-file', 'key-file', 'trusted-ca-file', 'peer-cert-file', 'peer-key-file', 'peer-trusted-ca-file'];
const FOLDERS = ['data-dir', 'wal-dir'];

function ofMember({ node, settings, start, mounts, members, ofUnit = [] }: Etcd): readonly Doubt[] {
  const told = ['name', 'listen-client-urls', 'listen-peer-urls'].map(flag => settings.text(flag));
  if (isPlaceholder([...told, ...members.map(({ url }) => url)].join(' '))) return NO_DOUBT.notAsked;
  const isMounted = (path: string) => mounts === undefined
    || mounts.some(mount => `${path}/`.startsWith(mount.endsWith('/') ? mount : `${mount}/`));
  const outside = (flags: readonly string[]) => flags.flatMap(flag => {
    const path = settings.text(flag);
    return path === undefined || path === '' || isMounted(path) ? [] : [{ flag, path }];
  });
  return [
    ...etcdProblems(settings).map(({ what, isApart }): Doubt => ({
      ...lost(start, `the etcd of node ${node} ${what}`, 'Correct the setting.'), ...isApart === true ? { mayRun: [KCM, CCM] } : {},
    })),
    ...ofUnit.map(what => lost(start, `the unit of the etcd of node ${node} has ${what}`, 'Leave the setting out, or say what it asks for.')),
    ...outside(FILES).map(({ flag, path }) => lost(start, `the etcd of node ${node} has --${flag}=${path}, but no volume is mounted `
      + 'there', 'Mount the file at that path.')),
    ...outside(FOLDERS).map(({ flag, path }) => lost(start,
      `the etcd of node ${node} loses its data with its container: no volume is mounted at ${path} (--${flag})`, 'Mount a folder there.')),
    ...logFiles(settings).filter(path => !isMounted(path)).map(path => lost(start,
      `the etcd of node ${node} writes its logs to ${path} (--log-outputs), where no volume is mounted: it ends where its image has no such folder`,
      'Mount a folder there, or write the logs to stderr.')),
  ];
}

/** Members that cannot be of one cluster, although they name each other. */
function clashes(started: readonly Etcd[]): readonly Doubt[] {
  const named = started.filter(({ settings, members }) => isWholeEtcd(settings) && members.length > 0);
  const twice = [...grouped(named, ({ name }) => name ?? 'default').values()].find(all => new Set(all.map(({ node }) => node)).size > 1);
  const tokens = new Set(named.map(({ settings }) => settings.text('initial-cluster-token') ?? 'etcd-cluster'));
  return [
    ...twice === undefined ? NO_DOUBT.isRight : [lost(twice[1].start,
      `the etcds of nodes ${twice[0].node} and ${twice[1].node} are both called ${twice[0].name ?? 'default'}`, 'Give each a name of its own.')],
    ...tokens.size < 2 ? NO_DOUBT.isRight : [lost(named.at(-1)!.start,
      `etcds of one cluster have different values of --initial-cluster-token: ${[...tokens].join(', ')}`, 'Give all the same.')],
  ];
}

/** An API server of which no address that it asks is one at which an etcd of the input answers it. */
function unanswered(server: ComponentView, urls: readonly EtcdUrl[], started: readonly Etcd[]): readonly Doubt[] {
  const found = urls.map(url => {
    const near = started.filter(etcd => isLoopback(url.host) ? etcd.node === server.node : hasHost(etcd, url));
    if (near.length === 0 || near.some(({ settings }) => !isWholeEtcd(settings))) return undefined;
    return near.map(({ settings, node }) => {
      const listening = urlsOf(settings, 'listen-client-urls');
      if (!listening.some(one => isAnsweredBy(url, one))) return `the etcd of node ${node} listens at ${settings.text('listen-client-urls')!}`;
      const isSecured = url.scheme === 'https' && goBool(settings.text('client-cert-auth') ?? 'false') === true;
      // With another file of certificates its command line is no excerpt.
      return isSecured && textOf(server, 'etcd-certfile') === '' && flagOf(server, 'client-ca-file')
        ? `the etcd of node ${node} asks for a certificate (--client-cert-auth), and it has no --etcd-certfile` : undefined;
    }).find(why => why !== undefined);
  });
  const [why] = found;
  return found.length === 0 || found.includes(undefined) ? NO_DOUBT.isRight : [lost(placeOf(server, 'etcd-servers'),
    `${nameOf(server)} asks ${urls.map(({ text }) => text).join(', ')} (--etcd-servers): ${why!}`, 'Let both name the same address.')];
}

function hasHost({ settings }: Etcd, { host }: EtcdUrl): boolean {
  return ['listen-client-urls', 'advertise-client-urls'].some(flag => urlsOf(settings, flag).some(one => one.host === host));
}

function isAnsweredBy(url: EtcdUrl, listening: EtcdUrl): boolean {
  const isHere = listening.host === url.host || isEveryAddress(listening.host) || (isLoopback(listening.host) && isLoopback(url.host));
  return isHere && listening.scheme === (url.scheme || 'http') && listening.port === (url.port || '2379');
}
