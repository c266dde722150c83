import { apisSwitchedOff, kubeletsWithoutRights } from './api-server-admission';
import { startGate } from '../../facts/gate-settings';
import { CCM, KCM } from '../../kubernetes/component';
import { parseGates } from '../../kubernetes/feature-gates';
import { goBool, goDuration } from '../../kubernetes/go-values';
import { isLoopback, plainHost } from '../../kubernetes/ip-address';
import { grouped } from '../../kubernetes/once-for';
import { ApiServerFlags, apiServerEnds, apiServerOpen, isWholeApiServer } from '../../model/api-server';
import { effectiveVersion } from '../../model/effective-version';
import { doubtfulFlags } from '../../model/undecided-flags';
import { isPlaceholder } from '../../text/placeholder';
import { flagOf, isUnknown, nameOf, placeOf, textOf } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT, Place, ReadModel } from '../../view/model';
import { servingAddress, servingPort } from '../../view/serving';
import { currentCluster } from '../documents/kubeconfig';

/** Why the API servers of the input may not serve what controller managers ask of them. */
export function apiServerDoubts(servers: readonly ComponentView[], model: ReadModel): readonly Doubt[] {
  const clients = model.components.filter(({ component, isHosted }) => (component === KCM || component === CCM) && isHosted !== true);
  return [
    ...servers.flatMap(server => notStarted(server)), ...apisSwitchedOff(servers), ...servers.flatMap(server => hardlyServing(server)),
    ...apart(servers), ...servers.flatMap(server => outOfReach(server, clients)), ...otherPorts(servers, clients),
    ...kubeletsWithoutRights(servers, model),
  ];
}

function unserved(place: Place, what: string, fix: string, why = 'Controller managers need an API server to take their locks and to work.'): Doubt {
  return livenessDoubt(place, what, why, fix);
}

function flagsOf(view: ComponentView): ApiServerFlags {
  return {
    version: view.version,
    text: flag => {
      const found = flagOf(view, flag);
      return found && (found.value ?? '');
    },
    list: flag => itemsOf(view, flag),
    isUnknown: flag => isUnknown(view, flag) || isPlaceholder(textOf(view, flag)),
  };
}

/** Flags of which nothing is a value, too: arrays of pflag, and no slices. */
const ARRAYS = ['service-account-issuer'];

/** Each occurrence adds to a list. */
function itemsOf({ flags }: ComponentView, flag: string): readonly string[] {
  return flags.filter(({ name, value = '' }) => name === flag && !isPlaceholder(value))
    .flatMap(({ value = '' }) => value === '' && !ARRAYS.includes(flag) ? [] : value.split(','));
}

/** By its command line, its files or its pod. */
function notStarted(server: ComponentView): readonly Doubt[] {
  const byFlags = server.unknowns.some(({ part }) => part === 'command') ? [] : apiServerEnds(flagsOf(server));
  return [
    ...[...server.ends ?? NO_DOUBT.isRight, ...byFlags].map(({ text, flags }) =>
      unserved(placeOf(server, ...flags), `${nameOf(server)} does not start: ${text}`, 'Correct the flag.')),
    ...(server.missingFiles ?? NO_DOUBT.isRight).map(({ place, what }) =>
      unserved(place, `${nameOf(server)} has ${what}`, 'Mount the file at that path.')),
    ...doubtfulFlags(server.component, server.version, server.flags).map(({ flag, what }) =>
      unserved(flag.place, `${nameOf(server)}: ${what}`, 'Leave the flag out.')),
    ...apiServerOpen(flagsOf(server)).map(({ flag, what }) =>
      unserved(placeOf(server, flag), `${nameOf(server)}: ${what}`, 'Give the flag a value that is taken, or leave it out.')),
    ...gateDoubts(server),
    ...(server.podDoubts ?? NO_DOUBT.isRight).map(({ place, what, fix }) => unserved(place, what, fix ?? 'Correct its manifest.')),
  ];
}

/** Gates that its release does not have or has locked, and those of which nothing is known; model/gates.ts asks releases that can be told theirs. */
function gateDoubts(server: ComponentView): readonly Doubt[] {
  const { version } = server;
  if (version === undefined || effectiveVersion(server.component, version, flagsOf(server)) !== undefined) return NO_DOUBT.isTold;
  return parseGates(textOf(server, 'feature-gates')).flatMap(({ name, on, text }) => {
    const becomes = on === undefined ? 'taken' : startGate('kube-apiserver', name, on, version);
    const what = becomes === 'refused' ? `does not start: it does not accept the feature gate ${text}`
      : `may not start: whether ${version.minorVersion} takes the feature gate ${text} is not known`;
    return becomes === 'taken' ? NO_DOUBT.isRight
      : [unserved(placeOf(server, 'feature-gates'), `${nameOf(server)} ${what}`, 'Take the gate out of --feature-gates.')];
  });
}

/** Least numbers of requests at once, and the least time for one, at which renewals of locks are surely answered: far below every default. */
const LEAST = { requests: 50, seconds: 10 };

function hardlyServing(server: ComponentView): readonly Doubt[] {
  const isFair = goBool(textOf(server, 'enable-priority-and-fairness', 'true')) !== false;
  const inFlight = [['max-requests-inflight', 400], ['max-mutating-requests-inflight', 200]] as const;
  const counts = inFlight.map(([flag, usual]) => ({ flag, count: Number(textOf(server, flag, String(usual))) }));
  const few = isFair ? (counts[0].count + counts[1].count < LEAST.requests ? counts : [])
    // Without it, 0 is no limit.
    : counts.filter(({ count }) => count > 0 && count < LEAST.requests);
  const timeout = flagOf(server, 'request-timeout')?.value;
  const time = timeout === undefined ? undefined : goDuration(timeout);
  const reconciler = textOf(server, 'endpoint-reconciler-type', 'lease');
  return [
    ...few.length === 0 ? NO_DOUBT.isRight : [unserved(placeOf(server, ...few.map(({ flag }) => flag)),
      `${nameOf(server)} answers few requests at once (${few.map(({ flag, count }) => `--${flag}=${count}`).join(', ')})`,
      `Let it answer ${LEAST.requests} at once or more.`, 'A renewal of a lock that is not answered in time loses the lock.')],
    ...time === undefined || time >= LEAST.seconds * 1000 ? NO_DOUBT.isRight : [unserved(placeOf(server, 'request-timeout'),
      `${nameOf(server)} ends requests after ${timeout} (--request-timeout)`, `Give it ${LEAST.seconds}s or more.`)],
    ...reconciler !== 'none' ? NO_DOUBT.isRight : [unserved(placeOf(server, 'endpoint-reconciler-type'),
      `${nameOf(server)} does not put its address into Service kubernetes (--endpoint-reconciler-type=none): whether another program does is open`,
      'Use the reconciler lease.')],
  ];
}

/** What API servers of one cluster have in common, or refuse what another one gives out. Hosted ones are of one cluster by their namespace. */
function apart(servers: readonly ComponentView[]): readonly Doubt[] {
  const clusters = grouped(servers, ({ kind, pod }) => kind === undefined ? `namespace ${pod?.namespace}` : '');
  return [...clusters.values()].flatMap(([first, ...others]) => others.flatMap(other => differences(first, other)).slice(0, 1));
}

function differences(first: ComponentView, other: ComponentView): readonly Doubt[] {
  const tokens = 'A token that one of them issues is refused by another: pods, and what asks with their accounts, lose their access.';
  const both = (flag: string) => [itemsOf(first, flag), itemsOf(other, flag)] as const;
  const isKnown = (flag: string) => !isUnknown(first, flag) && !isUnknown(other, flag);
  const differ = (flag: string, what: string, why: string) => {
    const [theirs, own] = both(flag).map(items => items.join(',') || 'none');
    return [unserved(placeOf(other, flag), `${nameOf(other)} has ${what} (--${flag}=${own}) than another API server (${theirs})`,
      `Give all API servers the same --${flag}.`, why)];
  };
  const meet = ([some, more]: readonly [readonly string[], readonly string[]]) =>
    some.length === 0 || more.length === 0 || some.some(item => more.includes(item));
  const [issuers, moreIssuers] = both('service-account-issuer');
  const [range, otherRange] = ['service-cluster-ip-range'].flatMap(flag => both(flag)).map(items => items.join(','));
  const isIssued = issuers.length === 0 || moreIssuers.length === 0 || (moreIssuers.includes(issuers[0]) && issuers.includes(moreIssuers[0]));
  const authorities = both('client-ca-file');
  const encrypts = [first, other].map(server => textOf(server, 'encryption-provider-config') !== '');
  return [
    ...isIssued || !isKnown('service-account-issuer') ? NO_DOUBT.isRight : differ('service-account-issuer', 'another issuer of tokens', tokens),
    ...['service-account-key-file', 'service-account-signing-key-file'].flatMap(flag =>
      meet(both(flag)) || !isKnown(flag) ? NO_DOUBT.isRight : differ(flag, 'another key', tokens)),
    ...meet([audiencesOf(first), audiencesOf(other)]) || !isKnown('api-audiences') ? NO_DOUBT.isRight
      : differ('api-audiences', 'other audiences', tokens),
    ...range === '' || otherRange === '' || range === otherRange || !isKnown('service-cluster-ip-range') ? NO_DOUBT.isRight
      : differ('service-cluster-ip-range', 'another range of addresses', 'Each repairs the addresses of Services by its own range.'),
    // Both may be of the same content where both are given: a path is that of its node.
    ...(authorities[0].length === 0) === (authorities[1].length === 0) || !isWhole(first) || !isWhole(other) || !isKnown('client-ca-file')
      ? NO_DOUBT.isRight
      : differ('client-ca-file', 'another authority of clients', 'A client certificate that one of them takes is refused by another.'),
    ...encrypts[0] === encrypts[1] || !isKnown('encryption-provider-config') ? NO_DOUBT.isRight
      : differ('encryption-provider-config', 'another encryption', 'What one of them writes to etcd cannot be read by another.'),
  ];
}

function isWhole(server: ComponentView): boolean {
  return isWholeApiServer(flagsOf(server));
}

/** Of tokens that name none: k8s.io/kubernetes@v1.27.16 pkg/kubeapiserver/options/authentication.go, by default the issuers. */
function audiencesOf(server: ComponentView): readonly string[] {
  const own = ['api-audiences', 'service-account-api-audiences'].flatMap(flag => itemsOf(server, flag));
  return own.length > 0 ? own : itemsOf(server, 'service-account-issuer');
}

/** An address at which no other node, or no client of the cluster's Service, gets an answer. */
function outOfReach(server: ComponentView, clients: readonly ComponentView[]): readonly Doubt[] {
  // Distributions that put a balancer before it say its port.
  if (flagOf(server, 'advertise-port') || ['bind-address', 'advertise-address'].some(flag => isUnknown(server, flag))) return NO_DOUBT.notAsked;
  const [bound, told] = [servingAddress(server), flagOf(server, 'advertise-address')?.value];
  const advertised = told === undefined ? bound : plainHost(told);
  const isAsked = clients.some(client => !isLoopback(hostOf(serverOf(client)?.url ?? '')));
  const fix = 'Let it listen at the address that it advertises, and advertise one that all nodes reach.';
  if (advertised !== undefined && isLoopback(advertised) && isAsked) {
    return [unserved(placeOf(server, 'advertise-address', 'bind-address'),
      `${nameOf(server)} is reached from its own node alone: it advertises ${advertised}`, fix)];
  }
  if (bound === undefined || !isAsked || bound === advertised) return NO_DOUBT.isRight;
  return [unserved(placeOf(server, 'bind-address'),
    `${nameOf(server)} listens at ${bound} alone (--bind-address), and advertises ${advertised!}`, fix)];
}

interface Told {
  readonly url: string;
  readonly place: Place;
}

/** The API server that a client is told by a flag or its kubeconfig. */
function serverOf(client: ComponentView): Told | undefined {
  const master = flagOf(client, 'master')?.value;
  if (master) return { url: master, place: placeOf(client, 'master') };
  const server = currentCluster(client)?.server;
  return server === undefined ? undefined : { url: server, place: placeOf(client, 'kubeconfig') };
}

function hostOf(url: string): string {
  return plainHost(/^(?:[a-z]+:\/\/)?(\[[^\]]*\]|[^:/]*)/i.exec(url)![1].replace(/^\[|\]$/g, '').toLowerCase());
}

/** A client that asks the API server of its node at another port than that one serves on. */
function otherPorts(servers: readonly ComponentView[], clients: readonly ComponentView[]): readonly Doubt[] {
  const nodesOf = ({ kind, onNodes = [] }: ComponentView) => onNodes.map(index => `${kind!} ${index}`);
  const byNode = new Map(servers.flatMap(server => nodesOf(server).map(node => [node, server] as const)));
  return clients.flatMap(client => {
    const told = serverOf(client);
    if (told === undefined) return NO_DOUBT.isGranted;
    const host = hostOf(told.url);
    const port = Number(/^(?:[a-z]+:\/\/)?(?:\[[^\]]*\]|[^:/]*):(\d+)/i.exec(told.url)?.[1] ?? (/^http:/i.test(told.url) ? 80 : 443));
    const wrong = nodesOf(client).flatMap(node => byNode.get(node) ?? []).find(server => {
      const own = servingPort(server);
      const isItsOwn = isLoopback(host) || host === plainHost(flagOf(server, 'advertise-address')?.value ?? '');
      return isItsOwn && own !== undefined && own !== port && flagOf(server, 'advertise-port') === undefined;
    });
    return wrong === undefined ? NO_DOUBT.isRight : [unserved(told.place,
      `${nameOf(client)} asks ${told.url}, and ${nameOf(wrong)} serves on port ${servingPort(wrong)!}: what answers there is not known`,
      'Give both the same port.')];
  });
}
