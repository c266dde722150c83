import type { KcmReading } from './kcm-reading';
import { CloudController } from '../facts/controllers';
import { ccmGate, ccmTakes, gatesThatMove } from '../facts/shared-flags';
import { GateSetting, parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * Flags of the cloud-controller-manager that kube-controller-manager of N has: how it holds its locks, and the settings of the controllers that move.
 *
 * @param linked minor of k8s.io/cloud-provider that it is built from
 * @throws if it has no such flag
 */
export function carriedFlags({ leaderElection, settings }: KcmReading, linked: KubernetesVersion): Record<string, string> {
  for (const { name, value } of settings) {
    if (ccmTakes(name, linked)) continue;
    throw new Error(`kube-controller-manager of N has '--${name}=${value}' for controllers that move, and a cloud-controller-manager of `
      + `${linked.minorVersion} has no such flag: `
      + 'the setting would be lost; remove it from the manifests of N first, when its controllers can do without it');
  }
  return Object.fromEntries([...leaderElection, ...settings].map(({ name, value }) => [name, value]));
}

/**
 * Feature gates of kube-controller-manager of N that a moved controller asks, for the cloud-controller-manager: those that its release takes.
 *
 * @param given `--feature-gates` that the user gives the cloud-controller-manager; a gate that it names stays as it is
 * @returns the gates together; undefined where there is none
 * @throws if the release cannot have a gate as kube-controller-manager of N has it
 */
export function carriedGates(
  { featureGates = '' }: Partial<KcmReading>, moved: readonly CloudController[], linked: KubernetesVersion, given: string | undefined,
): string | undefined {
  const named = parseGates(given ?? '').map(({ name }) => name);
  const moves = ({ name }: GateSetting) => gatesThatMove(moved).includes(name) && !named.includes(name);
  const carried = parseGates(featureGates).filter(moves).flatMap(({ name, on }) => {
    if (on === undefined) return []; // kube-controller-manager of N does not start with it
    const fate = ccmGate(name, on, linked);
    if (fate === 'cannot') {
      throw new Error(`kube-controller-manager of N has the feature gate '${name}=${on}', which controllers that move ask, and a `
        + `cloud-controller-manager of ${linked.minorVersion} `
        + 'cannot have it so; remove it from the manifests of N first, to see the cluster without it');
    }
    return fate === 'takes' ? [`${name}=${on}`] : [];
  });
  const all = [...given === undefined || given === '' ? [] : [given], ...carried];
  return all.length === 0 ? undefined : all.join(',');
}
