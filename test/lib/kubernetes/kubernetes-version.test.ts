import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

describe('KubernetesVersion', () => {
  it.each<[string, number, number | undefined, string]>([
    ['1.27', 27, undefined, '1.27'],
    ['v1.27', 27, undefined, '1.27'],
    ['1.27.16', 27, 16, '1.27.16'],
    ['v1.20.0', 20, 0, '1.20.0'],
    [' 1.37.1 ', 37, 1, '1.37.1'],
  ])('of %j', (text, minor, patch, written) => {
    const version = KubernetesVersion.of(text);
    expect([version.minor, version.patch, version.toString()]).toEqual([minor, patch, written]);
    expect(version.minorVersion).toBe(`1.${minor}`);
  });

  it.each(['', '1', '1.', '1.27.', '1.x', '2.0.1', '27', '1.27.16-rc.1', '1.27.16+build', '1.027.1', 'latest', '1.27.16.1',
    '-1.27'])('fails for %j', (text) => {
    expect(() => KubernetesVersion.of(text)).toThrow(new Error(
      `'${text}' is not a Kubernetes version; accepted: a minor like '1.27' or a release like '1.27.16'`,
    ));
  });

  it('fails for what is no text', () => {
    for (const value of [1.27, null, undefined, {}]) {
      expect(() => KubernetesVersion.of(value as unknown as string)).toThrow('is not a Kubernetes version');
    }
  });

  it('is an image tag only as a release', () => {
    expect(KubernetesVersion.of('1.27.16')._imageTag('toVersion')).toBe('v1.27.16');
    expect(() => KubernetesVersion.of('1.27')._imageTag('toVersion')).toThrow(new Error(
      "toVersion is the bare minor '1.27', but an image tag is written from it; give a full release like '1.27.<patch>'",
    ));
  });
});
