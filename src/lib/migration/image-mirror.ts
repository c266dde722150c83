import { ControlPlaneNodeManifests } from './control-plane-node';
import { KCM } from '../kubernetes/component';

/**
 * Registries that Kubernetes publishes its images in: kubeadm's default to v1.24 and from v1.25 (cmd/kubeadm/app/apis/kubeadm/v1beta3/defaults.go),
 * and their alias.
 */
const PUBLISHED: readonly string[] = ['registry.k8s.io', 'k8s.gcr.io', 'gcr.io/google-containers', 'gcr.io/google_containers'];

/**
 * The registry, with its path, that all control-plane nodes have their kube-controller-manager from, where it is a mirror: what stands for
 * `registry.k8s.io` there. Undefined where it is not, where nodes differ, or where the image has another name than upstream's.
 */
export function imageMirror(controlPlane: readonly ControlPlaneNodeManifests[]): string | undefined {
  const prefixes = controlPlane.map(({ pods }) => /^(.+)\/kube-controller-manager(?:-[a-z0-9]+)?$/.exec(pods.get(KCM)!.image.repository)?.[1]);
  const [first] = prefixes;
  return first === undefined || PUBLISHED.includes(first) || prefixes.some(prefix => prefix !== first) ? undefined : first;
}
