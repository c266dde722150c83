import { EndCause } from './end-cause';
import { CloudController, controllerKey, controllerKeys, controllersFlagAliases, logicalController } from '../facts/controllers';
import { isEverInKcm, isOffByDefault, logicalName, otherKcmKey } from '../facts/kcm-controllers';
import { ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `--controllers` of one process, with aliases resolved to keys. */
export class ControllerList {
  private readonly entries: readonly string[];
  private readonly unknown = new Map<string, string>();
  /** Names of which it is not known whether the process has them. */
  private readonly unsure = new Map<string, string>();

  /**
   * @param items the flag's items as written
   * @param registered cloud controllers that this process registers under a key of their own
   * @param own controllers that its provider adds; none: not known
   */
  public constructor(
    component: ControllerManager, version: KubernetesVersion, items: readonly string[], registered: ReadonlySet<string>, own?: ReadonlySet<string>,
  ) {
    const aliases = controllersFlagAliases(component, version);
    this.entries = items.map(item => {
      const [sign, name] = item.startsWith('-') ? ['-', item.slice(1)] : ['', item];
      const other = component === KCM ? otherKcmKey(name, version) : undefined;
      const key = aliases.get(name) ?? other ?? name;
      // `*` alone stands for all; behind a dash it is a name that no controller has.
      if (item !== '*' && other === undefined && !registered.has(key) && !own?.has(key)) {
        (own === undefined && isProvidersOwn(key) ? this.unsure : this.unknown).set(key, name);
      }
      return sign + key;
    });
  }

  public get problems(): readonly EndCause[] {
    return [...this.unknown.values()].map(
      name => ({ concern: 'command-line', text: `"${name}" is not in the list of known controllers`, flags: ['controllers'] }),
    );
  }

  public get doubts(): readonly string[] {
    return [...this.unsure.values()].map(name => `whether the image has a controller "${name}" is not known`);
  }

  /** Keys of controllers that the flag names, whether to switch them on or off. */
  public get named(): ReadonlySet<string> {
    return new Set(this.entries.map(entry => entry.replace(/^-/, '')).filter(key => key !== '*' && !this.unknown.has(key)));
  }

  /** Whether `*` is there: controllers that the list does not name are on. */
  public get star(): boolean {
    return this.entries.includes('*');
  }

  /** The first explicit entry decides: k8s.io/controller-manager@v0.26.1 app/helper.go IsControllerEnabled. */
  public enables(key: string): boolean {
    const first = this.entries.find(entry => entry === key || entry === `-${key}`);
    return first === undefined ? this.star && !isOffByDefault(key) : first === key;
  }
}

/**
 * A CCM image registers controllers of its provider, which no table here can list. What some other release or component has is not one, nor is what
 * no program calls one.
 */
function isProvidersOwn(key: string): boolean {
  return logicalController(key) === undefined && !isEverInKcm(logicalName(key)) && /^[A-Za-z0-9._-]+$/.test(key);
}

/** Keys of the cloud controllers that the process registers: those that its `--controllers` may name. */
export function registeredKeys(component: ControllerManager, version: KubernetesVersion, hasNodeIpam: boolean): ReadonlyMap<string, string> {
  const keys = new Map<string, string>(controllerKeys(component, version));
  // Not among the default controllers of k8s.io/cloud-provider: only some images have it.
  if (component !== KCM && !hasNodeIpam) keys.delete('nodeipam');
  return keys;
}

/** Those of some controllers that `--controllers` leaves off. */
export function controllersOff(
  list: string, component: ControllerManager, controllers: readonly CloudController[], version: KubernetesVersion,
): readonly CloudController[] {
  // Which of them are registered decides on what is wrong with the list, and not on what it leaves off.
  const read = new ControllerList(component, version, list.split(','), new Set());
  return controllers.filter(controller => {
    const key = controllerKey(component, controller, version);
    return key !== undefined && !read.enables(key);
  });
}

