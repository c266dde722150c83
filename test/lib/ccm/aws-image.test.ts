import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { AwsImageSource, awsCcmImage } from '../../../src/lib/ccm/aws-image';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { lastCcmOf, NEWEST_CCM } from '../../newest-ccm';

const REGISTRY = 'registry.k8s.io/provider-aws/cloud-controller-manager';

describe('awsCcmImage', () => {
  it.each<[string, string | undefined, string]>([
    ['v1.27.2', undefined, `${REGISTRY}:v1.27.2`],
    ['v1.27.10', 'mirror.example:5000/aws/ccm', 'mirror.example:5000/aws/ccm:v1.27.10'],
    ['v1.28.0', 'mirror.example/built-from-the-tag', 'mirror.example/built-from-the-tag:v1.28.0'],
  ])('of %s, repository %s', (tag, repository, image) => expect(awsCcmImage(tag, { repository })).toBe(image));

  const V27 = KubernetesVersion.of('1.27');
  const PROMOTED = awsCcmRelease('v1.27.10').digest!;
  const OTHER = `sha256:${'0'.repeat(64)}`;

  it('has the promoted digest where it is asked for, also from a mirror', () => {
    expect(PROMOTED).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(awsCcmImage('v1.27.10', { isPinned: true })).toBe(`${REGISTRY}:v1.27.10@${PROMOTED}`);
    expect(awsCcmImage('v1.27.10', { isPinned: true, mirror: 'mirror.example' }))
      .toBe(`mirror.example/provider-aws/cloud-controller-manager:v1.27.10@${PROMOTED}`);
    expect(awsCcmImage('v1.27.10', { digest: PROMOTED })).toBe(`${REGISTRY}:v1.27.10@${PROMOTED}`);
    expect(awsCcmImage('v1.27.10', { repository: 'mine.example/ccm', digest: OTHER })).toBe(`mine.example/ccm:v1.27.10@${OTHER}`);
  });

  it.each<[AwsImageSource, string]>([
    [{ repository: `mine.example/ccm@${OTHER}` },
      `imageRepository 'mine.example/ccm@${OTHER}' has a digest; leave it out, and give it as 'imageDigest'`],
    [{ repository: 'mine.example/ccm:v1' },
      "imageRepository 'mine.example/ccm:v1' has the tag 'v1', and the tag is the release; leave it out, and give 'release'"],
    [{ repository: '' }, "imageRepository '' is not an image reference: it is empty; accepted: [registry/]repository[:tag][@sha256:digest]"],
    [{ repository: 'https://mine.example/ccm' }, "imageRepository 'https://mine.example/ccm' is not an image reference: it begins with a scheme "
      + 'such as https://; accepted: [registry/]repository[:tag][@sha256:digest]'],
    [{ repository: 'mine.example/CCM' }, "imageRepository 'mine.example/CCM' is not an image reference: the repository 'CCM' has upper case; "
      + 'accepted: [registry/]repository[:tag][@sha256:digest]'],
    [{ repository: 'mine.example/c cm' }, "imageRepository 'mine.example/c cm' is not an image reference: 'mine.example/c cm' is no repository; "
      + 'accepted: [registry/]repository[:tag][@sha256:digest]'],
    [{ digest: 'sha256:0123' }, "imageDigest must be sha256: and 64 hex digits, got 'sha256:0123'"],
    [{ digest: OTHER }, `imageDigest '${OTHER}' is not that of v1.27.10 in ${REGISTRY}, which is ${PROMOTED}; correct it, or say with `
      + '`imageRepository` where that image is'],
  ])('fails for %j', (source, message) => {
    expect(() => awsCcmImage('v1.27.10', source)).toThrow(new Error(message));
  });

  it('fails where the digest of the release is not known', () => {
    expect(() => awsCcmImage('v1.28.0', { repository: 'mine.example/ccm', isPinned: true }))
      .toThrow('no digest of v1.28.0 is known, so it cannot be pinned; give it as `imageDigest`');
  });

  it('fails for a git tag without an image', () => {
    expect(() => awsCcmImage('v1.28.0')).toThrow(new Error(
      `release 'v1.28.0' is a git tag without an image in ${REGISTRY}; its minor has `
      + 'v1.28.1, v1.28.2, v1.28.3, v1.28.4, v1.28.5, v1.28.6, v1.28.7, v1.28.8, '
      + 'v1.28.9, v1.28.10, v1.28.11: use one of them, or give the `imageRepository` that holds it',
    ));
  });

  it('is not written for nodes of an architecture that it is not built for', () => {
    const ccm = (arch: string, imageRepository?: string) => () => AwsCcm.of({
      release: 'v1.27.10', imageRepository, run: { pod: { nodeSelector: { 'kubernetes.io/arch': arch } } },
    })._release({ kubernetesVersion: V27, leaderMigration: false });
    expect(ccm('arm64')).not.toThrow();
    expect(ccm('amd64')).not.toThrow();
    expect(ccm('s390x', 'mine.example/ccm')).not.toThrow();
    expect(ccm('s390x')).toThrow(new Error("pod.nodeSelector has 'kubernetes.io/arch: s390x', but the image of v1.27.10 is built for amd64 and "
      + 'arm64; leave it out, or give the `imageRepository` that holds one for it'));
    expect(awsCcmRelease('v1.20.0').architectures).toEqual(['amd64']);
  });

  it('fails for what is no release', () => {
    expect(() => awsCcmImage('v1.23.8')).toThrow("release 'v1.23.8' is not a release of the AWS "
      + 'cloud-controller-manager; promoted images of its minor: v1.23.0,');
  });
});

describe('a release that is younger than what was read', () => {
  const made = (props: AwsCcmProps) => AwsCcm.of(props)._release({ kubernetesVersion: KubernetesVersion.of('1.36'), leaderMigration: false });

  it.each([{ release: 'v1.36.99' }, { release: 'v1.36.99', imageRepository: 'mine.example/ccm' }])('is refused, with its option: %j', props =>
    expect(() => made(props)).toThrow(new Error("release 'v1.36.99' is younger than what was read of the AWS cloud-controller-manager, which is "
      + `${lastCcmOf('1.36')}; 'unreadRelease: true' takes it, with what is known of ${lastCcmOf('1.36')}`)));

  it('is taken with it, and its workload says whose facts serve', () => {
    const { image, awsImage, linkedMinor, release, annotations } = made({ release: 'v1.36.99', unreadRelease: true });
    expect([image, awsImage, linkedMinor.minorVersion, String(release)]).toEqual([`${REGISTRY}:v1.36.99`, lastCcmOf('1.36'), '1.36', '1.36.99']);
    expect(annotations).toEqual({ 'ccm-migration/unread-release': `v1.36.99 was not read; what is known of ${lastCcmOf('1.36')} is taken for it` });
    expect(made({ release: 'v1.38.0', unreadRelease: true }).awsImage).toBe(NEWEST_CCM);
  });

  it('has no digest that is known', () => expect(() => made({ release: 'v1.36.99', unreadRelease: true, pinDigest: true }))
    .toThrow('no digest of v1.36.99 is known, so it cannot be pinned; give it as `imageDigest`'));

  it.each(['v1.23.8', 'latest', 'v2.0.0'])('is not what never was: %s', release =>
    expect(() => made({ release, unreadRelease: true })).toThrow(`release '${release}' is not a release of the AWS cloud-controller-manager`));

  it('needs no option where it was read', () =>
    expect(made({ release: 'v1.36.1', unreadRelease: true }).annotations).toEqual({}));
});
