import { BUILT_IN_DEFAULT } from '../facts/built-in-default';
import { allControllerKeys, CloudController, controllerKeys, keyInRelease, keysChangedIn, logicalController } from '../facts/controllers';
import { isEverInKcm, logicalName } from '../facts/kcm-controllers';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { nearestName } from '../text/nearest';

/**
 * What is wrong with a controller name in a file for this release. A key of another release is fine beside the key of this one: the component ignores
 * it, and one file then serves both.
 *
 * @param listed all names in the file
 * @param version without it, a key of any release is fine
 */
export function controllerNameProblem(name: string, listed: ReadonlySet<string>, version?: KubernetesVersion): string | undefined {
  const controller = logicalController(name);
  if (!controller) {
    const why = isBrokenDefault(name) ? ': the built-in default lists it, but no release has such a controller' : '';
    return `controller '${name}' is not known${why}; known${version ? ` to Kubernetes ${version.minorVersion}` : ''}: `
      + `${knownKeys(version).join(', ')}`;
  }
  return version && otherGeneration(name, controller, listed, version);
}

function otherGeneration(name: string, controller: CloudController, listed: ReadonlySet<string>, version: KubernetesVersion): string | undefined {
  const key = keyInRelease(controller, version);
  if (key === name || (key && listed.has(key))) return undefined;
  return `controller '${name}' is not known to Kubernetes ${version.minorVersion}; use '${key}' (keys changed in ${keysChangedIn()})`;
}

function knownKeys(version?: KubernetesVersion): readonly string[] {
  if (!version) return allControllerKeys();
  return [...new Set([...controllerKeys(KCM, version).values(), ...controllerKeys(CCM, version).values()])];
}

/**
 * Whether a name can be of a controller that only a provider's programs have: no release of Kubernetes has one like it, so it is not a mistake in the
 * name of such.
 */
export function isProvidersOwn(name: string): boolean {
  const known = [...allControllerKeys(), ...BUILT_IN_DEFAULT.rows.flatMap(row => row.value?.unmatched ?? [])];
  return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(name) && !isEverInKcm(logicalName(name)) && nearestName(name, known) === undefined;
}

function isBrokenDefault(name: string): boolean {
  return BUILT_IN_DEFAULT.rows.some(row => row.value?.unmatched.includes(name));
}
