import { CloudController, controllerKey, controllersFlagAliases } from '../facts/controllers';
import { ControllerManager } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * `--controllers` with controllers switched off. The first entry that names a controller decides (k8s.io/controller-manager@v0.26.10 app/helper.go),
 * so one that switches it on is replaced where it stands; where none names it, one is appended. All other entries stay, in their order.
 */
export function withControllersOff(
  list: string, component: ControllerManager, controllers: readonly CloudController[], version: KubernetesVersion,
): string {
  const entries = list.split(',').filter(entry => entry !== '');
  for (const controller of controllers) {
    const key = controllerKey(component, controller, version);
    if (key === undefined) continue;
    const at = entries.findIndex(entry => namesOf(component, key, version).includes(entry.replace(/^-/, '')));
    if (at < 0) entries.push(`-${key}`);
    else if (!entries[at].startsWith('-')) entries[at] = `-${key}`;
  }
  return entries.join(',');
}

/** An entry of `--controllers` that names one of the controllers to switch it on. */
export function entryThatNames(
  list: string, component: ControllerManager, controllers: readonly CloudController[], version: KubernetesVersion,
): string | undefined {
  const names = controllers.flatMap(controller => {
    const key = controllerKey(component, controller, version);
    return key === undefined ? [] : namesOf(component, key, version);
  });
  return list.split(',').find(entry => names.includes(entry));
}

function namesOf(component: ControllerManager, key: string, version: KubernetesVersion): readonly string[] {
  return [key, ...[...controllersFlagAliases(component, version)].filter(([, target]) => target === key).map(([alias]) => alias)];
}
