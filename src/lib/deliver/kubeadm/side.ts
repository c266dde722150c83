import { besideConfiguration } from './beside-configuration';
import { clusterConfigurationOnly, editKubeadmConfig, KubeadmConfigEdits } from './config-edits';
import { refuseContradictions } from './contradictions';
import { kubeadmNotes } from './notes';
import { kubeadmPatches } from './patches';
import { kubeadmSideEdits } from './side-edits';
import { kubeletFlagFilesOf } from '../../facts/inputs/kubelet-files';
import { hasClusterConfiguration, readKubeadmConfig } from '../../installers/kubeadm/documents';
import { unreadPatches } from '../../installers/kubeadm/left-open';
import { NodeInput, NodeRole, NodeSide } from '../../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../../leader-migration';
import { componentChanges } from '../../migration/component-changes';
import { ControlPlaneNodeManifests } from '../../migration/control-plane-node';
import { endingsOfNodes } from '../../migration/endings-of-nodes';
import { kubeletFlagFiles } from '../../migration/kubelet-side';
import type { Migration } from '../../migration/migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { NodeSideSettings, staticPodEdits } from '../../migration/node-side';
import { describeUnknown } from '../../view/unknown-line';
import { BundleFile } from '../bundle-file';

/**
 * kubeadm's own configuration of one side: without it the next `kubeadm upgrade` writes the static pods anew and brings the old flags back.
 *
 * - `<file>`: each configuration that was handed in, with the side's changes;
 * - `cluster-configuration.yaml`: the ClusterConfiguration alone, the same for every node, for `kubeadm init phase upload-config`;
 * - `control-plane/etc/leadermigration.conf`: for every control-plane node, where their manifests were not handed in;
 * - `patches/`: for `--patches`, the alternative that leaves the configuration as it is;
 * - `NOTES.md`: order, what rolls, what comes back.
 *
 * @param configs text of each configuration by its file name
 * @param patches whether the node's manifests are kubeadm's own, so that patches of them can be written
 * @throws if no nodes were handed in: their command lines say what kubeadm generates by itself; if a configuration contradicts them
 */
export function kubeadmSide(migration: Migration, side: NodeSide, configs: Readonly<Record<string, string>>, patches: boolean): BundleFile[] {
  const model = migration._model;
  const [node] = model.controlPlane;
  if (!node) {
    throw new Error('`nodes` are not given, but kubeadm\'s configuration is changed by what its manifests hold today; hand in the '
    + 'control-plane nodes');
  }
  if (patches) refuseContradictions(configs, model.controlPlane);
  const settings = model.nodeSideSettings(side);
  const { configuration } = model.phase(side === NodeSide.N ? MigrationPhase.N : MigrationPhase.N_PLUS_1).filesOn(side);
  const { changes: { before, version } } = settings;
  const edits = configEdits(node, settings);
  const files = Object.entries(configs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ path, content: editKubeadmConfig(text, edits, { file: path }) }));
  const first = files.find(({ path, content }) => hasClusterConfiguration(content, { file: path }));
  const patchFiles = (patches ? [...node.pods.values()] : []).flatMap(pod => {
    const changes = componentChanges(pod.component, settings.side, settings.changes, name => pod.flagValue(name));
    // kubeadm sets the image itself, from kubernetesVersion.
    return kubeadmPatches(pod, staticPodEdits(changes, undefined)).map(({ name, content }) => ({ path: `patches/${name}`, content }));
  });
  const unknown = notInSide(files, patchFiles);
  return [
    ...files,
    ...(first ? [{ path: 'cluster-configuration.yaml', content: clusterConfigurationOnly(first.content, { file: first.path }) }] : []),
    // Where nodes were handed in, it is among their files.
    ...(patches || configuration === undefined ? []
      : [{ path: `${NodeRole.CONTROL_PLANE}${LEADER_MIGRATION_FILE}`, content: configuration }]),
    ...patchFiles,
    {
      path: 'NOTES.md',
      content: `# kubeadm, ${settings.side === NodeSide.N ? 'version N' : 'version N+1'}\n\n${kubeadmNotes({
        side: settings.side,
        tag: settings.image?.toTag,
        hasClusterConfiguration: first !== undefined,
        hasPatches: patchFiles.length > 0,
        beside: patches && first ? besideConfiguration(model.controlPlane, first.content, first.path) : [],
        kubeletFiles: patches ? kubeletFiles(model.settings.nodes) : [],
        endings: before === undefined ? [] : endingsOfNodes(model.controlPlane, before, version, workersOf(model.settings.nodes)),
        configurationFile: configuration === undefined ? undefined : LEADER_MIGRATION_FILE,
        unknown,
      })}`,
    },
  ];
}

/** Where kubelets have `--cloud-provider`, or would get it: a node without such a file says nothing. */
function kubeletFiles(nodes: readonly NodeInput[]): readonly string[] {
  const known = nodes.filter(({ files }) => kubeletFlagFilesOf(Object.keys(files)).length > 0);
  return [...new Set(known.map(node => kubeletFlagFiles(node)[0]))].sort();
}

function workersOf(nodes: readonly NodeInput[]): readonly NodeInput[] {
  return nodes.filter(({ role }) => role === NodeRole.WORKER);
}

/** What kubeadm is told to do with files that are not there: patches of a folder on its node. */
function notInSide(configs: readonly BundleFile[], patches: readonly BundleFile[]): readonly string[] {
  const files = new Map([...configs, ...patches].map(({ path, content }) => [path, content]));
  return configs.flatMap(({ path: file, content }) => readKubeadmConfig(content, { file }).flatMap(document =>
    unreadPatches(document.data, files).map(({ path, what, why, fix }) => describeUnknown({ file, line: document.line(path), what, why, fix }))));
}

function configEdits(node: ControlPlaneNodeManifests, { side, changes, image }: NodeSideSettings): KubeadmConfigEdits {
  const today = changes.version.patch !== undefined ? `v${changes.version}` : undefined;
  return {
    ...kubeadmSideEdits(side, changes, component => name => node.pods.get(component)?.flagValue(name)),
    kubernetesVersion: image ? { from: image.fromTag, to: image.toTag } : today === undefined ? undefined : { from: today, to: today },
  };
}
