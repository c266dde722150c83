import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KKP, KUBEONE } from './consumers';
import { describeGo, runReader } from './go';
import { KubernetesVersion, MigrationPhase } from '../src';
import { COMPLETED, MIGRATION_ANNOTATIONS } from '../src/lib/deliver/kkp/checks';
import { KkpMigration } from '../src/lib/deliver/kkp/migration';

interface KubeOneReport {
  readonly version: string;
  readonly verdicts: readonly { readonly kind: string; readonly external: boolean; readonly error?: string }[];
}

interface KkpReport {
  readonly version: string;
  readonly feature: string;
  readonly annotations: readonly string[];
  readonly condition: string;
  readonly verdicts: readonly { readonly kind: string; readonly features?: Readonly<Record<string, boolean>>; readonly error?: string }[];
}

const EXAMPLES = join(__dirname, '..', 'examples');
const PHASES = Object.values(MigrationPhase);
const folder = mkdtempSync(join(tmpdir(), 'kkp-kubeone-'));
const file = join(folder, 'document.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

describeGo('types of KubeOne 1.6.0', KUBEONE, program => {
  const read = (path: string) => runReader<KubeOneReport>(program(), [path]);

  it.each(PHASES)('accept the document of phase %s strictly, and see the switch', phase => {
    const { version, verdicts: [verdict] } = read(join(EXAMPLES, 'kubeone', 'bundles', 'kubeone', phase, 'kubeone.yaml'));
    expect(version).toBe('v1.6.0');
    expect(verdict).toMatchObject({ kind: 'kubeone.k8c.io/v1beta2 KubeOneCluster', external: phase !== MigrationPhase.N });
    expect(verdict.error).toBeUndefined();
  });

  it.each([
    ['v1beta1', 'apiVersion: kubeone.io/v1beta1\nkind: KubeOneCluster\ncloudProvider: {aws: {}, external: true}\n', undefined],
    ['a field that does not exist', 'apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\ncloudProvider: {aws: {}, externel: true}\n', 'unknown field "externel"'],
    ['the form of v1alpha1', 'apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\ncloudProvider: {name: aws}\n', 'unknown field "name"'],
  ])('judge %s', (_, text, error) => {
    writeFileSync(file, text);
    const [verdict] = read(file).verdicts;
    if (error === undefined) expect(verdict.error).toBeUndefined();
    else expect(verdict.error).toContain(error);
  });
});

describeGo('types of KKP 2.18.0, the nearest to those of 2.22', KKP, program => {
  const read = (text: string) => {
    writeFileSync(file, text);
    return runReader<KkpReport>(program(), [file]);
  };
  const input = readFileSync(join(EXAMPLES, 'kkp', 'input', 'cluster.yaml'), 'utf8');

  it('have the names that the plan checks', () => {
    const { version, feature, annotations, condition } = read(input);
    expect({ version, feature, annotations, condition }).toEqual({
      version: 'v2.18.0', feature: 'externalCloudProvider', annotations: MIGRATION_ANNOTATIONS, condition: COMPLETED,
    });
  });

  it.each(PHASES)('accept the Cluster of phase %s of KKP 2.22 strictly, but for what came later, and see the features', phase => {
    // 2.19 and later spell two fields of AWS otherwise, and have spec.cloud.providerName.
    const text = readFileSync(join(EXAMPLES, 'kkp', 'bundles', 'kkp', phase, 'cluster.yaml'), 'utf8')
      .replace('routeTableID', 'routeTableId').replace('vpcID', 'vpcId').replace(/ +providerName: aws\n/, '');
    const [verdict] = read(text).verdicts;
    expect(verdict.error).toBeUndefined();
    const moved = { externalCloudProvider: true, ccmClusterName: true };
    expect(verdict.features).toEqual({ apiserverNetworkPolicy: true, ...phase === MigrationPhase.N ? { externalCloudProvider: false } : moved });
  });

  it.each(PHASES)('accept the Cluster of phase %s of KKP 2.18 on vSphere strictly', phase => {
    const cluster = 'apiVersion: kubermatic.k8s.io/v1\nkind: Cluster\nmetadata:\n  name: crh4xbxz5f\nspec:\n  cloud:\n    dc: vsphere-1\n    vsphere:\n      infraManagementUser:\n'
      + '        username: u\n        password: p\n  exposeStrategy: NodePort\n  humanReadableName: determined-raman\n  version: 1.21.14\n';
    const migration = new KkpMigration({
      clusterId: 'crh4xbxz5f', version: KubernetesVersion.of('1.21.14'), kkpRelease: '2.18', forceRestart: 'now', configs: { 'cluster.yaml': cluster },
    });
    const [verdict] = read(migration.files(phase)[0].content).verdicts;
    expect(verdict.error).toBeUndefined();
    expect(verdict.features?.externalCloudProvider).toBe(phase === MigrationPhase.N ? undefined : true);
  });

  it('refuse a field that does not exist', () => {
    expect(read(input.replace('exposeStrategy', 'exposeStrategie')).verdicts[0].error).toContain('unknown field');
  });
});
