import { configMapVolume, isOfApi, MountedVolume, nodeFile, serviceAccountToken } from '../../../src/lib/ccm/volume';

describe('a volume of the cloud-controller-manager', () => {
  it.each<[string, MountedVolume, object, object]>([
    ['a file of the node', nodeFile('a', '/etc/a'),
      { name: 'a', hostPath: { path: '/etc/a', type: 'File' } }, { name: 'a', mountPath: '/etc/a', readOnly: true }],
    ['a ConfigMap', configMapVolume('b', 'cm', '/b'), { name: 'b', configMap: { name: 'cm' } }, { name: 'b', mountPath: '/b', readOnly: true }],
    ['a key of a ConfigMap', configMapVolume('b', 'cm', '/b', 'key'),
      { name: 'b', configMap: { name: 'cm' } }, { name: 'b', mountPath: '/b', readOnly: true, subPath: 'key' }],
    ['a token', serviceAccountToken('c', 'sts', 3600, '/c/'),
      { name: 'c', projected: { sources: [{ serviceAccountToken: { audience: 'sts', expirationSeconds: 3600, path: 'token' } }] } },
      { name: 'c', mountPath: '/c/', readOnly: true }],
  ])('can be %s, read-only', (_, { volume, mounts }, source, mount) => {
    expect(volume).toEqual(source);
    expect(mounts).toEqual([mount]);
  });

  it('needs the API server unless it is a path of the node or empty', () => {
    expect([nodeFile('a', '/a').volume, { name: 'e', emptyDir: {} }].map(isOfApi)).toEqual([false, false]);
    expect([configMapVolume('b', 'b', '/b').volume, { name: 's', secret: { secretName: 's' } }, serviceAccountToken('c', 'c', 600, '/c').volume].map(
      isOfApi,
    ))
      .toEqual([true, true, true]);
  });
});
