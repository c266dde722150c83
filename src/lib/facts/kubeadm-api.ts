import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** How a version of kubeadm's API writes extra arguments: `name: value`, or items with `name` and `value`. */
export type ArgForm = 'map' | 'list';

/** A version of kubeadm's configuration API. */
export interface KubeadmApi {
  /** Form of `extraArgs` and `kubeletExtraArgs`. */
  readonly form: ArgForm;
  /** Oldest and newest minor of a control plane that some kubeadm which reads this version deploys: its own minor and the one before. */
  readonly deploys: { readonly from: string; readonly to: string };
  readonly source: string;
}

/** API versions of kubeadm that are understood. */
export const KUBEADM_APIS: { readonly [apiVersion: string]: KubeadmApi } = {
  'kubeadm.k8s.io/v1beta3': {
    form: 'map',
    deploys: { from: '1.21', to: '1.36' },
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/apis/kubeadm/v1beta3/types.go:148; in v1.22.17 and v1.36.3, not in v1.21.14 and v1.37.1',
  },
  'kubeadm.k8s.io/v1beta4': {
    form: 'list',
    deploys: { from: '1.30', to: '1.37' },
    source: 'k8s.io/kubernetes@v1.37.1 cmd/kubeadm/app/apis/kubeadm/v1beta4/types.go:177; registered in v1.31.14; constants.go:474 (one minor back)',
  },
  'kubeadm.k8s.io/v1': {
    form: 'list',
    deploys: { from: '1.36', to: '1.37' },
    source: 'k8s.io/kubernetes@v1.37.1 cmd/kubeadm/app/apis/kubeadm/scheme/scheme.go, v1/types.go:177; v1.36.3 has no such version',
  },
};

/** Why kubeadm does not deploy a release from a configuration of this API version; undefined: it does. */
export function kubeadmApiProblem(apiVersion: string, version: KubernetesVersion): string | undefined {
  if (isDeployedFrom(apiVersion, version)) return undefined;
  const { from, to } = KUBEADM_APIS[apiVersion].deploys;
  const other = Object.keys(KUBEADM_APIS).find(name => isDeployedFrom(name, version));
  return `no kubeadm that reads '${apiVersion}' deploys Kubernetes ${version}: it is for ${from} to ${to}`
    + `${other === undefined ? '' : `; hand in the configuration as '${other}'`}`;
}

function isDeployedFrom(apiVersion: string, { minor }: KubernetesVersion): boolean {
  const { from, to } = KUBEADM_APIS[apiVersion].deploys;
  return minor >= KubernetesVersion.of(from).minor && minor <= KubernetesVersion.of(to).minor;
}
