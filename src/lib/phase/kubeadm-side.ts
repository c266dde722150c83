import { ComponentChanges, componentChanges } from './component-changes';
import { ControlPlaneNodeManifests } from './control-plane-node';
import { NodeSideSettings, staticPodEdits } from './node-side';
import { Component } from '../component';
import { clusterConfigurationOnly, editKubeadmConfig, KubeadmComponentEdits, KubeadmConfigEdits } from '../install/kubeadm/config-edits';
import { kubeadmPatches } from '../install/kubeadm/patches';

/** A file of a kubeadm bundle. */
export interface KubeadmFile {
  readonly path: string;
  readonly content: string;
}

/**
 * kubeadm's own configuration of one side: without it the next `kubeadm upgrade` writes the static pods anew and brings the old flags back.
 *
 * - `<file>`: each configuration that was handed in, with the side's changes;
 * - `cluster-configuration.yaml`: the ClusterConfiguration alone, the same for every node, for `kubeadm init phase upload-config`;
 * - `patches/`: for `--patches`, the alternative that leaves the configuration as it is.
 *
 * @param node a control-plane node as kubeadm made it: its command lines say what kubeadm generates by itself
 * @param configs text of each configuration by its file name
 */
export function kubeadmSide(node: ControlPlaneNodeManifests, settings: NodeSideSettings, configs: Readonly<Record<string, string>>): KubeadmFile[] {
  const edits = configEdits(node, settings);
  const files = Object.entries(configs)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => ({ path, content: editKubeadmConfig(text, edits, { file: path }) }));
  const [first] = files;
  return [
    ...files,
    ...(first ? [{ path: 'cluster-configuration.yaml', content: clusterConfigurationOnly(first.content, { file: first.path }) }] : []),
    ...[...node.pods.values()].flatMap(pod => {
      const changes = componentChanges(pod.component, settings.side, settings.changes, name => pod.flagValue(name));
      // kubeadm sets the image itself, from kubernetesVersion.
      return kubeadmPatches(pod, staticPodEdits(changes, undefined)).map(({ name, content }) => ({ path: `patches/${name}`, content }));
    }),
  ];
}

function configEdits(node: ControlPlaneNodeManifests, settings: NodeSideSettings): KubeadmConfigEdits {
  const of = (component: Component): KubeadmComponentEdits => {
    const pod = node.pods.get(component);
    return componentEdits(componentChanges(component, settings.side, settings.changes, name => pod?.flagValue(name)));
  };
  const kubelet = componentChanges('kubelet', settings.side, settings.changes, () => undefined);
  return {
    kubernetesVersion: settings.image && { from: settings.image.fromTag, to: settings.image.toTag },
    apiServer: of('kube-apiserver'),
    controllerManager: of('kube-controller-manager'),
    scheduler: of('kube-scheduler'),
    kubeletExtraArgs: { set: kubelet.setFlags, remove: kubelet.removeFlags },
  };
}

function componentEdits(changes: ComponentChanges): KubeadmComponentEdits {
  return {
    setArgs: changes.setFlags,
    removeArgs: changes.removeFlags,
    extraVolumes: changes.mountFiles.map(({ name, path }) => ({ name, hostPath: path, mountPath: path, readOnly: true, pathType: 'File' })),
    removeExtraVolumes: changes.unmountFiles,
  };
}
