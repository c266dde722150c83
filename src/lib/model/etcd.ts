import { ETCD_DECISIONS } from '../facts/decisions/etcd';
import { undecided } from '../facts/decisions/undecided';
import { WORDS_OF_ETCD } from '../facts/etcd-values';
import { generatedEtcd } from '../facts/generated';
import { lazy } from '../facts/lazy';
import { goBool, goDuration } from '../kubernetes/go-values';
import { familyOfIp, isLoopback } from '../kubernetes/ip-address';

/** How an etcd is started, whatever says it: flags, variables or its configuration file. */
export interface EtcdSettings {
  /** Flags of its command line. */
  readonly flags: readonly string[];
  /** Everything that is set, as the table of what etcd's settings decide names it. */
  readonly given: readonly string[];
  /** Whether it may have settings that are not known. */
  readonly isOpen: boolean;
  text(flag: string): string | undefined;
}

/** Something of an etcd by which it does not serve, or may not. */
export interface EtcdProblem {
  readonly flag: string;
  readonly what: string;
  /** Whether it keeps what it has apart from the others. */
  readonly isApart?: boolean;
}

/** An address of an etcd: `https://10.0.0.1:2379`. */
export interface EtcdUrl {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

/** Flags and their types. */
const FLAGS = lazy(() => new Map(generatedEtcd().flags.map(({ flag, type }) => [flag, type])));
const REGISTERED_ELSEWHERE = ['feature-gates', 'help', 'h'];

/** How Go reads the values of each type; of the others more is asked below, or anything is taken. */
const TYPES: Readonly<Record<string, (value: string) => boolean>> = {
  bool: value => goBool(value) !== undefined,
  duration: value => goDuration(value) !== undefined,
  int: value => /^[+-]?\d+$/.test(value),
  int64: value => /^[+-]?\d+$/.test(value),
  uint: value => /^\d+$/.test(value),
  uint64: value => /^\d+$/.test(value),
};

/** The addresses that a flag names; of a member that does not say, its own alone. */
export function urlsOf({ text }: Pick<EtcdSettings, 'text'>, flag: string): readonly EtcdUrl[] {
  return (text(flag) ?? '').split(',').map(one => one.trim()).filter(one => one !== '').map(etcdUrl);
}

const ADDRESS = /^(?:(?<scheme>[a-z0-9+]+):\/\/)?(?<host>\[[^\]]*\]|[^:/]*)(?::(?<port>\d+))?\/?$/i;

export function etcdUrl(text: string): EtcdUrl {
  const { scheme = '', host = '', port = '' } = ADDRESS.exec(text)?.groups ?? {};
  return { text, scheme: scheme.toLowerCase(), host: host.replace(/^\[|\]$/g, '').toLowerCase(), port };
}

/** Whether its settings are whole, so that what is not said is not set. */
export function isWholeEtcd({ text, isOpen }: EtcdSettings): boolean {
  return !isOpen && text('listen-client-urls') !== undefined && text('advertise-client-urls') !== undefined;
}

/** Sizes below which an etcd of a cluster runs full, or refuses what API servers write: far below every default. */
const LEAST = { quota: 64 * 2 ** 20, request: 2 ** 20, operations: 8 };
const LISTENING = ['listen-client-urls', 'listen-peer-urls', 'listen-client-http-urls', 'listen-metrics-urls'];
const TELLING = ['advertise-client-urls', 'initial-advertise-peer-urls'];

/**
 * Why an etcd ends at start, or does not serve for long. go.etcd.io/etcd/server/v3@v3.5.35, v3.6.16 and v3.7.3, and
 * go.etcd.io/etcd@v0.5.0-alpha.5 (3.4): embed/config.go Validate, embed/etcd.go, etcdmain/config.go and server/etcdserver/bootstrap.go.
 */
export function etcdProblems(settings: EtcdSettings): readonly EtcdProblem[] {
  const { text, flags, given } = settings;
  const found = (flag: string, isWrong: boolean, what: string) => isWrong ? [{ flag, what }] : [];
  const number = (flag: string) => Number(text(flag));
  const is = (flag: string) => goBool(String(text(flag))) === true;
  const has = (flag: string) => (text(flag) ?? '') !== '';
  const value = (flag: string) => `--${flag}=${text(flag)}`;
  const [tick, election] = ([['heartbeat-interval', 100], ['election-timeout', 1000]] as const)
    .map(([flag, usual]) => Number.isNaN(number(flag)) ? usual : number(flag));
  const bootstraps = ['initial-cluster', 'discovery', 'discovery-srv'].filter(has);
  const members = String(text('initial-cluster')).split(',').filter(one => one.includes('='));
  const state = text('initial-cluster-state');
  const mode = text('auto-compaction-mode');
  const retention = text('auto-compaction-retention');
  return [
    ...flags.filter(flag => !FLAGS().has(flag) && !REGISTERED_ELSEWHERE.includes(flag))
      .map(flag => ({ flag, what: `has --${flag}, which is no flag of etcd` })),
    ...flags.filter(flag => TYPES[String(FLAGS().get(flag))]?.(String(text(flag))) === false)
      .map(flag => ({ flag, what: `takes no ${value(flag)}` })),
    ...Object.entries(WORDS_OF_ETCD).flatMap(([flag, words]) =>
      found(flag, text(flag) !== undefined && !words.test(text(flag)!), `takes no ${value(flag)}`)),
    ...given.flatMap(flag => undecided(ETCD_DECISIONS, flag, text(flag)) === undefined ? []
      : [{ flag, what: `has ${flag}=${text(flag)!}, and it is not known ${undecided(ETCD_DECISIONS, flag, text(flag))!}` }]),
    ...LISTENING.flatMap(flag => urlsOf(settings, flag).filter(url => !isBindable(url)).map(url =>
      ({ flag, what: `cannot listen at ${url.text} (--${flag}): it takes scheme, IP address and port` }))),
    ...TELLING.flatMap(flag => urlsOf(settings, flag).filter(({ scheme, port }) => !/^(?:http|https|unix|unixs)$/.test(scheme) || port === '')
      .map(url => ({ flag, what: `cannot tell ${url.text} (--${flag}): it takes scheme, host and port` }))),
    ...found('initial-cluster-state', state !== undefined && state !== 'new' && state !== 'existing', `takes no ${value('initial-cluster-state')}`),
    ...found('initial-cluster', bootstraps.length > 1, `is told its members in several ways: ${bootstraps.map(flag => `--${flag}`).join(', ')}`),
    ...found('heartbeat-interval', !(tick > 0), `takes no ${value('heartbeat-interval')}`),
    ...found('election-timeout', election < 5 * tick || election > 50_000,
      `needs an --election-timeout (${election} ms) of at least five times the --heartbeat-interval (${tick} ms), and of 50000 ms at most`),
    ...found('auto-compaction-mode', mode !== undefined && !['', 'periodic', 'revision'].includes(mode), `takes no ${value('auto-compaction-mode')}`),
    ...found('auto-compaction-retention', retention !== undefined && !/^\d+$/.test(retention) && (goDuration(retention) ?? -1) < 0,
      `takes no ${value('auto-compaction-retention')}`),
    ...found('auth-token', has('auth-token') && !/^(?:simple$|jwt(?:,|$))/.test(text('auth-token')!), `takes no ${value('auth-token')}`),
    ...found('quota-backend-bytes', number('quota-backend-bytes') > 0 && number('quota-backend-bytes') < LEAST.quota,
      `is full soon, and takes no more writes then (${value('quota-backend-bytes')})`),
    ...found('max-request-bytes', number('max-request-bytes') < LEAST.request, `refuses larger objects (${value('max-request-bytes')})`),
    ...found('max-txn-ops', number('max-txn-ops') < LEAST.operations, `refuses transactions (${value('max-txn-ops')})`),
    ...found('proxy', ['on', 'readonly'].some(word => word === text('proxy')), `is no member, but a proxy (${value('proxy')})`),
    ...found('force-new-cluster', is('force-new-cluster'), 'makes a cluster of itself alone (--force-new-cluster)')
      .map(one => ({ ...one, isApart: members.length > 1 })),
    ...['client-cert-allowed-hostname', 'peer-cert-allowed-cn', 'peer-cert-allowed-hostname'].flatMap(flag =>
      found(flag, has(flag), `takes certificates with a certain name only (${value(flag)}), and which its clients have is not known`)),
    ...ofLogs(settings),
    ...isWholeEtcd(settings) ? ofWhole(settings, members) : [],
  ];
}

const STREAMS = ['default', 'stderr', 'stdout'];

function logOutputs({ text }: Pick<EtcdSettings, 'text'>): readonly string[] {
  return [...new Set((text('log-outputs') ?? 'default').split(','))];
}

/** Files that it writes its logs to: without their folders it ends. */
export function logFiles(settings: Pick<EtcdSettings, 'text'>): readonly string[] {
  return logOutputs(settings).filter(one => !STREAMS.includes(one) && one !== 'systemd/journal');
}

/** Of its release: embed/config_logging.go, setupLogging and setupLogRotation. */
function ofLogs(settings: EtcdSettings): readonly EtcdProblem[] {
  const { text } = settings;
  const outputs = logOutputs(settings);
  const targets = outputs.filter(one => !STREAMS.includes(one)).length;
  const config = text('log-rotation-config-json');
  const isRotated = goBool(String(text('enable-log-rotation'))) === true;
  const wrong = (flag: string, what: string) => [{ flag, what: `takes no --${flag}${what}` }];
  return [
    ...outputs.includes('') || (outputs.length > 1 && outputs.includes('default')) ? wrong('log-outputs', `=${outputs.join(',')}`) : [],
    ...isRotated && (targets > 1 || (outputs.length === 1 && targets === 0))
      ? wrong('enable-log-rotation', ` with ${targets === 0 ? 'no file' : 'several files'} in --log-outputs`) : [],
    ...isRotated && config !== undefined && !isRotation(config) ? wrong('log-rotation-config-json', `=${config}`) : [],
  ];
}

const ROTATION: Readonly<Record<string, string>> = {
  compress: 'boolean', localtime: 'boolean', maxage: 'number', maxbackups: 'number', maxsize: 'number',
};

function isRotation(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // It is no JSON, and so no object.
  }
  return value === null || (typeof value === 'object' && !Array.isArray(value) && Object.entries(value).every(([key, own]) =>
    own === null || !(key.toLowerCase() in ROTATION) || typeof own === ROTATION[key.toLowerCase()]));
}

function isBindable({ scheme, host, port }: EtcdUrl): boolean {
  if (scheme === 'unix' || scheme === 'unixs') return true;
  return (scheme === 'http' || scheme === 'https') && port !== '' && (host === 'localhost' || familyOfIp(host) !== undefined);
}

/** What follows from what is not set. */
function ofWhole(settings: EtcdSettings, members: readonly string[]): readonly EtcdProblem[] {
  const { text } = settings;
  const is = (flag: string) => goBool(String(text(flag))) === true;
  const has = (flag: string) => (text(flag) ?? '') !== '';
  const isSecure = (flag: string) => urlsOf(settings, flag).some(({ scheme }) => scheme === 'https');
  const name = text('name') ?? 'default';
  const own = members.filter(one => one.startsWith(`${name}=`)).map(one => one.slice(name.length + 1));
  const told = urlsOf(settings, 'initial-advertise-peer-urls');
  const peers = urlsOf(settings, 'listen-peer-urls');
  const isOnlyLocal = (urls: readonly EtcdUrl[]) => urls.every(({ host }) => isLoopback(host));
  return [
    ...[['listen-client-urls', '', 'auto-tls'], ['listen-peer-urls', 'peer-', 'peer-auto-tls']].flatMap(([flag, prefix, auto]) => [
      ...isSecure(flag) && !is(auto) && !(has(`${prefix}cert-file`) && has(`${prefix}key-file`))
        ? [{ flag, what: `has no --${prefix}cert-file and --${prefix}key-file for ${text(flag)!}` }] : [],
      ...is(`${prefix}client-cert-auth`) && !has(`${prefix}trusted-ca-file`) && !is(auto)
        ? [{ flag: `${prefix}client-cert-auth`, what: `asks for certificates, and trusts none: it has no --${prefix}trusted-ca-file` }] : [],
    ]),
    ...members.length > 0 && own.length === 0 ? [{ flag: 'name', what: `is called ${name}, which its --initial-cluster does not have` }] : [],
    ...own.length > 0 && told.length > 0 && !told.some(url => own.some(one => isSame(url, etcdUrl(one)))) ? [{
      flag: 'initial-advertise-peer-urls',
      what: `tells other members ${text('initial-advertise-peer-urls')!}, and its --initial-cluster has ${own.join(', ')} for it`,
    }] : [],
    ...members.length > 1 && isOnlyLocal(peers) ? [{
      flag: 'listen-peer-urls',
      what: `is one of ${members.length} members, and listens to none: ${text('listen-peer-urls') ?? 'it has no --listen-peer-urls'}`,
    }] : [],
    ...members.length > 1 && told.length > 0 && isOnlyLocal(told)
      ? [{ flag: 'initial-advertise-peer-urls', what: `tells others an address of its own node: ${text('initial-advertise-peer-urls')!}` }] : [],
  ];
}

export function isSame(one: EtcdUrl, other: EtcdUrl): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}
