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

/** The newest Kubernetes that can be built here: manifests are shown to its kube-apiserver, and its control plane is the steady state. */
export const NEWEST_API_SERVER = '1.37.1';

/** The newest cloud-controller-manager that can be built here: it runs in phase `disabled`. */
export const NEWEST_CCM = '1.37.0';

/** The cloud-controller-manager that is upgraded to the newest. */
export const CCM_BEFORE = '1.36.1';

/** What a chain of upgrades goes over, beside the releases of Kubernetes of the migration, which are built anyway. */
export const CHAIN = { kubernetes: ['1.26.15', '1.27.16'], ccms: ['1.25.1', '1.26.0', '1.27.0'] } as const;

/**
 * One upgrade a minor of the cloud-controller-manager, the last four: from the release before it to its own, beside the Kubernetes of its minor. Each
 * is the newest of its minor that can be had as a module when its row was written, of Kubernetes with all its staging modules.
 */
export const HOPS = [
  { from: '1.33.4', to: '1.34.4', kubernetes: '1.34.10' },
  { from: '1.34.4', to: '1.35.3', kubernetes: '1.35.8' },
  { from: '1.35.3', to: CCM_BEFORE, kubernetes: '1.36.4' },
  { from: CCM_BEFORE, to: NEWEST_CCM, kubernetes: NEWEST_API_SERVER },
] as const;

/** Everything that an end-to-end run starts. */
export const BINARIES = {
  ...MIGRATION,
  ...controlPlane(NEWEST_API_SERVER),
  ...awsCcm(NEWEST_CCM),
  ...awsCcm(CCM_BEFORE),
  ...awsCcm(CHAIN.ccms[0]),
  ...awsCcm(CHAIN.ccms[1]),
  ...controlPlane('1.34.10'),
  ...controlPlane('1.35.8'),
  ...controlPlane('1.36.4'),
  ...awsCcm('1.33.4'),
  ...awsCcm('1.34.4'),
  ...awsCcm('1.35.3'),
};

/** A program and the version that it reports: `kube-apiserver 1.26.15`. */
export type BinaryName = keyof typeof BINARIES;

type Named<C extends string, V extends string> = { readonly [name in `${C} ${V}`]: GoBinary };

type ControlPlane = 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler';

/** The components of one release of Kubernetes, all but kubeadm as one program. */
function kubernetes<V extends string>(version: V): Named<ControlPlane | 'kubeadm', V> {
  const kubeadm = { ...moduleOf(version), name: `kubeadm-${version}`, package: './kubeadm' };
  return { ...controlPlane(version), [`kubeadm ${version}`]: kubeadm } as Named<ControlPlane | 'kubeadm', V>;
}

function controlPlane<V extends string>(version: V): Named<ControlPlane, V> {
  const components: readonly ControlPlane[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
  return Object.fromEntries(components.map((name): [string, GoBinary] => [`${name} ${version}`, { ...moduleOf(version), startedAs: name }])) as
    Named<ControlPlane, V>;
}

function moduleOf(version: string): GoBinary {
  return { name: `kubernetes-${version}`, dir: `e2e/bin/kubernetes-${version}`, stamp: 'k8s.io/kubernetes' };
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
