import { faultToAvoid, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmMinors, promotedTags } from '../../../src/lib/facts/ccm-release-list';
import { awsCcmRelease, defaultAwsCcm, isPromoted } from '../../../src/lib/facts/ccm-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

describe('releases of the AWS cloud-controller-manager', () => {
  it.each([
    ['1.20', 'v1.20.3'], ['1.21', 'v1.21.3'], ['1.23', 'v1.23.20'], ['1.24', 'v1.24.19'], ['1.26', 'v1.26.14'], ['1.27', 'v1.27.10'],
    ['1.32', 'v1.32.8'],
  ])('the default for %s, which gets no more releases, is its newest image, %s', (minor, tag) => {
    expect(defaultAwsCcm(KubernetesVersion.of(minor), { cloudRoutes: false })).toEqual({ tag });
  });

  it.each(awsCcmMinors())('the default for $minor is its newest image whose faults are known, and met by no ordinary cluster', line => {
    const images = promotedTags(line);
    const good = images.filter(tag => isAssessed(tag) && faultToAvoid(tag, { cloudRoutes: false }) === undefined);
    const { tag, passedOver } = defaultAwsCcm(KubernetesVersion.of(line.minor), { cloudRoutes: false });
    expect([tag, passedOver?.tag ?? tag]).toEqual([good.at(-1), images.at(-1)]);
  });

  it.each([['1.29', 'v1.29.8', 'v1.29.10'], ['1.30', 'v1.30.9', 'v1.30.10'], ['1.31', 'v1.31.8', 'v1.31.9']])(
    'the default for %s is %s, since %s has a fault that any cluster meets', (minor, tag, newest) => {
      expect(defaultAwsCcm(KubernetesVersion.of(minor), { cloudRoutes: false }))
        .toEqual({ tag, passedOver: { tag: newest, why: expect.stringMatching(/InvalidPermission\.Duplicate/) } });
    });

  it('there is no default with cloud routes, where every image fails to list them', () => {
    expect(() => defaultAwsCcm(KubernetesVersion.of('1.34'), { cloudRoutes: true })).toThrow(
      /^every image .* for Kubernetes 1\.34 has a known fault here: v1\.34\.3: routes are not listed .*; it is mended in v1\.34\.4, .* give the/);
    expect(defaultAwsCcm(KubernetesVersion.of('1.33'), { cloudRoutes: true })).toEqual({ tag: 'v1.33.4' });
  });

  it.each([['v1.20.4', false], ['v1.20.3', true], ['v1.28.0', false], ['v1.28.1', true], ['v1.32.4', true], ['v1.33.1', true], ['v1.36.0', false],
    ['v1.36.1', true], ['v1.37.0', true], ['v1.37.1', false], ['v1.99.0', false]])('%s is promoted: %s', (tag, promoted) => {
    expect(isPromoted(tag)).toBe(promoted);
  });

  it('fails for a minor without an image and names the known ones', () => {
    expect(() => defaultAwsCcm(KubernetesVersion.of('1.38'), { cloudRoutes: false })).toThrow(
      'no image of the AWS cloud-controller-manager is known for Kubernetes 1.38; known minors: 1.20 to 1.37; give the release to run as `release` '
        + 'of the AwsCcm');
  });

  it.each([
    ['v1.23.8', "'v1.23.8' is not a release of the AWS cloud-controller-manager; promoted images of its minor: v1.23.0, v1.23.1, v1.23.2, v1.23.17, "
      + 'v1.23.18, v1.23.19, v1.23.20'],
    ['latest', "'latest' is not a release of the AWS cloud-controller-manager; known minors: 1.20 to 1.37"],
    ['1.29.8', "'1.29.8' is not a release of the AWS cloud-controller-manager: its tags begin with v; give 'v1.29.8'"],
    ['1.36.99', "'1.36.99' is not a release of the AWS cloud-controller-manager: its tags begin with v; give 'v1.36.99'"],
    ['1.36', "'1.36' is not a release of the AWS cloud-controller-manager; promoted images of its minor: v1.36.1"],
  ])('fails for the tag %s', (tag, message) => {
    expect(() => awsCcmRelease(tag)).toThrow(message);
  });

  it.each([['v1.24.2', '1.25'], ['v1.24.4', '1.24'], ['v1.32.2', '1.32'], ['v1.32.3', '1.33'], ['v1.27.10', '1.27']])('%s links the cloud-provider '
    + 'of %s', (tag, minor) => {
    expect(awsCcmRelease(tag).linkedMinor.minorVersion).toBe(minor);
  });

  it('does not know whether an image of the newest tag was promoted', () => {
    expect(awsCcmRelease('v1.37.1').promoted).toBeUndefined();
    expect(awsCcmRelease('v1.36.0').promoted).toBe(false);
  });

  it('knows what changed inside a minor', () => {
    const facts = (tag: string): unknown[] => {
      const { awsSdk, unknownCloudConfigKeys, providers, cloudConfigKeys } = awsCcmRelease(tag);
      return [awsSdk, unknownCloudConfigKeys, providers.length,
        ['Region', 'DisableStrictZoneCheck', 'SourceARN'].map(key => cloudConfigKeys.includes(key))];
    };
    expect(facts('v1.27.0')).toEqual(['v1', 'fatal', 2, [false, true, false]]);
    expect(facts('v1.27.1')).toEqual(['v1', 'fatal', 2, [true, false, false]]);
    expect(facts('v1.27.3')).toEqual(['v1', 'ignored', 2, [true, false, true]]);
    expect(facts('v1.29.8')).toEqual(['v1', 'ignored', 1, [true, false, true]]);
    expect(facts('v1.29.9')).toEqual(['v2', 'ignored', 1, [true, false, true]]);
  });

  it('knows which node names each finds', () => {
    const names = (tag: string): boolean[] => [awsCcmRelease(tag).instanceIdNodeNames, awsCcmRelease(tag).instanceIdWithDomainNodeNames];
    expect(['v1.21.3', 'v1.22.0', 'v1.26.11', 'v1.27.1', 'v1.27.2', 'v1.27.3', 'v1.28.1'].map(names)).toEqual([
      [false, false], [true, false], [true, true], [true, false], [true, true], [true, false], [true, true],
    ]);
  });

  it('has flags of the tagging controller by tag', () => {
    expect(['v1.22.0', 'v1.22.1', 'v1.22.4', 'v1.32.2', 'v1.32.3'].map(tag => awsCcmRelease(tag).taggingFlags.length)).toEqual([0, 2, 4, 4, 6]);
  });
});
