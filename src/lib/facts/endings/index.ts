import { defaultEndings } from './defaults';
import { Ending, NODE_COMPONENTS } from './ending';
import { flagEndings } from './flags';
import { gateEndings } from './gates';
import { KUBEADM_ENDINGS } from './kubeadm';
import { lockEndings } from './locks';
import { BEHAVIOUR_ENDINGS, nodeEndings, RUNTIME_ENDINGS } from './nodes';
import { SERVED_ENDINGS } from './served-apis';
import { VALUE_ENDINGS } from './values';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

export { Becomes, Ending, NodeComponent, NODE_COMPONENTS } from './ending';

/**
 * Everything that version N has and version N+1 has not, or takes for something else: one row per thing, with the release and the source. Flags,
 * their defaults, feature gates, locks, labels and taints, and versions of kubeadm's API are joined from their own tables.
 *
 * @param gates feature gates that are asked for; undefined: all
 */
export function endingsBetween(from: KubernetesVersion, to: KubernetesVersion, gates?: readonly string[]): readonly Ending[] {
  const written = [...RUNTIME_ENDINGS, ...BEHAVIOUR_ENDINGS, ...KUBEADM_ENDINGS(), ...SERVED_ENDINGS];
  return [
    ...NODE_COMPONENTS.flatMap(component => [
      ...flagEndings(component, from, to), ...defaultEndings(component, from, to), ...gateEndings(component, from, to, gates),
    ]),
    ...valueEndings(from, to),
    ...nodeEndings(from, to),
    ...written.filter(({ release }) => isBetween(release, from, to)),
  ];
}

/** Those of values that a flag takes no more. */
export function valueEndings(from: KubernetesVersion, to: KubernetesVersion): readonly Ending[] {
  return [...VALUE_ENDINGS.filter(({ release }) => isBetween(release, from, to)), ...lockEndings(from, to)];
}

/** Whether a release that begins something is after one, and not after the other. */
function isBetween(release: string, from: KubernetesVersion, to: KubernetesVersion): boolean {
  const { minor } = KubernetesVersion.of(release);
  return from.minor < minor && minor <= to.minor;
}
