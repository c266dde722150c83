import { awsCcmImage } from '../../../src/lib/ccm/aws-image';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const REGISTRY = 'registry.k8s.io/provider-aws/cloud-controller-manager';

describe('awsCcmImage', () => {
  it.each<[string, string | undefined, string | undefined, string]>([
    ['1.27.16', undefined, undefined, `${REGISTRY}:v1.27.10`],
    ['1.27', 'v1.27.2', undefined, `${REGISTRY}:v1.27.2`],
    ['1.27', undefined, 'mirror.example:5000/aws/ccm', 'mirror.example:5000/aws/ccm:v1.27.10'],
    ['1.28', 'v1.28.0', 'mirror.example/built-from-the-tag', 'mirror.example/built-from-the-tag:v1.28.0'],
  ])('for %s, release %s, repository %s', (version, release, repository, image) => {
    expect(awsCcmImage(KubernetesVersion.of(version), release, repository)).toBe(image);
  });

  it('fails for a git tag without an image', () => {
    expect(() => awsCcmImage(KubernetesVersion.of('1.28'), 'v1.28.0')).toThrow(new Error(
      `release 'v1.28.0' is a git tag without an image in ${REGISTRY}; use 'v1.28.11', or give the \`imageRepository\` that holds it`,
    ));
  });

  it('fails for what is no release', () => {
    expect(() => awsCcmImage(KubernetesVersion.of('1.27'), 'v1.27.99')).toThrow("release 'v1.27.99' is not a release of the AWS "
      + 'cloud-controller-manager; promoted images of 1.27: v1.27.0,');
  });
});
