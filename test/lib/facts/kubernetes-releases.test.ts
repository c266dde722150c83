import { generatedFlags, generatedKubernetesReleases } from '../../../src/lib/facts/generated';
import { unknownPatch } from '../../../src/lib/facts/kubernetes-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { findingsOf, KCM_27, node } from '../rules/input';

describe('patch releases', () => {
  it.each([
    ['1.27.16', undefined], ['1.27', undefined], ['1.27.17', { newest: '1.27.16', ended: true }], ['1.34.14', { newest: '1.34.13', ended: true }],
    ['1.35.99', { newest: '1.35.10', ended: false }], ['1.37.3', { newest: '1.37.2', ended: false }], ['1.99.0', undefined],
  ])('%s: %j', (release, expected) => expect(unknownPatch(KubernetesVersion.of(release))).toEqual(expected));

  it('are known of each minor that was read, and none that was read is newer', () => {
    const { read } = generatedFlags('kube-controller-manager');
    expect(generatedKubernetesReleases().map(({ minor }) => minor)).toEqual(Object.keys(read));
    for (const release of Object.values(read).flat()) expect([release, unknownPatch(KubernetesVersion.of(release))]).toEqual([release, undefined]);
  });

  it('are a note in verify on a minor that goes on', () => {
    const said = (version: string) => findingsOf('patch-release-unknown', { new: node({ version, kcm: KCM_27, mounts: [] }) }).map(({ severity, message }) => `${severity}: ${message}`);
    expect(said('1.37.99')).toEqual(['note: KCM 1.37 of node of new is 1.37.99, newer than 1.37.2, the newest that was read']);
    expect(said('1.37.2')).toEqual([]);
  });
});
