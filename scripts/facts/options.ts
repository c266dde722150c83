/** What tables are about, each read from sources of its own: a new tag of one is no reason to read the others. */
export const FAMILIES = ['kubernetes', 'object-types', 'etcd', 'aws-ccm', 'cluster-api', 'kops'] as const;
export type Family = typeof FAMILIES[number];

/** What `npm run facts` was asked for. */
export interface Options {
  readonly check: boolean;
  readonly offline: boolean;
  readonly cached: boolean;
  /** A commit: of releases that are not here, only the last of the one minor is read whose turn it is. */
  readonly turn?: string;
  /** Say what is out and unread, and nothing else. */
  readonly news: boolean;
  /** Where a feed of what the tables say is written, and nothing else is done. */
  readonly feed?: string;
  /** Minors to bisect first. */
  readonly bisect: readonly string[];
  /** Families to read; the tables of the others stay as they are. */
  readonly only: readonly Family[];
}

const FLAGS = ['--check', '--offline', '--cached', '--bisect', '--news', '--only', '--turn'];

/**
 * @param minors those that can be bisected
 * @throws naming what is accepted
 */
export function parseOptions(args: readonly string[], minors: readonly string[]): Options {
  const at = args.indexOf('--feed');
  if (at !== -1) return { ...parseOptions([], minors), feed: feedOf(args, at) };
  const [check, offline, cached, bisects, news, selects, hasTurn] = FLAGS.map(flag => args.includes(flag));
  const named = bisects ? args.filter(arg => minors.includes(arg)) : [];
  const families = selects ? FAMILIES.filter(family => args.includes(family)) : [];
  const turn = hasTurn ? args.find(arg => /^[0-9a-f]{7,40}$/.test(arg)) : undefined;
  const known: readonly string[] = [...FLAGS, ...named, ...families, ...turn === undefined ? [] : [turn]];
  const unknown = args.filter(arg => !known.includes(arg));
  if (unknown.length > 0) {
    const accepted = [
      FLAGS.join(', '), ...bisects ? [`after --bisect minors: ${minors.join(', ')}`] : [],
      ...selects ? [`after --only families: ${FAMILIES.join(', ')}`] : [],
    ].join('; ');
    throw new Error(`unknown ${bisects || selects ? 'argument' : 'option'} ${unknown.join(' ')}; accepted: ${accepted}`);
  }
  if (news && args.length > 1) throw new Error('--news says what is out and unread, and reads nothing; leave the other options out');
  if (selects && families.length === 0) throw new Error(`--only without a family; accepted: ${FAMILIES.join(', ')}`);
  if (cached && !check) throw new Error('--cached without --check: tables are written of all releases; add --check, or leave --cached out');
  if (hasTurn && (turn === undefined || !cached)) throw new Error('--turn needs the hash of a commit, and --check --cached beside it');
  if (bisects && (check || offline)) throw new Error('--bisect gets releases and writes the tables; leave --check and --offline out');
  if (bisects && selects && !families.includes('kubernetes')) {
    throw new Error('--bisect is about Kubernetes; add kubernetes to --only, or leave it out');
  }
  return { check, offline, cached, turn, news, bisect: bisects && named.length === 0 ? minors : named, only: selects ? families : FAMILIES };
}

/** The file of a feed, which is made of the tables as they are. */
function feedOf(args: readonly string[], at: number): string {
  const [file, ...others] = [...args.slice(at + 1), ...args.slice(0, at)];
  if (at === args.length - 1 || file.startsWith('-')) throw new Error('--feed without a file; give the one to write');
  if (others.length > 0) throw new Error(`--feed writes what the tables say, and reads nothing; leave ${others.join(' ')} out`);
  return file;
}
