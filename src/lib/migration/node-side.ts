import { awsNodeFiles, AwsNodeSettings } from './aws-node-files';
import { ComponentChanges, componentChanges, SideSettings } from './component-changes';
import { ccmManifestPath, ControlPlaneNodeManifests } from './control-plane-node';
import { editKubeletFlagFiles } from './kubelet-side';
import { editStaticPod } from '../edit/static-pod/edit';
import { StaticPodEdits } from '../edit/static-pod/edits';
import { StaticPod } from '../edit/static-pod/static-pod';
import { Component } from '../kubernetes/component';
import { NodeFile, NodeInput, NodeSide } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';
import { contentHash } from '../text/content-hash';

/** What decides the files of the nodes of one side. */
export interface NodeSideSettings {
  readonly side: NodeSide;
  readonly changes: SideSettings;
  /** Text of the migration configuration file, where this side's nodes have one. */
  readonly configuration?: string;
  /** Image tags, where this side runs another release than the manifests that were handed in. */
  readonly image?: { readonly fromTag: string; readonly toTag: string };
  /** Manifest of the cloud-controller-manager, where it is a static pod of this side. */
  readonly ccmManifest?: string;
  /** What AWS adds to the nodes of this side. */
  readonly aws?: AwsNodeSettings;
}

/** The files of a control-plane node: all that were handed in, with only this side's changes, and those that the migration adds. */
export function controlPlaneFiles(manifests: ControlPlaneNodeManifests, settings: NodeSideSettings): NodeFile[] {
  const files = new Map(Object.entries(manifests.node.files));
  for (const [component, pod] of manifests.pods) files.set(manifests.paths.get(component)!, editedManifest(component, pod, settings));
  editKubelet(manifests.node, settings, files);
  addAwsFiles(manifests.node, settings, files);
  files.delete(LEADER_MIGRATION_FILE);
  if (settings.configuration !== undefined) files.set(LEADER_MIGRATION_FILE, settings.configuration);
  if (settings.ccmManifest !== undefined) files.set(ccmManifestPath(manifests), settings.ccmManifest);
  return asNodeFiles(manifests.node, settings.side, files);
}

/** The files of a worker node: its kubelet changes with the side. */
export function workerFiles(node: NodeInput, settings: NodeSideSettings): NodeFile[] {
  const files = new Map(Object.entries(node.files));
  editKubelet(node, settings, files);
  addAwsFiles(node, settings, files);
  return asNodeFiles(node, settings.side, files);
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

function editedManifest(component: Component, pod: StaticPod, settings: NodeSideSettings): string {
  const changes = componentChanges(component, settings.side, settings.changes, name => pod.flagValue(name));
  return editStaticPod(pod, staticPodEdits(changes, settings.image));
}

function editKubelet(node: NodeInput, settings: NodeSideSettings, files: Map<string, string>): void {
  if (settings.side === NodeSide.N && !settings.changes.csiMigration) return;
  const edited = editKubeletFlagFiles(node, current => {
    const { setFlags, removeFlags } = componentChanges('kubelet', settings.side, settings.changes, current);
    return { set: setFlags, remove: removeFlags };
  });
  for (const [path, text] of edited) files.set(path, text);
}

/** The files of a node as they are by now, with what AWS adds. */
function addAwsFiles(node: NodeInput, { side, changes, aws }: NodeSideSettings, files: Map<string, string>): void {
  if (!aws) return;
  for (const [path, text] of awsNodeFiles({ ...node, files: Object.fromEntries(files) }, side, changes.version, aws)) files.set(path, text);
}

function asNodeFiles(node: NodeInput, side: NodeSide, files: ReadonlyMap<string, string>): NodeFile[] {
  return [...files.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => {
      const input = side === NodeSide.N ? node.files[path] : undefined;
      return { role: node.role, side, node: node.name, path, content, ...input === undefined ? {} : { inputSha256: contentHash(input) } };
    });
}
