import { nameOf } from './ask';
import { ComponentView } from './model';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { effectiveVersion, EffectiveVersion, ListFlags } from '../model/effective-version';
import { isPlaceholder } from '../text/placeholder';

/** The lists among the flags of a component: each occurrence adds to one. */
export function listFlagsOf({ flags }: Pick<ComponentView, 'flags'>): ListFlags {
  return {
    list: flag => flags.filter(({ name, value = '' }) => name === flag && !isPlaceholder(value)).flatMap(({ value }) => (value ?? '').split(',')),
  };
}

/** The versions that a component is told to be of; undefined: its release cannot be told. */
export function toldVersion(view: ComponentView): EffectiveVersion | undefined {
  return effectiveVersion(view.component, view.version, listFlagsOf(view));
}

/** The release that a component behaves as: what it serves, and what it asks others for, goes by the version that it is told to be of. */
export function behavesAs(view: ComponentView): KubernetesVersion | undefined {
  const { version } = view;
  const emulated = toldVersion(view)?.emulated ?? version?.minor;
  return version === undefined || emulated === version.minor ? version : KubernetesVersion.of(`1.${emulated}`);
}

/** `kube-apiserver 1.36 of node of a (told to be of 1.35)`. */
export function toldNameOf(view: ComponentView): string {
  const release = behavesAs(view);
  return release === view.version ? nameOf(view) : `${nameOf(view)} (told to be of ${release!.minorVersion})`;
}
