import { CLUSTER_API_RELEASES, CLUSTER_API_VERSIONS, clusterApiRelease, releasesFor, supports } from '../../../src/lib/facts/cluster-api';
import { generatedKubeadm } from '../../../src/lib/facts/generated';
import { KUBEADM_APIS, kubeadmApiProblem } from '../../../src/lib/facts/kubeadm-api';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const version = (text: string) => KubernetesVersion.of(text);

describe('kubeadm\'s configuration API', () => {
  it.each<[string, string, string | undefined]>([
    ['v1beta3', '1.20', 'it is for 1.21 to 1.36'],
    ['v1beta3', '1.26.15', undefined],
    ['v1beta3', '1.37', 'it is for 1.21 to 1.36; hand in the configuration as \'kubeadm.k8s.io/v1beta4\''],
    ['v1beta4', '1.29', 'it is for 1.30 to 1.37; hand in the configuration as \'kubeadm.k8s.io/v1beta3\''],
    ['v1beta4', '1.30.14', undefined],
    ['v1beta4', '1.37', undefined],
    ['v1', '1.37.1', '\'kubeadm init\' refuses \'kubeadm.k8s.io/v1\', which no release takes for more than an experiment; hand in the configuration '
      + 'as \'kubeadm.k8s.io/v1beta4\''],
  ])('%s for %s', (api, release, problem) => {
    const found = kubeadmApiProblem(`kubeadm.k8s.io/${api}`, version(release));
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  it('is understood in each version that the newest release reads', () => {
    const { apis, read } = generatedKubeadm();
    const newest = apis.filter(({ to }) => to === Object.keys(read).at(-1)).map(({ api }) => `kubeadm.k8s.io/${api}`);
    expect(newest.length).toBeGreaterThan(0);
    expect(newest.filter(name => !(name in KUBEADM_APIS()))).toEqual([]);
  });

  it('has a source for each version', () => {
    for (const { source } of Object.values(KUBEADM_APIS())) expect(source).toMatch(/^k8s\.io\/kubernetes@v1\.\d+\.\d+ /);
  });
});

describe('releases of Cluster API', () => {
  it('are in order, without a hole, and support more as they go on', () => {
    const minors = CLUSTER_API_RELEASES().map(({ release }) => Number(release.slice(2)));
    expect(minors).toEqual(minors.map((_, index) => index + 1));
    for (const [index, { kubernetes, source }] of CLUSTER_API_RELEASES().entries()) {
      expect(version(kubernetes.from).minor).toBeLessThan(version(kubernetes.to).minor);
      if (index > 0) expect(version(kubernetes.to).minor).toBeGreaterThanOrEqual(version(CLUSTER_API_RELEASES()[index - 1].kubernetes.to).minor);
      expect(source).toMatch(/^sigs\.k8s\.io\/cluster-api@v1\.\d+\.\d+ docs\//);
    }
  });

  it('say which of them support a pair of versions', () => {
    expect(releasesFor(version('1.26'), version('1.27'))).toBe('1.4 to 1.9');
    expect(releasesFor(version('1.20'), version('1.36'))).toBe('none');
    expect(supports(clusterApiRelease('v1.9.4'), version('1.27.16'))).toBe(true);
    expect(supports(clusterApiRelease('1.3'), version('1.27.16'))).toBe(false);
    expect(['1.12', '1.13', '1.14'].map(release => supports(clusterApiRelease(release), version('1.37.1')))).toEqual([false, true, true]);
    expect(['1.13', '1.14'].map(release => supports(clusterApiRelease(release), version('1.30')))).toEqual([true, false]);
  });

  it.each(['1.0', '1.15', 'latest', '1', ''])('fails for %s', release => {
    expect(() => clusterApiRelease(release)).toThrow(`clusterApiRelease is '${release}', which is not in the table of Cluster API releases; known: `
      + '1.1 to 1.14');
  });

  it('have a source for each version of their own APIs', () => {
    for (const { source } of Object.values(CLUSTER_API_VERSIONS())) expect(source).toMatch(/^sigs\.k8s\.io\/cluster-api\/api@v1\.14\.2 bootstrap\//);
  });
});
