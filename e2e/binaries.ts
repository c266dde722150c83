import { GoBinary } from '../scripts/go-binary';

/**
 * The components of a control plane that is migrated. Each folder under `bin/` is one Go module, because one module cannot hold two minors of
 * Kubernetes. Its main starts upstream's `app`.
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

/** The newest cloud-controller-manager that can be built here: it runs in phase `disabled`. */
export const NEWEST_CCM = '1.37.0';

/** Everything that an end-to-end run starts. */
export const BINARIES = {
  ...MIGRATION,
  ...component('kube-apiserver', NEWEST_API_SERVER, 'k8s.io/kubernetes'),
  ...awsCcm(NEWEST_CCM),
};

/** A program and the version that it reports: `kube-apiserver 1.26.15`. */
export type BinaryName = keyof typeof BINARIES;

type Named<C extends string, V extends string> = { readonly [name in `${C} ${V}`]: GoBinary };

type Kubernetes = 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kubeadm';

/** The components of one release of Kubernetes, all but kubeadm as one program. */
function kubernetes<V extends string>(version: V): Named<Kubernetes, V> {
  const module = { name: `kubernetes-${version}`, dir: `e2e/bin/kubernetes-${version}`, stamp: 'k8s.io/kubernetes' };
  return {
    [`kube-apiserver ${version}`]: { ...module, startedAs: 'kube-apiserver' },
    [`kube-controller-manager ${version}`]: { ...module, startedAs: 'kube-controller-manager' },
    [`kube-scheduler ${version}`]: { ...module, startedAs: 'kube-scheduler' },
    [`kubeadm ${version}`]: { ...module, name: `kubeadm-${version}`, package: './kubeadm' },
  } as Named<Kubernetes, V>;
}

function awsCcm<V extends string>(version: V): Named<'aws-cloud-controller-manager', V> {
  return component('aws-cloud-controller-manager', version, 'k8s.io/cloud-provider-aws');
}

/** A program that is one component, and is called so by `ps`, as in its image. */
function component<C extends string, V extends string>(of: C, version: V, stamp: string): Named<C, V> {
  const name = `${of}-${version}`;
  const binary: GoBinary = { name, dir: `e2e/bin/${name}`, stamp, startedAs: of };
  return { [`${of} ${version}`]: binary } as Named<C, V>;
}
