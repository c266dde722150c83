import { ccm, kcm, LM } from './processes';
import { describeGap, gapBounds, longestGap } from '../../../src/lib/proof/gap';
import { GAPS_WITH_DEFAULTS, LIMITS_OF_THE_PROMISE } from '../../../src/lib/proof/promise-limits';
import { timingViolations, waitsFor } from '../../../src/lib/proof/timing';

const OLD = '--cloud-provider=external';
const slow = '--leader-elect-lease-duration=60s --leader-elect-renew-deadline=40s --leader-elect-retry-period=5s';
const short = '--leader-elect-lease-duration=11s';

describe('timing rule', () => {
  test.each<[string, string, string, string[]]>([
    ['defaults', '1.26', '', []],
    ['a slow holder and a candidate of 1.26 with the defaults, which counts its own lease', '1.26', slow, ['1.27>1.26']],
    ['a slow holder and a candidate of 1.27, which counts the holder\'s', '1.27', slow, []],
    ['a lease shorter than renewal and retry', '1.27', short, ['1.27>1.27']],
  ])('%s', (_, candidate, flags, expected) => {
    const pair = [kcm('1.27', `${OLD} ${flags}`, { dir: 'holder' }), kcm(candidate, OLD, { dir: 'candidate' })];
    const found = timingViolations(pair).filter(one => one.holder.dir === 'holder' && one.candidate.dir === 'candidate');
    expect(found.map(one => `${one.holder.version.minorVersion}>${one.candidate.version.minorVersion}`)).toEqual(expected);
  });

  it('tells who can act for how long', () => {
    const [violation] = timingViolations([kcm('1.26', `${OLD} ${slow}`), kcm('1.26', OLD)]);
    expect([violation.holderStopsAfter, violation.candidateWaits]).toEqual([45_000, 15_000]);
    expect(violation.message).toBe('node with 1.26: kube-controller-manager 1.26 can act for 45 s after its last renewal of kube-controller-manager '
      + '(retryPeriod + renewDeadline), but node with 1.26: kube-controller-manager 1.26 takes it after 15 s');
    expect(violation.fix).toBe('give every process that shares a lock the same --leader-elect-lease-duration, --leader-elect-renew-deadline and '
      + '--leader-elect-retry-period, '
      + 'with retryPeriod + renewDeadline below leaseDuration (15s, 10s and 2s are the defaults)');
  });

  it('is about locks that are shared, the migration lock among them', () => {
    const slowCcm = (flags: string) => ccm('1.26', `${flags} ${slow}`);
    expect(timingViolations([slowCcm(''), kcm('1.26', OLD)])).toEqual([]);
    expect(timingViolations([slowCcm(LM), kcm('1.26', `${OLD} ${LM}`)]).map(one => [...one.locks])).toEqual([['leases/kube-system/'
      + 'cloud-provider-extraction-migration']]);
  });

  it('names all locks that are shared', () => {
    const [violation] = timingViolations([kcm('1.26', `${OLD} ${LM} ${slow}`), kcm('1.26', `${OLD} ${LM}`)]);
    expect(violation.message).toContain('its last renewal of kube-controller-manager, cloud-provider-extraction-migration (retryPeriod');
  });

  it('breaks when the two times are equal', () => {
    expect(timingViolations([kcm('1.26', `${OLD} --leader-elect-lease-duration=12s`)])).toHaveLength(1);
    expect(timingViolations([kcm('1.26', `${OLD} --leader-elect-lease-duration=12001ms`)])).toHaveLength(0);
  });

  it('counts whole seconds where the holder writes its lease duration down', () => {
    const holder = kcm('1.27', `${OLD} --leader-elect-lease-duration=12900ms`);
    expect([waitsFor(kcm('1.27', OLD), holder), waitsFor(kcm('1.26', OLD), holder)]).toEqual([12_000, 15_000]);
  });
});

describe('gap bounds', () => {
  it('are those of the documentation for the defaults', () => {
    const bounds = gapBounds(kcm('1.26', OLD), ccm('1.27', ''));
    expect(bounds).toEqual({ alreadyBidding: 23_800, mainLockFirst: 43_200, leaderStopsAfter: 12_000 });
    expect(GAPS_WITH_DEFAULTS).toContain('| L + 2J | 23.8 s |');
    expect(GAPS_WITH_DEFAULTS).toContain('| 43.2 s + S |');
    expect(describeGap(bounds)).toBe('no process runs the controllers for less than 23.8 s when the successor already bids for the lock, and less '
      + 'than 43.2 s plus its '
      + 'start-up when it must first win its main lock; a leader that cannot renew stops within 12.0 s of its last renewal');
  });

  it('follow the flags of leader, successor and the holder of the main lock', () => {
    const successor = ccm('1.27', '--leader-elect-retry-period=1s');
    expect(gapBounds(kcm('1.26', `${OLD} ${slow}`), successor, ccm('1.27', '--leader-elect-lease-duration=30s'))).toEqual({
      alreadyBidding: 64_400, mainLockFirst: 96_600, leaderStopsAfter: 45_000,
    });
    expect(gapBounds(kcm('1.26', `${OLD} ${slow}`), ccm('1.26', '')).alreadyBidding).toBe(23_800);
  });

  it('come with the limits of the promise', () => {
    expect(LIMITS_OF_THE_PROMISE).toHaveLength(6);
    expect(LIMITS_OF_THE_PROMISE[0]).toMatch(/^A lease is not a fencing token\./);
  });
});

it('takes the longest of each bound of several gaps', () => {
  const one = { alreadyBidding: 1, mainLockFirst: 5, leaderStopsAfter: 3 };
  expect(longestGap([one, { alreadyBidding: 2, mainLockFirst: 4, leaderStopsAfter: 6 }])).toEqual({
    alreadyBidding: 2, mainLockFirst: 5, leaderStopsAfter: 6,
  });
});
