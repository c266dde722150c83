import { ASSESSED_TO, AWS_CCM_FAULTS, faultsOf, faultToAvoid, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';

const TAGS = awsCcmReleases().map(({ tag }) => tag);
/** Tags that were read and are not assessed yet: `npm run facts` brings them, and they are no default until they leave this list. */
const UNASSESSED: readonly string[] = [];

describe('faults of the AWS cloud-controller-manager', () => {
  it('are looked for in every tag, or the tag is named here', () => {
    expect(TAGS.filter(tag => !isAssessed(tag))).toEqual(UNASSESSED);
    expect(ASSESSED_TO.filter(tag => !TAGS.includes(tag))).toEqual([]);
    expect([isAssessed('v1.37.99'), isAssessed('v1.99.0')]).toEqual([false, false]);
  });

  it.each(AWS_CCM_FAULTS)('$id: is in ranges of tags that exist, and in none that is without it', ({ tags, fixedIn }) => {
    const ends = tags.flatMap(({ from, to }) => [from, to]);
    expect([...ends, ...fixedIn].filter(tag => !TAGS.includes(tag))).toEqual([]);
    for (const { from, to } of tags) expect(TAGS.indexOf(from)).toBeLessThanOrEqual(TAGS.indexOf(to));
    const held = tags.flatMap(({ from, to }) => TAGS.slice(TAGS.indexOf(from), TAGS.indexOf(to) + 1));
    expect(fixedIn.filter(tag => held.includes(tag))).toEqual([]);
    // The tag before the one that is without it has it.
    expect(fixedIn.filter(tag => !held.includes(TAGS[TAGS.indexOf(tag) - 1]) && /\.[^0]\d*$/.test(tag))).toEqual([]);
  });

  it('have ids that are unlike', () => {
    const ids = AWS_CCM_FAULTS.map(({ id }) => id);
    expect([...new Set(ids)]).toEqual(ids);
  });

  /** Faults that these lines never lost. */
  const OLD = [
    'leaves-rules-of-untagged-groups', 'registers-before-deregistering', 'leaks-classic-security-group', 'panics-at-instance-without-state',
  ];
  const OF_1_29 = ['internal-ip-changes', 'hides-registration-errors', ...OLD];
  const STS = 'assumes-role-without-region';
  it.each<[string, readonly string[]]>([
    ['v1.23.3', ['empty-target-groups', ...OF_1_29]],
    ['v1.24.1', OF_1_29],
    ['v1.26.1', ['misses-new-nodes-of-local-services', ...OF_1_29]],
    ['v1.27.2', ['misses-new-nodes', ...OF_1_29]],
    ['v1.28.4', ['misses-new-nodes', ...OF_1_29]],
    ['v1.29.8', OLD],
    ['v1.30.4', [...OLD.slice(0, 3), 'needs-topology', 'asks-topology-without-role', 'asks-topology-without-region',
      'keeps-nodes-without-provider-id', ...OLD.slice(3)]],
    ['v1.31.9', [...OLD.slice(0, 3), STS, 'keeps-nodes-without-provider-id', 'adds-rules-again', ...OLD.slice(3)]],
    ['v1.32.5', [...OLD.slice(1, 3), STS, 'keeps-nodes-without-provider-id', ...OLD.slice(3)]],
    ['v1.34.0', [...OLD.slice(1, 3), STS, 'keeps-nodes-without-provider-id', 'takes-running-instances-for-gone', 'lists-no-routes', ...OLD.slice(3)]],
    ['v1.34.3', ['leaks-classic-security-group', STS, 'keeps-nodes-without-provider-id', 'lists-no-routes']],
    ['v1.36.0', [STS, 'keeps-nodes-without-provider-id', 'lists-no-routes', 'revokes-other-rules']],
    ['v1.36.2', [STS, 'keeps-nodes-without-provider-id']],
    ['v1.37.1', [STS]],
  ])('of %s', (tag, ids) => expect(faultsOf(tag).map(({ id }) => id)).toEqual(ids));

  it('are no reason to pass over a release where they need something out of the ordinary', () => {
    const avoided = (tag: string, cloudRoutes: boolean) => faultToAvoid(tag, { cloudRoutes })?.id;
    expect([avoided('v1.36.1', false), avoided('v1.32.8', false), avoided('v1.31.0', false)]).toEqual([undefined, undefined, undefined]);
    expect([avoided('v1.34.3', false), avoided('v1.34.3', true)]).toEqual([undefined, 'lists-no-routes']);
    expect(avoided('v1.31.9', false)).toBe('adds-rules-again');
  });
});
