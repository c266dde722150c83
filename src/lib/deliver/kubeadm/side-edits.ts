import { KubeadmComponentEdits, KubeadmControlPlaneEdits, KubeletDecision } from './component-edits';
import { CurrentFlag } from '../../ccm/flag';
import { KubeadmArg } from '../../installers/kubeadm/extra-args';
import { Component } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { ComponentChanges, componentChanges, SideSettings } from '../../migration/component-changes';
import { refusedRegistration } from '../../migration/container-runtime';

/** What a side changes in a configuration of kubeadm, wherever that configuration is. */
export interface KubeadmSideEdits extends KubeadmControlPlaneEdits {
  readonly kubelet: KubeletDecision;
}

/** Flags whose new value is made of the present one. */
const DERIVED: readonly string[] = [
  'controllers', 'feature-gates', 'enable-admission-plugins', 'disable-admission-plugins', 'admission-control', 'runtime-config', 'audit-log-version',
  'audit-webhook-version',
];

/** @param current the flags that the components of the control plane have today */
export function kubeadmSideEdits(side: NodeSide, settings: SideSettings, current: (component: Component) => CurrentFlag): KubeadmSideEdits {
  const of = (component: Component): KubeadmComponentEdits => {
    const today = current(component);
    return componentEdits(componentChanges(component, side, settings, today), settings, today);
  };
  return {
    apiServer: of('kube-apiserver'),
    controllerManager: of('kube-controller-manager'),
    scheduler: of('kube-scheduler'),
    kubelet: (today, criSocket) => {
      const changes = componentChanges('kubelet', side, settings, today);
      const refused = side === NodeSide.N ? undefined : refusedRegistration(criSocket, today, settings);
      return { set: kubeadmArgs(changes, settings, today), remove: changes.removeFlags, ...refused && { refused } };
    },
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
