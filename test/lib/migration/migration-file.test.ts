import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { migrationFile } from '../../../src/lib/migration/make-migration-file';
import { Migration } from '../../../src/lib/migration/migration';
import { ManifestEntry, parseMigrationFile } from '../../../src/lib/migration/migration-file';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes, withEditEverywhere } from '../../nodes';

const MANIFESTS: ManifestEntry[] = [{ path: 'dist/mixed/30-ccm.k8s.yaml', step: 30, sha256: 'ab'.repeat(32) }];
const NODE_FILES = 'nodes/mixed/files.json';

function file(changes: Partial<MigrationProps> = {}, phase = MigrationPhase.MIXED) {
  const props = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
  return migrationFile(new Migration({ ...props, ...changes }), phase, { manifests: MANIFESTS, nodeFiles: NODE_FILES });
}

describe('migration.json', () => {
  it('says what synthesis knows', () => {
    const nodes = kubeadmNodes();
    const [first, second] = nodes.filter(({ role }) => role === 'worker').map(({ name }) => name);
    expect(file({ nodes: [...nodes].reverse(), nodeGroups: { blue: [second], green: [first] } })).toEqual({
      schemaVersion: 1,
      cluster: 'prod-eu',
      cloud: 'aws',
      phase: 'mixed',
      phases: ['n', 'mixed', 'n-plus-1', 'disabled'],
      strategy: 'leader-migration',
      releases: { from: '1.26.15', to: '1.27.16', cloudControllerManager: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10' },
      locks: {
        namespace: 'kube-system',
        main: ['kube-controller-manager', 'cloud-controller-manager'],
        kinds: ['leases', 'leases'],
        migration: 'cloud-provider-extraction-migration',
      },
      nodes: {
        controlPlane: nodes.filter(({ role }) => role === 'control-plane').map(({ name }) => name).sort(),
        workers: [first, second].sort(),
        groups: { blue: [second], green: [first] },
      },
      objects: expect.arrayContaining(['apps/v1 DaemonSet kube-system/aws-cloud-controller-manager']),
      manifests: MANIFESTS,
      nodeFiles: NODE_FILES,
    });
  });

  it.each<[string, Partial<MigrationProps>, object]>([
    ['the namespace of the flags', { ccm: AwsCcm.of({ run: { flags: { 'leader-elect-resource-namespace': 'locks' } } }) }, { namespace: 'locks' }],
    ['the namespace of the manifests',
      { nodes: withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, addFlag('--leader-elect-resource-namespace=theirs')) },
      { namespace: 'theirs' }],
    ['another main lock', { ccm: AwsCcm.of({ run: { flags: { 'leader-elect-resource-name': 'mine' } } }) },
      { main: ['kube-controller-manager', 'mine'] }],
    ['another migration lock', { strategy: MigrationStrategy.leaderMigration({ leaderName: 'ours' }) }, { migration: 'ours' }],
    ['no migration lock', { strategy: MigrationStrategy.controllersOffThenOn() }, { migration: undefined }],
  ])('says of locks %s', (_, changes, locks) => {
    expect(file(changes).locks).toMatchObject(locks);
  });

  it('has only what there is without version N, and in a downtime', () => {
    const steady = file({ fromVersion: undefined }, MigrationPhase.DISABLED);
    expect(steady)
      .toMatchObject({
        phases: ['disabled'], releases: { from: undefined }, locks: { migration: undefined }, nodes: { controlPlane: [], workers: [], groups: {} },
      });
    expect(file({ strategy: MigrationStrategy.downtime() }, MigrationPhase.N))
      .toMatchObject({ strategy: 'downtime', phases: ['n', 'n-plus-1', 'disabled'] });
  });

  it('names another cloud with its image', () => {
    const ccm = CustomCcm.of({
      cloud: CloudProvider.GCE, image: 'registry.example/gce:v1', rules: [{ verbs: ['get'], resources: ['nodes'], apiGroups: [''] }],
    });
    expect(file({ ccm })).toMatchObject({ cloud: 'gce', releases: { cloudControllerManager: 'registry.example/gce:v1' } });
  });

  it.each(Object.values(MigrationPhase))('is read back as it was written, in phase %s', phase => {
    const written = JSON.stringify(file({ nodes: kubeadmNodes() }, phase));
    expect(parseMigrationFile(written, 'migration.json')).toEqual(JSON.parse(written));
  });

  const changed = (changes: object) => JSON.stringify({ ...file(), ...changes });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'is not JSON ('],
    ['null', 'null', 'is not an object'],
    ['a text', '"x"', 'is not an object'],
    ['a list', '[]', 'schemaVersion is undefined, and this release reads 1'],
    ['a newer schema', changed({ schemaVersion: 2 }), 'schemaVersion is 2, and this release reads 1'],
    ['no cluster', changed({ cluster: undefined }), 'does not say the cluster, its strategy and its phase'],
    ['no strategy', changed({ strategy: 1 }), 'does not say the cluster, its strategy and its phase'],
    ['an unknown phase', changed({ phase: 'later' }), 'does not say the cluster, its strategy and its phase'],
    ['no manifests', changed({ manifests: undefined }), 'lacks its manifests or its nodes'],
    ['a manifest without its sum', changed({ manifests: [{ path: 'dist/a.yaml' }] }), 'lacks its manifests or its nodes'],
    ['no nodes', changed({ nodes: undefined }), 'lacks its manifests or its nodes'],
    ['a number that serves', changed({ servedElsewhere: { service: 1 } }), 'does not say by what controllers are served'],
    ['null for nodes', changed({ nodes: null }), 'lacks its manifests or its nodes'],
  ])('fails for %s', (_, text, reason) => {
    const error = new RegExp(`^nodes/n/migration\\.json: ${reason.replace(/[()]/g, '\\$&')}.*; rewrite it with \`MigrationOutput\\.write\\(app, `
      + '\\.\\.\\.\\)` after');
    expect(() => parseMigrationFile(text, 'nodes/n/migration.json')).toThrow(error);
  });
});
