import { GoBinary } from '../scripts/go-binary';

/**
 * The components of a control plane that is migrated. Each folder under `bin/` is one Go module, because one module cannot hold two minors of
 * Kubernetes. It has no source: upstream's own main packages are built, as they are.
 */
export const MIGRATION = {
  /** The last minor whose kube-controller-manager has the in-tree AWS provider. */
  ...kubernetes('1.26.15'),
  ...kubernetes('1.27.16'),
  ...awsCcm('1.27.0'),
  /** The first minor with the renamed controllers, whose built-in Leader Migration default matches nothing. */
  ...awsCcm('1.28.1'),
};

/** The newest kube-apiserver that can be built here: manifests are shown to it, no migration goes so far. */
export const NEWEST_API_SERVER = '1.37.1';

/** Everything that an end-to-end run starts. */
export const BINARIES = {
  ...MIGRATION,
  [`kube-apiserver ${NEWEST_API_SERVER}` as const]: kubernetes(NEWEST_API_SERVER)[`kube-apiserver ${NEWEST_API_SERVER}`],
};

/** A program and the version that it reports: `kube-apiserver 1.26.15`. */
export type BinaryName = keyof typeof BINARIES;

type Named<C extends string, V extends string> = { readonly [name in `${C} ${V}`]: GoBinary };

function kubernetes<V extends string>(version: V): Named<'kube-apiserver' | 'kube-controller-manager' | 'kubeadm', V> {
  const dir = `e2e/bin/kubernetes-${version}`;
  return Object.fromEntries(['kube-apiserver', 'kube-controller-manager', 'kubeadm'].map(component => [`${component} ${version}`, {
    name: `${component}-${version}`, dir, package: `k8s.io/kubernetes/cmd/${component}`, stamp: 'k8s.io/kubernetes',
  }])) as Named<'kube-apiserver' | 'kube-controller-manager' | 'kubeadm', V>;
}

function awsCcm<V extends string>(version: V): Named<'aws-cloud-controller-manager', V> {
  return {
    [`aws-cloud-controller-manager ${version}`]: {
      name: `aws-cloud-controller-manager-${version}`,
      dir: `e2e/bin/aws-cloud-controller-manager-${version}`,
      package: 'k8s.io/cloud-provider-aws/cmd/aws-cloud-controller-manager',
      stamp: 'k8s.io/cloud-provider-aws',
    },
  } as Named<'aws-cloud-controller-manager', V>;
}
