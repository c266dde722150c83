/** Images of a cloud-controller-manager whose tags count otherwise than the Kubernetes release that they are built for. */
export interface ImageScheme {
  /** End of the repository. */
  readonly repository: RegExp;
  /** What of the tag is the Kubernetes minor; none: nothing, the provider counts releases of its own. */
  readonly minor?: RegExp;
  readonly source: string;
}

export const IMAGE_SCHEMES: readonly ImageScheme[] = [
  {
    repository: /(^|\/)(k8s-staging-)?cloud-provider-gcp\/cloud-controller-manager$/,
    minor: /^v(\d{2})\.\d+\.\d+$/,
    source: 'github.com/kubernetes/cloud-provider-gcp README.md, "Cloud Controller Manager releases": v30.0.0 is built for Kubernetes 1.30',
  },
  {
    repository: /(^|\/)hcloud-cloud-controller-manager$/,
    source: 'github.com/hetznercloud/hcloud-cloud-controller-manager README.md, "Versioning policy": 1.x of its own',
  },
];
