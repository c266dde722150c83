import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { checkMigrationPair, MigrationPair } from '../../../src/lib/migration/migration-pair';
import { NEWEST_MINOR } from '../../newest-minor';

type Changes = Omit<Partial<MigrationPair>, 'from' | 'to' | 'ccm' | 'apiserver'> & { readonly ccm?: string; readonly apiserver?: string };

function check(from: string, to: string, { ccm, apiserver, ...changes }: Changes = {}): void {
  const version = (text?: string): KubernetesVersion | undefined => text === undefined ? undefined : KubernetesVersion.of(text);
  const pair = { cloud: CloudProvider.AWS, from: version(from)!, to: version(to)!, ccm: version(ccm), apiserver: version(apiserver) };
  checkMigrationPair({ ...pair, ...changes });
}

const SKEW = '(https://kubernetes.io/releases/version-skew-policy/)';

describe('a pair of versions', () => {
  it.each<[string, string, Changes]>([
    ['1.26.15', '1.27.16', {}],
    ['1.26', '1.26', {}],
    ['1.26.1', '1.26.1', {}],
    ['1.26', '1.27.0', { ccm: '1.26' }],
    ['1.21', '1.22', {}],
    ['1.29', '1.30', { cloud: CloudProvider.AZURE }],
    ['1.26', '1.27', { ccm: '1.36', allowCcmNewerThanApiserver: true }],
  ])('%s to %s can exist with %j', (from, to, changes) => {
    expect(() => check(from, to, changes)).not.toThrow();
  });

  it.each<[string, string, string, Changes, string]>([
    ['an unknown minor', '1.19', '1.20', {}, 'from is Kubernetes 1.19, which this version of the library does not know; known: 1.20 to '
      + `${NEWEST_MINOR}`],
    ['an unknown minor, by the name the user gave it', '1.26', '1.99', { props: { to: 'kubernetesVersion' } },
      `kubernetesVersion is Kubernetes 1.99, which this version of the library does not know; known: 1.20 to ${NEWEST_MINOR}`],
    ['an unknown minor of the CCM', '1.26', '1.27', { ccm: '1.99' }, 'ccm is Kubernetes 1.99, which this version of the library does not know; '
      + `known: 1.20 to ${NEWEST_MINOR}`],
    ['an older minor', '1.26', '1.25', {},
      'to is 1.25, older than from 1.26; give the same minor or the next one (a rollback is the same pair with the phases walked back)'],
    ['an older patch', '1.26.15', '1.26.3', {},
      'to is 1.26.3, older than from 1.26.15; give the same minor or the next one (a rollback is the same pair with the phases walked back)'],
    ['a patch release that never was, on a minor that has ended', '1.26', '1.27.99', {}, 'to is Kubernetes 1.27.99, which does not exist: 1.27 '
      + 'ended with 1.27.16'],
    ['skipped minors', '1.25', '1.28', {},
      'to is 1.28, which skips 1.26, 1.27 after from 1.25; a control plane upgrades one minor at a time: migrate to 1.26 first, then upgrade '
        + `${SKEW}`],
    ['no in-tree AWS', '1.27', '1.28', {},
      "from is 1.27, but 'aws' is in-tree to 1.26 only: kube-controller-manager of 1.27 has no cloud controllers to migrate; accepted: 1.21 to 1.26"],
    ['no in-tree OpenStack', '1.26.1', '1.27', { cloud: CloudProvider.OPENSTACK },
      "from is 1.26.1, but 'openstack' is in-tree to 1.25 only: kube-controller-manager of 1.26 has no cloud controllers to migrate; accepted: 1.21 "
        + 'to 1.25'],
    ['a cloud that was never in-tree', '1.26', '1.27', { cloud: CloudProvider.of('digitalocean') },
      "cloud 'digitalocean' is in-tree in no known release, so there is nothing to migrate from; known: aws, azure, gce, openstack, vsphere"],
    ['a KCM without Leader Migration', '1.20', '1.21', {}, 'from is 1.20, whose kube-controller-manager has no Leader Migration; the first release '
      + 'with it is 1.21'],
    ['a CCM without Leader Migration', '1.21', '1.22', { ccm: '1.20' },
      'ccm is 1.20, whose cloud-controller-manager has no Leader Migration; the first release with it is 1.21'],
    ['a KCM newer than its kube-apiserver', '1.26', '1.27', { apiserver: '1.26' },
      'to is 1.27, but kube-controller-manager must not be newer than the kube-apiserver it talks to, which is 1.26 (apiserver); let it talk to the '
        + `one on its own node ${SKEW}`],
    ['a CCM newer than its kube-apiserver', '1.26', '1.27', { ccm: '1.28' },
      'ccm is 1.28, but cloud-controller-manager must not be newer than the kube-apiserver it talks to, which is 1.27; use a release of 1.27 '
        + `${SKEW}`],
  ])('fails for %s', (_, from, to, changes, message) => {
    expect(() => check(from, to, changes)).toThrow(new Error(message));
  });
});
