import { awsNodeFiles, AwsNodeSettings } from './aws-node-files';
import { ComponentChanges, componentChanges, SideSettings } from './component-changes';
import { runtimeFlags } from './container-runtime';
import { ccmManifestPath, ControlPlaneNodeManifests } from './control-plane-node';
import { refuseKubeletGates } from './kubelet-gates';
import { editKubeletFlagFiles, kubeletFlag } from './kubelet-side';
import { dropInText } from './unit-component';
import { editStaticPod, StaticPodEdits } from '../edit/static-pod/edit';
import { StaticPod } from '../edit/static-pod/static-pod';
import { KCM } from '../kubernetes/component';
import { NodeFile, NodeInput, NodeSide } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';
import { wordsOf } from '../model/command-line';
import { contentHash } from '../text/content-hash';

/** What decides the files of the nodes of one side, in whatever phase. */
export interface NodeSideSettings {
  readonly side: NodeSide;
  readonly changes: SideSettings;
  /** Image tags, where this side runs another release than the manifests that were handed in. */
  readonly image?: { readonly fromTag: string; readonly toTag: string };
  /** What AWS adds to the nodes of this side. */
  readonly aws?: AwsNodeSettings;
}

/** What a phase adds to the control-plane nodes of a side. */
export interface PhaseAdditions {
  /** Text of the migration configuration file. */
  readonly configuration?: string;
  /** Manifest of the cloud-controller-manager, where it is a static pod. */
  readonly ccmManifest?: string;
}

/** A node on one side: all files that were handed in, with only the side's changes. A phase may add to them. */
export interface EditedNode {
  readonly node: NodeInput;
  readonly files: ReadonlyMap<string, string>;
  /** Manifests that the files were made of; only of a control-plane node. */
  readonly given?: ControlPlaneNodeManifests;
  /** Static pods among the files. */
  readonly pods: readonly StaticPod[];
}

/** Control-plane nodes on one side. */
export function editedControlPlane(nodes: readonly ControlPlaneNodeManifests[], settings: NodeSideSettings): readonly EditedNode[] {
  const edited = new Map<string, StaticPod>(); // most nodes have the same manifests
  return nodes.map(node => editedControlPlaneNode(node, settings, pod => {
    const known = edited.get(pod.text) ?? editedPod(pod, settings);
    edited.set(pod.text, known);
    return known;
  }));
}

function editedControlPlaneNode(given: ControlPlaneNodeManifests, settings: NodeSideSettings, edit: (pod: StaticPod) => StaticPod): EditedNode {
  const { node, paths, units } = given;
  const pods = new Map([...given.pods].map(([component, pod]) => [paths.get(component)!, edit(pod)]));
  const files = new Map(Object.entries(node.files));
  for (const [path, pod] of pods) {
    const unit = units.get(pod.component);
    if (!unit) files.set(path, pod.text);
    // Of the others nothing is written that the node does not have: a changed unit means a restart.
    else if (pod.component === KCM || !isSameLine(pod, given)) files.set(path, dropInText(unit, pod, settings.changes.version));
  }
  editKubelet(node, settings, files);
  addAwsFiles(node, settings, files);
  files.delete(LEADER_MIGRATION_FILE);
  return { node, files, given, pods: [...pods.values()] };
}

function isSameLine(pod: StaticPod, { pods }: ControlPlaneNodeManifests): boolean {
  return wordsOf(pod.flags).join('\n') === wordsOf(pods.get(pod.component)!.flags).join('\n');
}

/** A worker on one side: its kubelet changes. */
export function editedWorker(node: NodeInput, settings: NodeSideSettings): EditedNode {
  const files = new Map(Object.entries(node.files));
  editKubelet(node, settings, files);
  addAwsFiles(node, settings, files);
  return { node, files, pods: [] };
}

/** The files of a node of one side in a phase. */
export function nodeFilesOf({ node, files, given, pods }: EditedNode, side: NodeSide, { configuration, ccmManifest }: PhaseAdditions): NodeFile[] {
  const all = new Map(files);
  if (given && configuration !== undefined) all.set(LEADER_MIGRATION_FILE, configuration);
  if (given && ccmManifest !== undefined) all.set(ccmManifestPath(given), ccmManifest);
  return [...all.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => {
      const input = side === NodeSide.N ? node.files[path] : undefined;
      return {
        role: node.role,
        side,
        node: node.name,
        path,
        content,
        ...input === undefined ? {} : { inputSha256: contentHash(input) },
        ...side !== NodeSide.N || input === content || given === undefined ? {} : flagChanges(path, given, pods),
      };
    });
}

/** What the edits did to the command line of a static pod; nothing of any other file. */
function flagChanges(path: string, given: ControlPlaneNodeManifests, pods: readonly StaticPod[]): Pick<NodeFile, 'addedFlags' | 'removedFlags'> {
  const [component] = [...given.paths].find(([, itsPath]) => itsPath === path) ?? [];
  const after = pods.find(pod => pod.component === component);
  const before = component && given.pods.get(component);
  if (!before || !after) return {};
  const [old, now] = [before, after].map(({ flags }) => wordsOf(flags));
  return { addedFlags: now.filter(flag => !old.includes(flag)), removedFlags: old.filter(flag => !now.includes(flag)) };
}

/** What a static pod manifest of this side must change. */
export function staticPodEdits(changes: ComponentChanges, image: NodeSideSettings['image']): StaticPodEdits {
  return {
    setFlags: changes.setFlags,
    removeFlags: changes.removeFlags,
    hostPathFiles: changes.mountFiles,
    removeHostPathFiles: changes.unmountFiles,
    image,
  };
}

function editedPod(pod: StaticPod, settings: NodeSideSettings): StaticPod {
  const changes = componentChanges(pod.component, settings.side, settings.changes, name => pod.flagValue(name));
  return editStaticPod(pod, staticPodEdits(changes, settings.image));
}

function editKubelet(node: NodeInput, settings: NodeSideSettings, files: Map<string, string>): void {
  const { side, changes } = settings;
  const isNew = side === NodeSide.N_PLUS_1;
  if (isNew) refuseKubeletGates(node, changes.version, changes.before);
  if (!isNew && !changes.csiMigration) return;
  const runtime = isNew ? runtimeFlags(node, name => kubeletFlag(node, name), changes) : [];
  const edited = editKubeletFlagFiles(node, current => {
    const { setFlags, removeFlags } = componentChanges('kubelet', side, changes, current);
    return { set: [...setFlags, ...runtime], remove: removeFlags };
  });
  for (const [path, text] of edited) files.set(path, text);
}

/** The files of a node as they are by now, with what AWS adds. */
function addAwsFiles(node: NodeInput, { side, changes, aws }: NodeSideSettings, files: Map<string, string>): void {
  if (!aws) return;
  for (const [path, text] of awsNodeFiles({ ...node, files: Object.fromEntries(files) }, side, changes.version, aws)) files.set(path, text);
}
