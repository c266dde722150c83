import { generatedFlags, generatedKubernetesReleases } from '../../../src/lib/facts/generated';
import { knownMinors, lastReadBefore, newestRead, unknownPatch } from '../../../src/lib/facts/kubernetes-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { findingsOf, KCM_27, node } from '../rules/input';

describe('patch releases', () => {
  it.each([
    ['1.27.16', undefined], ['1.27', undefined], ['1.27.17', { newest: '1.27.16', ended: true }], ['1.34.14', { newest: '1.34.13', ended: true }],
    ['1.35.99', { newest: '1.35.10', ended: false }], ['1.37.3', { newest: '1.37.2', ended: false }], ['1.99.0', undefined],
  ])('%s: %j', (release, expected) => expect(unknownPatch(KubernetesVersion.of(release))).toEqual(expected));

  it.each([
    ['1.34.10', undefined], ['1.34.5', undefined], ['1.34.11', '1.34.10'], ['1.34.13', '1.34.10'], ['1.34.14', undefined],
    ['1.34', undefined], ['1.27.9', undefined],
  ])(
    '%s could not be read: %s is what is known', (release, expected) => expect(lastReadBefore(KubernetesVersion.of(release))).toBe(expected));

  it.each([['1.27', '1.27.16'], ['1.34', '1.34.10'], ['1.99', undefined]])('%s: %s is the newest that was read', (minor, expected) =>
    expect(newestRead(minor)).toBe(expected));

  it('are of each known minor read, the newest among them', () => {
    const { read } = generatedFlags('kube-controller-manager');
    expect(knownMinors().map(newestRead)).toEqual(Object.values(read).map(releases => releases.at(-1)));
  });

  it('are read or unread, each of them: no minor has another between the last that was read and the newest', () => {
    const { read } = generatedFlags('kube-controller-manager');
    for (const { minor, newest, unread } of generatedKubernetesReleases()) {
      const patches = [read[minor].at(-1)!, ...unread].map(release => KubernetesVersion.of(release).patch!);
      expect(patches).toEqual(patches.map((_, index) => patches[0] + index));
      expect([minor, `${minor}.${patches.at(-1)}`]).toEqual([minor, newest]);
    }
  });

  it('are known of each minor that was read, and none that was read is newer', () => {
    const { read } = generatedFlags('kube-controller-manager');
    expect(generatedKubernetesReleases().map(({ minor }) => minor)).toEqual(Object.keys(read));
    for (const release of Object.values(read).flat()) expect([release, unknownPatch(KubernetesVersion.of(release))]).toEqual([release, undefined]);
  });

  it.each([
    ['1.36.4', 'error: KCM 1.36 of node of new does not have the flag --pod-eviction-timeout'],
    ['1.36.6', 'warning: it is not known whether KCM 1.36 of node of new has the flag --pod-eviction-timeout: 1.36.6 was not read, '
      + 'and a release next to it does not have the flag'],
  ])('%s: a flag that only older ones have is an error where the release was read, and never silent', (version, said) => {
    const kcm = [...KCM_27, '--pod-eviction-timeout=5m'];
    const found = findingsOf('flag-unknown-to-release', { new: node({ version, kcm, mounts: [] }) });
    expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([said]);
  });

  it('are a note in verify on a minor that goes on', () => {
    const said = (version: string) =>
      findingsOf('patch-release-unknown', { new: node({ version, kcm: KCM_27, mounts: [] }) }).map(
        ({ severity, message }) => `${severity}: ${message}`,
      );
    expect(said('1.37.99')).toEqual(['note: KCM 1.37 of node of new is 1.37.99, newer than 1.37.2, the newest that is known']);
    expect(said('1.37.2')).toEqual([]);
    expect(said('1.36.6')).toEqual([
      'note: KCM 1.36 of node of new is 1.36.6, whose sources could not be read; it is checked as 1.36.4, the last of its minor that was',
    ]);
  });
});
