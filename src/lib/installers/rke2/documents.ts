import { Data, isMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { selectorMatches } from '../../kubernetes/label-selector';
import { Manifest } from '../../kubernetes/manifest';
import { foreignDocument, InstallerFiles, onlyCluster, readFiles } from '../documents';
import { KubeadmArg, readArgs } from '../kubeadm/extra-args';

const ROLES = ['control-plane', 'etcd', 'worker'] as const;
/** What a machine is for, all at once. */
export type Rke2Roles = readonly typeof ROLES[number][];

/** Settings of RKE2 that stand together: a file of its own, or a part of a Cluster of Rancher. */
export interface Layer {
  readonly document: SourceDocument;
  readonly path: SourcePath;
  readonly isOf: (roles: Rke2Roles) => boolean;
}

/** A Cluster of Rancher with what it names, or RKE2's own files: of a server and of an agent. */
export interface Rke2Documents {
  readonly all: readonly SourceDocument[];
  /** Rancher's; none: RKE2's own files. */
  readonly cluster?: SourceDocument;
  /** Of a key the last one counts: rancher/rke2-docs docs/install/configuration.md:46-75, rancher/rancher@v2.8.5 pkg/capr/planner/config.go:76-91. */
  readonly layers: readonly Layer[];
  readonly machines: readonly Rke2Roles[];
  /** What Rancher has each server apply. */
  readonly objects: readonly Manifest[];
}

const RKE_CONFIG: SourcePath = ['spec', 'rkeConfig'];
export const SELECTOR_FILES: SourcePath = [...RKE_CONFIG, 'machineSelectorFiles'];
const WHAT = 'the provisioning Cluster of Rancher with its ConfigMaps, or the config.yaml of a server and of an agent';
const SETTING = /^(?:(?:kube-[a-z-]+|kubelet)-arg|kube-[a-z-]+-extra-(?:mount|env)|cloud-provider-(?:name|config)|disable-cloud-controller)\+?$/;
/** Without pools any machine may register. One for etcd alone runs nothing of the migration. */
const ANY_MACHINE: readonly Rke2Roles[] = [['control-plane'], ['control-plane', 'etcd'], ['control-plane', 'worker'], ROLES, ['worker']];

/** Settings that do not become what their reader expects. */
const INEFFECTIVE: readonly (readonly [setting: RegExp, why: string])[] = [
  [/^kube-controller-arg$/, 'RKE2 drops it; write kube-controller-manager-arg'],
  [/^node-external-ip$/, 'RKE2 does not start with it beside a cloud provider; take it out'],
  [/^kube-controller-manager-image$/, 'which release it runs is not known then; take it out'],
  [/^disable-controller-manager$/, 'which servers run kube-controller-manager is not known then; hand in the settings of those that do'],
  [/\+$/, 'it adds to what other settings say, which is not read; write the whole list without `+`'],
];

export const isRancherCluster = ({ apiVersion, kind }: SourceDocument['data']) => apiVersion === 'provisioning.cattle.io/v1' && kind === 'Cluster';

export const isOwnFile = (data: SourceDocument['data']) => data.apiVersion === undefined && Object.keys(data).some(key => SETTING.test(key));

/** Whether a file is of agents, by its name. */
export const isAgentFile = (file: string) => /(?:^|\/)agent[^/]*(?:\.ya?ml$|\/)/.test(file);

/** @throws with the place if the files are of something else */
export function readRke2(configs: { readonly [file: string]: string }): Rke2Documents & { readonly files: InstallerFiles } {
  const files = readFiles(configs, WHAT);
  const all = [...files.values()].flat();
  const rke1 = all.find(({ data }) => 'rancher_kubernetes_engine_config' in data || /-rancher/.test(String(data.kubernetes_version)));
  if (rke1) throw rke1.errorAt([], `that is the cluster.yml of RKE1, which is not supported; hand in ${WHAT}`);
  const isOfRancher = all.some(({ data }) => isRancherCluster(data));
  const foreign = all.find(({ data }) => !(isOfRancher ? isRancherCluster(data) || data.apiVersion === 'v1' : isOwnFile(data)));
  if (foreign) throw foreignDocument(foreign, 'a Cluster of provisioning.cattle.io/v1, or settings of RKE2', WHAT);
  if (isOfRancher) onlyCluster(all, isRancherCluster, WHAT);
  return { files, ...rke2Documents(all) };
}

/** @throws with the place of what has no effect, or another one */
export function rke2Documents(all: readonly SourceDocument[]): Rke2Documents {
  const cluster = all.find(({ data }) => isRancherCluster(data));
  const text = cluster?.value([...RKE_CONFIG, 'additionalManifest']) ?? '';
  const objects = text === '' ? [] : parseSources(String(text), { file: 'additionalManifest' }).map(({ data }) => data as unknown as Manifest);
  const documents = { all, cluster, objects, ...cluster ? { layers: layersOf(cluster), machines: machinesOf(cluster) } : ownFiles(all) };
  for (const { document, path } of documents.layers) {
    const keys = Object.keys(mapOf(document.value(path)));
    const found = INEFFECTIVE.flatMap(([setting, why]) => keys.filter(key => setting.test(key)).map(key => ({ at: [...path, key], why })));
    if (found.length > 0) throw document.errorAt(found[0].at, `${found[0].at.join('.')}: ${found[0].why}`);
  }
  return documents;
}

function ownFiles(all: readonly SourceDocument[]): Pick<Rke2Documents, 'layers' | 'machines'> {
  const rank = ({ file }: SourceDocument) => `${file.includes('.yaml.d/') ? 1 : 0}${file}`;
  const own = all.filter(({ data }) => isOwnFile(data)).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const layers = own.map((document): Layer => ({ document, path: [], isOf: roles => isAgentFile(document.file) !== (roles === ROLES) }));
  return { layers, machines: [ROLES, ...own.some(({ file }) => isAgentFile(file)) ? [['worker'] as const] : []] };
}

/** @throws for the sample of Rancher's guide, by which a cluster broke: it has its keys beside an empty `config` */
function layersOf(cluster: SourceDocument): readonly Layer[] {
  const path: SourcePath = [...RKE_CONFIG, 'machineSelectorConfig'];
  const ofMachines = listOf(cluster.value(path)).map(mapOf).map(({ config, machineLabelSelector: _, ...others }, index): Layer => {
    const [pruned = 'config'] = Object.keys(others);
    const entry = [...path, index];
    if (isMap(config) && pruned === 'config') return { document: cluster, path: [...entry, 'config'], isOf: selects(cluster, entry) };
    throw cluster.errorAt([...entry, pruned], `${[...entry, pruned].join('.')} is not below \`config\`, or that is empty, so Rancher `
      + 'prunes it: components stay on the in-tree provider, and end at it from 1.27 on (rancher/rancher#45930); indent the settings below `config`');
  });
  return [{ document: cluster, path: [...RKE_CONFIG, 'machineGlobalConfig'], isOf: () => true }, ...ofMachines];
}

/** Whether an entry is of machines, by the labels that they have of their roles: rancher/rancher@v2.8.5 pkg/capr/common.go:47. */
export function selects(cluster: SourceDocument, entry: SourcePath): Layer['isOf'] {
  const selector = cluster.value([...entry, 'machineLabelSelector']);
  return roles => selector === undefined || selectorMatches(selector, Object.fromEntries(roles.map(role => [`rke.cattle.io/${role}-role`, 'true'])));
}

function machinesOf(cluster: SourceDocument): readonly Rke2Roles[] {
  const pools = listOf(cluster.value([...RKE_CONFIG, 'machinePools'])).map(mapOf).map(({ controlPlaneRole, etcdRole, workerRole }) =>
    ROLES.filter((_, index) => [controlPlaneRole, etcdRole, workerRole][index] === true));
  return pools.length === 0 ? ANY_MACHINE : pools.filter(roles => roles.join() !== 'etcd');
}

/** Where a setting of machines is written, or would be: the last one counts. */
export function layerOf({ layers }: Rke2Documents, roles: Rke2Roles, key: string): Layer {
  const own = layers.filter(({ isOf }) => isOf(roles));
  return own.filter(({ document, path }) => key in mapOf(document.value(path))).at(-1) ?? own[0] ?? layers[0];
}

export function valueOf(documents: Rke2Documents, roles: Rke2Roles, key: string): Data | undefined {
  const { document, path, isOf } = layerOf(documents, roles, key);
  return isOf(roles) ? document.value([...path, key]) : undefined;
}

/** Of a setting that is a list of texts, or one of them. */
export function textsOf(documents: Rke2Documents, roles: Rke2Roles, key: string): readonly string[] {
  return [valueOf(documents, roles, key) ?? []].flat().map(String);
}

export function argsOf(documents: Rke2Documents, roles: Rke2Roles, component: string): readonly KubeadmArg[] {
  const { document, path } = layerOf(documents, roles, `${component}-arg`);
  return readArgs(document, [...path, `${component}-arg`], 'words');
}
