import { readFileSync } from 'node:fs';
import { flagText } from '../../../../scripts/facts/kops/model';
import { WRITTEN_FILE, writtenClusters, WrittenRow } from '../../../../scripts/facts/kops/written';
import { imagesOf, kopsRelease, KOPS_RELEASES } from '../../../../src/lib/facts/kops';
import { ccmImage } from '../../../../src/lib/installers/kops/addons';
import { componentFlags } from '../../../../src/lib/installers/kops/component-flags';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';

const { rows } = JSON.parse(readFileSync(WRITTEN_FILE, 'utf8')) as { readonly rows: readonly WrittenRow[] };

describe('what is written for the first and the last patch of each minor of kops', () => {
  const ends = KOPS_RELEASES().flatMap(({ readAt }) => [...new Set(readAt)]);

  it.each(ends)('%s: kops makes of it what is modelled', (tag) => {
    const release = kopsRelease(tag);
    const own = rows.filter(({ of }) => of.includes(tag)).map(({ of, ...made }) => made);
    const modelled = writtenClusters(tag, release).map(({ kind: cluster, kubernetes, spec }) => {
      const version = KubernetesVersion.of(kubernetes!);
      const { kcm, ccm, apiServer, kubelet } = componentFlags('c', spec, release, version);
      return {
        cluster,
        kcm: flagText(kcm),
        ccm: flagText(ccm),
        apiServer: flagText(apiServer),
        kubelet: flagText(kubelet),
        ...ccm && imagesOf(release)[version.minor] ? { image: ccmImage(release, version) } : {},
      };
    });
    expect(modelled.length).toBeGreaterThan(1);
    expect(modelled).toEqual(expect.arrayContaining(own));
    expect(own).toHaveLength(modelled.length);
  });

  it('differs within a minor where a patch changed something', () => {
    const ccm = (tag: string) => rows.find(({ of, cluster }) => of.includes(tag) && cluster === '1.23.17 to 1.24.17, calico, mixed')!.ccm;
    expect([ccm('v1.27.0'), ccm('v1.27.3')].map(line => /--cluster-cidr=\S+/.exec(line)![0])).toEqual(
      ['--cluster-cidr=100.64.0.0/10', '--cluster-cidr=100.96.0.0/11']);
    expect(ends).toHaveLength(20);
  });
});
