import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KKP, KUBEONE, readDocument } from './consumers';
import { KubernetesVersion, MigrationPhase } from '../src';
import { KkpMigration } from '../src/lib/deliver/kkp/migration';
import { KubeOneMigration } from '../src/lib/deliver/kubeone/migration';
import { kubeOneRelease } from '../src/lib/facts/kubeone';
import { COMPLETED, MIGRATION_ANNOTATIONS } from '../src/lib/installers/kkp/documents';
import { describeReader } from '../test/reader';

const EXAMPLES = join(__dirname, '..', 'examples');
const PHASES = Object.values(MigrationPhase);

describe.each(KUBEONE)('KubeOne $tag', ({ tag, read: binary }) => {
  const { apiVersions, aws } = kubeOneRelease(tag);
  const version = KubernetesVersion.of(`1.${aws!.to}.1`);

  describeReader(`types of KubeOne ${tag}`, binary, reader => {
    const read = (text: string) => readDocument(reader, text);

    it.each(apiVersions.flatMap(apiVersion => PHASES.map(phase => [apiVersion, phase] as const)))('accept the document of %s in phase %s strictly, '
      + 'and see the switch', (apiVersion, phase) => {
      const input = readFileSync(join(EXAMPLES, 'kubeone', 'input', 'kubeone.yaml'), 'utf8')
        .replace(/^apiVersion: .*$/m, `apiVersion: ${apiVersion}`).replace(/^( +kubernetes:).*$/m, `$1 ${version}`);
      const migration = new KubeOneMigration({ clusterId: 'prod-eu', version, kubeOneRelease: tag, configs: { 'kubeone.yaml': input } });
      const report = read(migration.files(phase)[0].content);
      expect(report.verdicts[0].error).toBeUndefined();
      expect(report.version).toBe(tag);
      expect(report.verdicts[0]).toMatchObject({ kinds: [`${apiVersion} KubeOneCluster`], seen: { external: phase !== MigrationPhase.N } });
    });

    it.each([
      ['a field that does not exist', 'apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\ncloudProvider: {aws: {}, externel: true}\n',
        'unknown field "externel"'],
      ['the form of v1alpha1', 'apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\ncloudProvider: {name: aws}\n', 'unknown field "name"'],
    ])('refuse %s', (_, text, error) => {
      expect(read(text).verdicts[0].error).toContain(error);
    });
  });
});

describeReader('types of KKP 2.18.0, the nearest to those of 2.22', KKP, reader => {
  const read = (text: string) => readDocument(reader, text);
  const input = readFileSync(join(EXAMPLES, 'kkp', 'input', 'cluster.yaml'), 'utf8');

  it('have the names that the plan checks', () => {
    const { version, names } = read(input);
    expect(version).toBe('v2.18.0');
    const [ccmAnnotation, csiAnnotation] = MIGRATION_ANNOTATIONS;
    expect(names).toEqual({ feature: 'externalCloudProvider', ccmAnnotation, csiAnnotation, condition: COMPLETED });
  });

  it.each(PHASES)('accept the Cluster of phase %s of KKP 2.22 strictly, but for what came later, and see the features', phase => {
    // 2.19 and later spell two fields of AWS otherwise, and have spec.cloud.providerName.
    const text = readFileSync(join(EXAMPLES, 'kkp', 'bundles', 'kkp', phase, 'cluster.yaml'), 'utf8')
      .replace('routeTableID', 'routeTableId').replace('vpcID', 'vpcId').replace(/ +providerName: aws\n/, '');
    const [verdict] = read(text).verdicts;
    expect(verdict.error).toBeUndefined();
    const moved = { externalCloudProvider: true, ccmClusterName: true };
    expect(verdict.seen).toEqual({ apiserverNetworkPolicy: true, ...phase === MigrationPhase.N ? { externalCloudProvider: false } : moved });
  });

  it.each(PHASES)('accept the Cluster of phase %s of KKP 2.18 on vSphere strictly', phase => {
    const cluster = 'apiVersion: kubermatic.k8s.io/v1\nkind: Cluster\nmetadata:\n  name: crh4xbxz5f\nspec:\n  cloud:\n    dc: vsphere-1\n    '
      + 'vsphere:\n      infraManagementUser:\n'
      + '        username: u\n        password: p\n  exposeStrategy: NodePort\n  humanReadableName: determined-raman\n  version: 1.21.14\n';
    const migration = new KkpMigration({
      clusterId: 'crh4xbxz5f',
      version: KubernetesVersion.of('1.21.14'),
      kkpRelease: '2.18',
      forceRestart: 'now',
      configs: { 'cluster.yaml': cluster },
    });
    const [verdict] = read(migration.files(phase)[0].content).verdicts;
    expect(verdict.error).toBeUndefined();
    expect(verdict.seen?.externalCloudProvider).toBe(phase === MigrationPhase.N ? undefined : true);
  });

  it('refuse a field that does not exist', () => {
    expect(read(input.replace('exposeStrategy', 'exposeStrategie')).verdicts[0].error).toContain('unknown field');
  });
});
