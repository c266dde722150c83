import { ControlPlaneNodeManifests } from './control-plane-node';
import { KCM } from '../kubernetes/component';

/**
 * Registries that Kubernetes publishes its images in: kubeadm's default to v1.24 and from v1.25 (cmd/kubeadm/app/apis/kubeadm/v1beta3/defaults.go),
 * and their alias; and RKE2 in its own images, unless it is told a `system-default-registry`.
 */
const PUBLISHED: readonly string[] = [
  'registry.k8s.io', 'k8s.gcr.io', 'gcr.io/google-containers', 'gcr.io/google_containers', 'index.docker.io/rancher',
];

/** Where nodes have their images from. */
export interface ImageMirror {
  /** What stands for `registry.k8s.io` there; none: they have them from where Kubernetes publishes them. */
  readonly mirror?: string;
  /** Why it cannot be told. */
  readonly unclear?: string;
}

/**
 * The registry, with its path, that all control-plane nodes have their kube-controller-manager from, where it is a mirror. It is not guessed where
 * nodes differ, or where the image in a private registry has another name than upstream's.
 */
export function imageMirror(controlPlane: readonly ControlPlaneNodeManifests[]): ImageMirror {
  const repositories = [...new Set(controlPlane.map(({ pods }) => pods.get(KCM)!.image.repository))];
  const [first, ...others] = [...new Set(repositories.map(repository => isPublished(repository) ? undefined : prefixOf(repository) ?? null))];
  if (others.length === 0 && first !== null) return first === undefined ? {} : { mirror: first };
  return { unclear: `the nodes have kube-controller-manager from ${repositories.map(repository => `'${repository}'`).join(' and ')}` };
}

function isPublished(repository: string): boolean {
  return PUBLISHED.some(registry => repository.startsWith(`${registry}/`));
}

function prefixOf(repository: string): string | undefined {
  return /^(.+)\/kube-controller-manager(?:-[a-z0-9]+)?$/.exec(repository)?.[1];
}
