import { AwsCcm, AwsCcmProps } from '../../../src/lib/ccm/aws-ccm';
import { yaml } from '../../../src/lib/edit/yaml/load';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { nodeFileEntry, nodeFilePath } from '../../../src/lib/migration/index-file';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { leaseAccessObjects } from '../../../src/lib/rbac/lease-access';
import { contentHash } from '../../../src/lib/text/content-hash';
import { kubeadmNodes, upgradedKubeadmNodes } from '../../nodes';
import { once } from '../../once';

/** The migration of an app. */
export const migrationOf = once((options: Partial<MigrationProps> = {}): Migration => new Migration({
  clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: kubeadmNodes(), ...options,
}));

/** What synthesis writes for all phases, as files, without cdk8s. */
export const appFiles = once((options: Partial<MigrationProps> = {}): ReadonlyMap<string, string> => {
  const { _model: model, phases } = migrationOf(options);
  const files = new Map<string, string>();
  for (const phase of phases) {
    const { configMap, leaseAccess, ccm, nodeFiles, toDelete } = model.phase(phase);
    const objects = [...leaseAccess.flatMap(leaseAccessObjects), ...configMap ? [configMap] : [], ...ccm?.objects ?? []];
    if (objects.length > 0) files.set(`dist/${phase}/app.k8s.yaml`, objects.map(({ manifest }) => yaml().stringify(manifest)).join('---\n'));
    for (const file of nodeFiles) files.set(`nodes/${phase}/${nodeFilePath(file)}`, file.content);
    files.set(`nodes/${phase}/files.json`, JSON.stringify(nodeFiles.map(nodeFileEntry)));
    files.set(`nodes/${phase}/to-delete.json`, JSON.stringify(toDelete));
  }
  return files;
});

/** What synthesis writes for the steady state: phase `disabled` alone, of nodes that have the external provider already. */
export function steadyFiles(ccm: string, { kubernetes = '1.37.1', ...options }: Partial<MigrationProps> & {
  readonly kubernetes?: string;
  readonly of?: Partial<AwsCcmProps>;
} = {}): ReadonlyMap<string, string> {
  const { of = {}, ...props } = options;
  const nodes = upgradedKubeadmNodes().map(node => ({
    ...node, files: Object.fromEntries(Object.entries(node.files).map(([path, text]) => [path, text.replaceAll('v1.27.16', `v${kubernetes}`)])),
  }));
  return appFiles({
    fromVersion: undefined,
    toVersion: KubernetesVersion.of(kubernetes),
    nodes: undefined,
    upgradedNodes: nodes,
    network: { clusterName: 'prod-eu' },
    ccm: AwsCcm.of({ release: ccm, ...of }),
    ...props,
  });
}

/** The steady state of a cluster whose node files were not handed in, as `MigrationOutput.write` has it. */
export function withoutNodeFiles(files: ReadonlyMap<string, string>, kubernetes: string = '1.37.1'): Map<string, string> {
  const own = [...files].filter(([path]) => /^(dist|phases)\//.test(path));
  const index = {
    schemaVersion: 1,
    cluster: 'prod-eu',
    cloud: 'aws',
    phase: 'disabled',
    strategy: 'leader-migration',
    releases: { to: kubernetes },
    nodes: { controlPlane: [], workers: [], groups: {} },
    manifests: own.map(([path, text], place) => ({ path, step: place, sha256: contentHash(text) })),
  };
  return new Map([
    ...own,
    ['nodes/disabled/files.json', '[]'],
    ['nodes/disabled/to-delete.json', files.get('nodes/disabled/to-delete.json')!],
    ['nodes/disabled/migration.json', JSON.stringify(index)],
  ]);
}

/** The files with one of them edited, as if synthesis had written it so: its index agrees. */
export function rewritten(files: ReadonlyMap<string, string>, path: RegExp, edit: (text: string) => string): Map<string, string> {
  const result = new Map(files);
  const found = [...files.keys()].filter(name => path.test(name));
  if (found.length === 0) throw new Error(`no file matches ${String(path)}`);
  for (const name of found) {
    const text = edit(files.get(name)!);
    result.set(name, text);
    const match = /^(nodes\/[^/]+)\/(.*)$/.exec(name);
    if (!match) continue;
    const rows = JSON.parse(result.get(`${match[1]}/files.json`)!) as { path: string; sha256: string }[];
    const sha256 = contentHash(text);
    result.set(`${match[1]}/files.json`, JSON.stringify(rows.map(row => row.path === match[2] ? { ...row, sha256 } : row)));
  }
  return result;
}

/** The files with kubeadm's configuration of both releases, as if a bundle had it. */
export function ofKubeadm(files: ReadonlyMap<string, string>): Map<string, string> {
  const text = 'kind: ClusterConfiguration\n';
  const paths = ['n', 'n-plus-1'].map(side => `${side}/cluster-configuration.yaml`);
  const rows = paths.map(path => ({ path, sha256: contentHash(text) }));
  return new Map([
    ...files, ['bundles/kubeadm/files.json', JSON.stringify(rows)],
    ...paths.map((path): [string, string] => [`bundles/kubeadm/${path}`, text]),
  ]);
}

/** The same app, where `dist` does not have its phases. */
export function keptInPhases(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...files].map(([path, text]) =>
    [path.replace(/^dist\//, 'phases/'), path.endsWith('/migration.json') ? text.replaceAll('"dist/', '"phases/') : text] as const));
}
