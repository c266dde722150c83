import { access, CCM_FLAGS, ccm, check, configuration, Files, findingsOf, KCM_26, KCM_27, MIGRATION, node, SAFE, WILDCARD } from './input';

/** Rules that look at several hazards: each of them once, beside the case in rules.test.ts. */
const with26 = (...flags: string[]) => node({ kcm: [...KCM_26, ...flags] });
const migrating = (text: string, version: string) =>
  ({ old: node({ version, kcm: [...KCM_26, ...MIGRATION], files: { 'etc/leadermigration.conf': text } }) });
const withCcm = (...flags: string[]) => ({
  ...SAFE, dist: { ...ccm({ flags: [...CCM_FLAGS, ...MIGRATION, ...flags], config: WILDCARD }), ...access() },
});
const CIDR = '--cluster-cidr=10.0.0.0/16';
const in27 = (...flags: string[]) => ({ new: node({ version: '1.27.16', kcm: [...KCM_27, ...flags], mounts: [] }) });
const v = (version: string, lock?: string) => `apiVersion: controllermanager.config.k8s.io/${version}\nleaderName: `
  + `cloud-provider-extraction-migration${lock ? `\nresourceLock: ${lock}` : ''}`;

describe('a rule about several hazards finds', () => {
  it.each<[string, string, Record<string, Files>, RegExp]>([
    ['main locks in two namespaces', 'main-lock-names-differ', { a: with26(), b: with26('--leader-elect-resource-namespace=other') },
      /has the main lock leases other\/kube-controller-manager/],
    ['main locks of two kinds', 'main-lock-names-differ', { a: with26(), b: with26('--leader-elect-resource-lock=endpointsleases') },
      /endpoints kube-system\/kube-controller-manager \+ kube-con/],
    ['migration locks in two namespaces', 'migration-lock-names-differ', withCcm('--leader-elect-resource-namespace=other'),
      /migration lock leases other\//],
    ['migration locks of two kinds', 'migration-lock-names-differ', {
      ...migrating(configuration(['route'], '"*"', v('v1beta1', 'endpoints')), '1.23.17'),
      dist: ccm({
        image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.23.20',
        flags: [...CCM_FLAGS, ...MIGRATION],
        config: WILDCARD.replace('/v1', '/v1beta1').replace('controllerLeaders', 'resourceLock: leases\ncontrollerLeaders'),
      }),
    }, /uses the migration lock cloud-provider-extraction-migration, KCM 1\.23 .* endpoints/],
    ['resourceLock in v1 from 1.32 on', 'leader-migration-config-refused', {
      dist: ccm({
        image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.32.3',
        flags: [...CCM_FLAGS, ...MIGRATION],
        config: configuration(['service-lb-controller'], '"*"', v('v1', 'leases')),
      }),
    }, /v1 has no field resourceLock: .* components from 1\.32 on refuse the file/],
    ['no resourceLock in v1beta1', 'leader-migration-config-refused', migrating(configuration(['route'], '"*"', v('v1beta1')), '1.26.15'),
      /resource ?Lock/i],
    ['a release without Leader Migration', 'leader-migration-config-refused', migrating(WILDCARD, '1.20.15'),
      /refuses .*: unknown flag: --leader-migration-config$/],
    ['a configuration that is mounted from nowhere', 'leader-migration-config-missing', { old: node({ kcm: [...KCM_26, ...MIGRATION] }) },
      /does not exist/],
    ['no right to update the Lease to 1.30', 'lease-access-missing', { ...migrating(WILDCARD, '1.26.15'), dist: access('[get]') }, /may not update/],
    ['a selector without its taint', 'ccm-does-not-tolerate-control-plane', {
      dist: ccm({
        tolerations: '      - {key: node-role.kubernetes.io/master, operator: Exists}\n',
      }),
    }, /control-plane/],
    ['ClusterFirst with the host network', 'ccm-waits-for-cluster-dns', {
      dist: ccm({
        network: '      hostNetwork: true\n      dnsPolicy: ClusterFirstWithHostNet\n',
      }),
    }, /ClusterFirstWithHostNet/],
    ['other cluster CIDRs', 'managers-disagree-on-cluster',
      { old: with26(CIDR), dist: ccm({ flags: [...CCM_FLAGS, '--cluster-cidr=10.1.0.0/16'] }) },
      /--cluster-cidr is '10\.1\.0\.0\/16', but in KCM 1\.26/],
    ['other cloud routes', 'managers-disagree-on-cluster',
      { old: node({ kcm: ['--cloud-provider=aws', '--cluster-name=prod', '--allocate-node-cidrs', CIDR] }), dist: ccm() },
      /cloud routes are off, but in KCM 1\.26 of node of old they are on/],
    ['a volume plugin that ends the process', 'ebs-without-csi', { ...in27('--external-cloud-volume-plugin=aws'), dist: ccm() },
      /ends with --external-cloud-volume-plugin=aws/],
    ['volumes that are served in-tree, without the plugin', 'ebs-without-csi',
      { old: node({ version: '1.22.17', kcm: KCM_27, mounts: [] }), dist: ccm() }, /without --external-cloud-volume-plugin=aws/],
    ['a volume plugin that serves nothing, since CSI migration is on', 'ebs-without-csi',
      { old: node({ version: '1.24.17', kcm: [...KCM_27, '--external-cloud-volume-plugin=aws'], mounts: [] }), dist: ccm() },
      /served by the EBS CSI driver alone: CSIMigrationAWS is on/],
    ['a volume plugin that serves nothing, since CSI migration cannot be off', 'ebs-without-csi',
      { old: node({ version: '1.26.15', kcm: [...KCM_27, '--external-cloud-volume-plugin=aws'], mounts: [] }), dist: ccm() },
      /served by the EBS CSI driver alone: CSIMigrationAWS is locked on/],
    ['Leader Migration in a release before it', 'flag-unknown-to-release',
      { old: node({ version: '1.20.15', kcm: [...KCM_26, '--enable-leader-migration'], mounts: [] }) },
      /does not have the flag --enable-leader-migration/],
  ])('%s', (_, rule, files, says) => {
    expect(findingsOf(rule, files).map(({ message }) => message)).toContainEqual(expect.stringMatching(says));
  });
});

it.each([
  ['1.22.17', []], ['1.24.17', ['--feature-gates=CSIMigrationAWS=false']],
])('has nothing to say of volumes that stay in-tree in %s', (version, gates) => {
  const files = { old: node({ version, kcm: [...KCM_27, '--external-cloud-volume-plugin=aws', ...gates], mounts: [] }), dist: ccm() };
  expect(findingsOf('ebs-without-csi', files)).toEqual([]);
});

it('has no right to ask for from 1.31 on, where the API server gives it', () => {
  const files = {
    new: node({
      version: '1.31.14',
      kcm: [...KCM_27,
        ...MIGRATION],
      files: { 'etc/leadermigration.conf': configuration(['node-ipam-controller'], '"*"') },
    }),
  };
  expect(check(files).findings.map(({ rule }) => rule)).not.toContain('lease-access-missing');
});
