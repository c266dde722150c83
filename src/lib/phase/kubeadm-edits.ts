import { ComponentChanges, componentChanges, CurrentFlag, SideSettings } from './component-changes';
import { Component } from '../component';
import { KubeadmComponentEdits, KubeadmControlPlaneEdits, KubeadmKubeletEdits } from '../install/kubeadm/component-edits';
import { KubeadmArg } from '../install/kubeadm/extra-args';
import { NodeSide } from '../node';

/** What a side changes in a configuration of kubeadm, wherever that configuration lies. */
export interface KubeadmSideEdits extends KubeadmControlPlaneEdits {
  readonly kubelet: KubeadmKubeletEdits;
}

/** Flags whose new value is made of the present one. */
const DERIVED: readonly string[] = ['controllers', 'feature-gates'];

/** @param current the flags that the components have today */
export function kubeadmSideEdits(side: NodeSide, settings: SideSettings, current: (component: Component) => CurrentFlag): KubeadmSideEdits {
  const of = (component: Component): KubeadmComponentEdits => componentEdits(componentChanges(component, side, settings, current(component)), settings, current(component));
  const kubelet = componentChanges('kubelet', side, settings, current('kubelet'));
  return {
    apiServer: of('kube-apiserver'),
    controllerManager: of('kube-controller-manager'),
    scheduler: of('kube-scheduler'),
    kubelet: { set: kubeadmArgs(kubelet, settings, current('kubelet')), remove: kubelet.removeFlags },
  };
}

function componentEdits(changes: ComponentChanges, settings: SideSettings, current: CurrentFlag): KubeadmComponentEdits {
  return {
    setArgs: kubeadmArgs(changes, settings, current),
    removeArgs: changes.removeFlags,
    extraVolumes: changes.mountFiles.map(({ name, path }) => ({ name, hostPath: path, mountPath: path, readOnly: true, pathType: 'File' })),
    removeExtraVolumes: changes.unmountFiles,
  };
}

/** The flags as arguments, each with the values of today that it may replace: the in-tree provider, and what the new value was made of. */
function kubeadmArgs({ setFlags }: ComponentChanges, { cloud, cloudConfigFile }: SideSettings, current: CurrentFlag): KubeadmArg[] {
  return setFlags.map(({ name, value }) => {
    const today = current(name);
    const isOurs = DERIVED.includes(name) || (name === 'cloud-config' && cloudConfigFile !== undefined);
    return { name, value, replaces: name === 'cloud-provider' ? [cloud] : isOurs && today !== undefined ? [today] : [] };
  });
}
