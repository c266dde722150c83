import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { CloudConfig } from '../../../src/lib/cloud-config/cloud-config';
import { EcrCredentialProvider } from '../../../src/lib/ecr/ecr-credential-provider';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput, NodeRole } from '../../../src/lib/kubernetes/node';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { CcmPlacement, MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { resolveSettings } from '../../../src/lib/migration/settings';
import { LeaseAccessMode } from '../../../src/lib/rbac/lease-access-mode';
import { atRelease, CONTROLLER_MANAGER, FIRST_NODE, kubeadmNodes, upgradedKubeadmNodes, withEditEverywhere } from '../../nodes';

const REQUIRED = { clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16') };

/** The nodes with another image of kube-controller-manager. */
function withImage(image: string): NodeInput[] {
  return withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(/image: .*kube-controller-manager.*/, `image: ${image}`));
}

describe('what a migration was given', () => {
  it('has its defaults', () => {
    const { ccm, strategy, fromVersion, ...rest } = resolveSettings(REQUIRED);
    expect(fromVersion).toBeUndefined();
    expect(ccm).toBeInstanceOf(AwsCcm);
    expect(strategy.name).toBe('leader-migration');
    expect(rest).toEqual({
      ...REQUIRED,
      nodes: [],
      nodeGroups: {},
      replaced: [],
      network: {},
      nodeIpam: false,
      servedElsewhere: {},
      externalCloudVolumePlugin: false,
      csiMigration: false,
      leaderName: 'cloud-provider-extraction-migration',
      style: undefined,
      bothKeyGenerations: false,
      providerControllers: [],
      leaseAccess: LeaseAccessMode.ADDITIVE,
      placement: CcmPlacement.UPGRADED_NODES,
    });
  });

  it('has what the strategy says', () => {
    const options = {
      leaderName: 'mine',
      bothKeyGenerations: true,
      providerControllers: ['network-params'],
      leaseAccess: LeaseAccessMode.BOOTSTRAP_ROLE_PATCH,
      placement: CcmPlacement.ALL_CONTROL_PLANE_NODES,
    };
    expect(resolveSettings({ ...REQUIRED, strategy: MigrationStrategy.leaderMigration(options) })).toMatchObject(options);
  });

  it('fails with a placement that a static pod cannot have', () => {
    const strategy = MigrationStrategy.leaderMigration({ placement: CcmPlacement.ALL_CONTROL_PLANE_NODES });
    const of = (workload: CcmWorkload) => () => resolveSettings({ ...REQUIRED, strategy, ccm: AwsCcm.of({ run: { workload } }) });
    expect(of(CcmWorkload.staticPod())).toThrow(new Error('placement is \'all-control-plane-nodes\', but a static pod is a file of nodes of version '
      + 'N+1 alone; leave it out, or take another workload'));
    expect(of(CcmWorkload.deployment())).not.toThrow();
  });

  it.each<[string, Partial<MigrationProps>, string?]>([
    ['cloudConfig', { cloudConfig: CloudConfig.inline('[Global]\nZone = eu-central-1a\n') }, ' and say with `cloudConfigPath` where it is'],
    ['ecrCredentialProvider', { ecrCredentialProvider: new EcrCredentialProvider({ release: 'v1.27.10' }) }],
    ['externalCloudVolumePlugin', {
      externalCloudVolumePlugin: true, fromVersion: KubernetesVersion.of('1.22.17'), toVersion: KubernetesVersion.of('1.23.17'),
    }],
    ['csiMigration', { csiMigration: true }],
    ['nodeGroups', { nodeGroups: { blue: ['worker'] } }],
  ])('fails with %s where no node could have it', (option, props, instead = '') => {
    const migration = new Migration({ ...REQUIRED, fromVersion: KubernetesVersion.of('1.26.15'), ...props });
    expect(() => migration._model.phase(MigrationPhase.MIXED)).toThrow(new Error(
      `${option} is about nodes, but no \`nodes\` are given, so nothing would be written of it; hand them in, or leave it out${instead}`));
  });

  it('fails with a credential provider of AWS on another cloud', () => {
    const ccm = CustomCcm.of({ cloud: CloudProvider.GCE, image: 'registry.example.com/gce:v30.0.0', rules: [] });
    const versions = { fromVersion: KubernetesVersion.of('1.29.14'), toVersion: KubernetesVersion.of('1.30.10') };
    const ecrCredentialProvider = new EcrCredentialProvider({ release: 'v1.27.10' });
    expect(() => new Migration({ clusterId: 'prod-eu', ...versions, ccm, ecrCredentialProvider })).toThrow(new Error(
      'ecrCredentialProvider is for nodes on AWS, but the cloud is \'gce\'; leave it out'));
  });

  it('is the same value for every cluster that it is given for', () => {
    const ccm = AwsCcm.of({ run: { flags: { v: '4' } } });
    const props = { ...REQUIRED, fromVersion: KubernetesVersion.of('1.26.15'), ccm, strategy: MigrationStrategy.controllersOffThenOn() };
    const [one, other] = ['one', 'other'].map(clusterId => new Migration({ ...props, clusterId }));
    expect([one, other].map(({ clusterId }) => clusterId)).toEqual(['one', 'other']);
    expect(one.phases).toEqual(other.phases);
    expect(one._model.phase(MigrationPhase.N_PLUS_1).ccm!.args).toEqual(other._model.phase(MigrationPhase.N_PLUS_1).ccm!.args);
  });

  const VERSION = 'fromVersion must be a KubernetesVersion, got the string "1.26.15"; give one like KubernetesVersion.of(\'1.26.15\')';

  it.each<[string, unknown, string]>([
    ['nothing', undefined, '`clusterId` is missing; give the id in the cluster tag'],
    ['no clusterId', { toVersion: REQUIRED.toVersion }, '`clusterId` is missing; give the id in the cluster tag'],
    ['no toVersion', { clusterId: 'prod-eu' }, '`toVersion` is missing; give KubernetesVersion.of(\'1.27.16\')'],
    ['a version as text', { ...REQUIRED, fromVersion: '1.26.15' }, VERSION],
    ['version N+1 as text', { ...REQUIRED, toVersion: '1.27.16' }, 'toVersion must be a KubernetesVersion, got the string "1.27.16"; give one like '
      + 'KubernetesVersion.of(\'1.27.16\')'],
    ['a strategy as text', { ...REQUIRED, strategy: 'downtime' }, 'strategy must be a MigrationStrategy, got the string "downtime"; give one like '
      + 'MigrationStrategy.leaderMigration()'],
    ['options of a cloud-controller-manager', { ...REQUIRED, ccm: { release: 'v1.27.10' } },
      'ccm must be an AwsCcm or a CustomCcm, got an object with the keys "release"; give one like AwsCcm.of() or CustomCcm.of()'],
    ['a node without a name', { ...REQUIRED, nodes: [{ role: 'worker', files: {} }] },
      'nodes has a node without `name`; give { name, role: NodeRole.CONTROL_PLANE, files: { \'/etc/...\': text } }, or NodeFolder.read(dir)'],
    ['a node without a role', { ...REQUIRED, nodes: [{ name: 'a', files: {} }] },
      'nodes has a node \'a\' with role undefined; give { name, role: NodeRole.CONTROL_PLANE, files: { \'/etc/...\': text } }, or '
        + 'NodeFolder.read(dir)'],
    ['a node without files', { ...REQUIRED, upgradedNodes: [{ name: 'a', role: 'worker' }] },
      'upgradedNodes has a node \'a\' without `files`, text by path; give { name, role: NodeRole.CONTROL_PLANE, files: { \'/etc/...\': text } }, or '
        + 'NodeFolder.read(dir)'],
    ['a CIDR without a length', { ...REQUIRED, network: { clusterCidr: '10.0.0.0' } },
      'network.clusterCidr must be a CIDR, got \'10.0.0.0\'; give one like \'10.0.0.0/16\', or one of each IP family with a comma between them'],
    ['an empty list of nodes', { ...REQUIRED, nodes: [] },
      'nodes is an empty list, so nothing would be written of nodes; hand in the control-plane nodes, or leave it out'],
    ['an empty list of upgraded nodes', { ...REQUIRED, upgradedNodes: [] },
      'upgradedNodes is an empty list, so nothing would be written of nodes; hand in the control-plane nodes, or leave it out'],
  ])('fails for %s, which plain JavaScript can hand in', (_, props, message) => {
    if (!message.includes('CIDR')) expect(() => resolveSettings(props as MigrationProps)).toThrow(new Error(message));
    expect(() => new Migration(props as MigrationProps)).toThrow(new Error(message));
  });
});

describe('version N that is not given', () => {
  const fromVersion = (nodes: NodeInput[]) => resolveSettings({ ...REQUIRED, nodes }).fromVersion?.toString();

  it('is the release of the images', () => {
    expect(fromVersion(kubeadmNodes())).toBe('1.26.15');
    expect(fromVersion(atRelease(kubeadmNodes(), '1.26.3'))).toBe('1.26.3');
    expect(fromVersion(withImage('mirror.example:5000/kube-controller-manager:v1.26.15-eks-1a2b3c'))).toBe('1.26.15');
    expect(new Migration({ ...REQUIRED, nodes: kubeadmNodes() }).phases).toEqual(Object.values(MigrationPhase));
  });

  it('is none without nodes of version N, so that only the steady state is left', () => {
    expect(new Migration(REQUIRED).phases).toEqual([MigrationPhase.DISABLED]);
    expect(new Migration({ ...REQUIRED, upgradedNodes: upgradedKubeadmNodes() }).fromVersion).toBeUndefined();
  });

  it('wins over the images where it is given, and they must say the same', () => {
    const given = { ...REQUIRED, fromVersion: KubernetesVersion.of('1.26.14') };
    expect(resolveSettings({ ...given, nodes: kubeadmNodes() }).fromVersion!.toString()).toBe('1.26.14');
    expect(() => new Migration({ ...given, nodes: kubeadmNodes() })).toThrow('runs 1.26.15, but fromVersion is 1.26.14');
  });

  it.each<[string, string]>([
    ['mirror.example/kube-controller-manager@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', ''],
    ['mirror.example/kube-controller-manager:stable', " (tag 'stable')"],
    ['mirror.example/kube-controller-manager:v1.26', " (tag 'v1.26')"],
  ])('fails for %s, which does not say it', (image, tag) => {
    expect(() => fromVersion(withImage(image))).toThrow(new Error(
      `\`nodes\` are of version N, and the image of kube-controller-manager on node '${FIRST_NODE}' does not say which release that `
        + `is${tag}; give it as \`fromVersion\``));
  });

  it('fails for workers alone, which say it nowhere', () => {
    expect(() => fromVersion(kubeadmNodes().filter(({ role }) => role === NodeRole.WORKER))).toThrow(new Error(
      '`nodes` are of version N, but none of them is a control-plane node, whose image would say which release that is; give it as `fromVersion`'));
  });
});
