import { ReleaseAsRead } from './release-as-read';
import { awsCcmOnTheWay } from '../facts/ccm-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/**
 * The releases from one to another, the last one included: one of each minor, since a cloud-controller-manager follows its API servers minor by
 * minor.
 *
 * @throws if no image of a minor between the two is known
 */
export function wayBetween(
  from: Pick<ReleaseAsRead, 'minor'>, to: Pick<ReleaseAsRead, 'minor' | 'tag'>, { cloudRoutes = false }: { readonly cloudRoutes?: boolean },
): readonly string[] {
  const direction = Math.sign(to.minor - from.minor);
  const between = Array.from({ length: Math.max(0, Math.abs(to.minor - from.minor) - 1) }, (_, index) => from.minor + direction * (index + 1));
  return [...between.map(minor => awsCcmOnTheWay(KubernetesVersion.of(`1.${minor}`), { cloudRoutes })), to.tag];
}
