/** What `npm run facts` was asked for. */
export interface Options {
  readonly check: boolean;
  readonly offline: boolean;
  readonly cached: boolean;
  /** Minors to bisect first. */
  readonly bisect: readonly string[];
}

const FLAGS = ['--check', '--offline', '--cached', '--bisect'];

/**
 * @param minors those that can be bisected
 * @throws naming what is accepted
 */
export function parseOptions(args: readonly string[], minors: readonly string[]): Options {
  const [check, offline, cached, bisects] = FLAGS.map(flag => args.includes(flag));
  const named = bisects ? args.filter(arg => minors.includes(arg)) : [];
  const unknown = args.filter(arg => !FLAGS.includes(arg) && !named.includes(arg));
  if (unknown.length > 0) {
    const accepted = bisects ? `${FLAGS.join(', ')}, and after the last minors: ${minors.join(', ')}` : FLAGS.join(', ');
    throw new Error(`unknown ${bisects ? 'argument' : 'option'} ${unknown.join(' ')}; accepted: ${accepted}`);
  }
  if (cached && !check) throw new Error('--cached without --check: tables are written of all releases; add --check, or leave --cached out');
  if (bisects && (check || offline)) throw new Error('--bisect gets releases and writes the tables; leave --check and --offline out');
  return { check, offline, cached, bisect: bisects && named.length === 0 ? minors : named };
}
