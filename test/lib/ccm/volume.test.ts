import { CcmVolume } from '../../../src/lib/ccm/volume';

describe('CcmVolume', () => {
  it.each<[CcmVolume, object, object]>([
    [CcmVolume.hostPath('a', '/etc/a', 'File', { mountPath: '/a' }), { name: 'a', hostPath: { path: '/etc/a', type: 'File' } }, { name: 'a', mountPath: '/a', readOnly: true }],
    [CcmVolume.configMap('b', 'cm', { mountPath: '/b', subPath: 'key' }), { name: 'b', configMap: { name: 'cm' } }, { name: 'b', mountPath: '/b', readOnly: true, subPath: 'key' }],
    [CcmVolume.secret('c', 's', { mountPath: '/c', readOnly: false }), { name: 'c', secret: { secretName: 's' } }, { name: 'c', mountPath: '/c', readOnly: false }],
  ])('%#', (volume, source, mount) => {
    expect(volume._volume()).toEqual(source);
    expect(volume._mount()).toEqual(mount);
  });
});
