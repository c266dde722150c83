import { KKP_RELEASES, kkpRelease, migrates } from '../../../src/lib/facts/kkp';
import {
  hasField, imagesOf, KOPS_FIELDS, KOPS_RELEASES, isIn, kopsBehaviours, kopsMinor, KopsRelease, kopsRelease, kopsReleasesFor,
  runs,
} from '../../../src/lib/facts/kops';
import { KUBEONE_RELEASES, kubeOneRelease, kubeOneReleasesFor } from '../../../src/lib/facts/kubeone';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const at = (text: string) => KubernetesVersion.of(text);

describe.each([['kops', KOPS_RELEASES()], ['KKP', KKP_RELEASES], ['KubeOne', KUBEONE_RELEASES]] as const)('releases of %s', (_, releases) => {
  it('are every minor between the first and the last, each with a source at a version', () => {
    const minors = releases.map(({ release }) => Number(release.split('.')[1]));
    expect(minors).toEqual(minors.map((__, index) => minors[0] + index));
    for (const { source } of releases) expect(source).toMatch(/@v\d+\.\d+\.\d+ /);
  });
});

describe('kops', () => {
  it('supports its own minor at the newest, and knows the image of every minor for which it makes a cloud-controller-manager by itself', () => {
    for (const known of KOPS_RELEASES()) {
      const { release, kubernetes, externalFrom, ccmImages } = known;
      expect(ccmImages.map(({ from }) => from)).toEqual([...ccmImages.map(({ from }) => from)].sort((a, b) => a - b));
      expect(kubernetes.to).toBe(kopsMinor(release));
      for (let minor = Math.max(
        externalFrom ?? Infinity, kubernetes.from,
      ); minor <= kubernetes.to; minor++) {
        for (const { from } of ccmImages) {
          expect([release, from, minor, imagesOf({ ...known, patch: from })[minor]])
            .toEqual([release, from, minor, expect.stringMatching(/^v1\.\d+\.\d+$/)]);
        }
      }
    }
  });

  it.each([
    ['1.23', '1.23.17', true, false], ['1.24', '1.24.17', false, true], ['1.28', '1.23.17', true, false], ['1.25', '1.25.16', false, false],
    ['1.29', '1.24.17', false, true],
  ])('%s at %s turns Leader Migration on: kube-controller-manager %s, cloud-controller-manager %s', (release, version, kcm, ccm) => {
    const { kcmLeaderMigration, ccmLeaderMigration } = kopsRelease(release);
    expect([isIn(kcmLeaderMigration, at(version)), isIn(ccmLeaderMigration, at(version))]).toEqual([kcm, ccm]);
  });

  /** Each was read at its tag. */
  it.each([
    ['1.24.0', 24, 'v1.24.0'], ['1.24.1', 24, 'v1.24.0'], ['1.24.2', 24, 'v1.24.1'], ['1.24.5', 24, 'v1.24.1'], ['1.24', 24, 'v1.24.1'],
    ['1.22.3', 22, 'v1.22.0-alpha.0'], ['1.22.4', 22, 'v1.22.0-alpha.1'], ['1.23.2', 21, 'v1.21.0-alpha.0'], ['1.23.3', 21, 'v1.21.0'],
    ['1.25.3', 25, 'v1.25.1'], ['1.25.4', 25, 'v1.25.2'], ['1.27.0', 27, 'v1.26.0'], ['1.27.1', 27, 'v1.27.2'], ['1.27.3', 22, 'v1.22.8'],
    ['1.28.4', 28, 'v1.28.1'], ['1.28.5', 28, 'v1.28.5'], ['1.28.7', 23, 'v1.23.20'], ['1.30.4', 30, 'v1.30.0'], ['1.21.5', 21, undefined],
  ])('%s runs with 1.%i the image %s', (release, minor, image) => expect(imagesOf(kopsRelease(release))[minor]).toBe(image));

  it.each<[string, Partial<KopsRelease>]>([
    ['1.27.0', { ccmClusterCidr: 'nonMasqueradeCIDR', kopsControllerIpam: ['kcm'], patch: 0 }],
    ['1.27.1', { ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'], patch: 1 }],
    ['1.27.3', { ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'], patch: 3 }],
    ['1.27', { ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'] }],
    ['1.28.0', { ccmClusterCidr: 'podCIDR', kopsControllerIpam: ['kcm', 'ccm'] }],
    ['1.26.6', { ccmClusterCidr: 'nonMasqueradeCIDR' }],
  ])('%s does %j', (release, expected) => expect(kopsRelease(release)).toMatchObject(expected));

  it.each<[string, boolean]>([['1.21.4', false], ['1.21.5', true], ['1.22.3', false], ['1.22.4', true], ['1.22', true], ['1.23.0', true]])(
    '%s takes the in-tree plugin from the API server: %p', (release, expected) => {
      const [gate] = kopsRelease(release).csiGates.filter(({ name }) => name === 'InTreePluginAWSUnregister');
      expect(gate.components.includes('apiServer')).toBe(expected);
    });

  it('is known as its first patch is, and as each that changes something', () => {
    expect(kopsBehaviours().filter(({ release }) => release === '1.27').map(({ ccmClusterCidr, patch }) => [ccmClusterCidr, patch]))
      .toEqual([['nonMasqueradeCIDR', undefined], ['podCIDR', undefined]]);
    expect(kopsBehaviours().filter(({ release }) => release === '1.28')).toHaveLength(1);
    for (const { release, source } of kopsBehaviours()) {
      expect(source).toMatch(KOPS_RELEASES().some(first => first.release === release && first.source === source) ? /@v\d/ : /@v\d.*; not in v\d/);
    }
  });

  it('has five releases for 1.23 to 1.24, and four for 1.22 to 1.23 that have the field', () => {
    expect(kopsReleasesFor(at('1.23.17'), at('1.24.17'))).toBe('1.24, 1.25, 1.26, 1.27, 1.28');
    expect(kopsReleasesFor(at('1.22.17'), at('1.23.17'))).toBe('1.23, 1.24, 1.25, 1.26, 1.27');
    expect(kopsReleasesFor(at('1.14'))).toBe('none');
    expect(runs(kopsRelease('v1.28.0'), at('1.22.17'))).toBe(false);
  });

  it('has fields from known releases on', () => {
    for (const field of KOPS_FIELDS()) {
      expect([hasField(field, kopsRelease(field.first[0])), field.source]).toEqual([true, expect.stringMatching(/@v\d/)]);
      expect(KOPS_RELEASES().filter(release => !hasField(field, release)).length).toBeGreaterThan(0);
    }
  });

  it.each(['1.31', 'latest', '1.25.x', ''])('fails for %p', text => {
    expect(() => kopsRelease(text)).toThrow('is not in the table of kops releases; known: 1.21 to 1.30');
  });
});

describe('KKP', () => {
  it.each([
    ['2.18', 'aws', '1.21.14', false], ['2.21', 'aws', '1.24.17', false], ['2.22', 'aws', '1.23.17', false], ['2.22', 'aws', '1.24.17', true],
    ['2.29', 'aws', '1.26.15', true], ['2.29', 'aws', '1.27.16', false],
    ['2.18', 'vsphere', '1.21.14', true], ['2.18', 'vsphere', '1.22.17', false], ['2.19', 'vsphere', '1.22.17', true],
    ['2.20', 'vsphere', '1.23.17', false], ['2.18', 'azure', '1.21.14', false],
    ['2.21', 'azure', '1.23.17', true], ['2.18', 'openstack', '1.22.17', true],
  ])('%s moves %s at %s: %s', (release, provider, version, expected) => {
    expect(migrates(kkpRelease(release), provider, at(version))).toBe(expected);
  });

  it('has the old group to 2.18', () => {
    expect(KKP_RELEASES.filter(({ group }) => group === 'kubermatic.k8s.io').map(({ release }) => release)).toEqual(['2.18']);
  });
});

describe('KubeOne', () => {
  it.each([['1.21.14', 'none'], ['1.22.17', '1.5'], ['1.24.17', '1.5, 1.6'], ['1.25.16', '1.6, 1.7'], ['1.26.15', '1.6, 1.7'],
    ['1.27.16', 'none']])('moves AWS at %s by %s', (version, releases) => {
    expect(kubeOneReleasesFor(at(version))).toBe(releases);
  });

  it('says why a release does not move AWS', () => {
    for (const { aws, reason } of KUBEONE_RELEASES) expect(aws === undefined).toBe(reason !== undefined);
    expect(() => kubeOneRelease('1.14')).toThrow('known: 1.3 to 1.13');
  });
});
