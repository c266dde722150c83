import { Component } from '../../kubernetes/component';

/** Components whose command lines a migration writes for version N+1. */
export type NodeComponent = Exclude<Component, 'cloud-controller-manager'>;

export const NODE_COMPONENTS: readonly NodeComponent[] = ['kubelet', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/**
 * What becomes of a thing that ends. `carried`: version N+1 has it in another form, or does it without. `named`: it is gone, and people have to know.
 * `refused`: nothing would start, so nothing is written.
 */
export type Becomes = 'carried' | 'named' | 'refused';

/** How it is known that a cluster has the thing. */
export type Trace =
  /** The flag is passed. */
  | { readonly kind: 'flag'; readonly flag: string }
  /** The flag is passed with one of these values. */
  | { readonly kind: 'value'; readonly flag: string; readonly values: readonly string[] }
  /** The flag, a list or a map, has this entry. */
  | { readonly kind: 'entry'; readonly flag: string; readonly entry: string }
  /** The flag is not passed. */
  | { readonly kind: 'default'; readonly flag: string }
  /** The feature gate is set. */
  | { readonly kind: 'gate'; readonly gate: string }
  /** The manifests have such an object. */
  | { readonly kind: 'object'; readonly apiVersion: string; readonly kinds: readonly string[] }
  /** Pods are scheduled by this label of nodes; or they tolerate one of these taints, and not the one that comes. */
  | { readonly kind: 'nodes'; readonly label?: string; readonly taints?: readonly string[]; readonly newTaint?: string }
  /** kubeadm made the nodes. */
  | { readonly kind: 'kubeadm' }
  /** It is found, and refused, where the files are read that say it. */
  | { readonly kind: 'read' };

/** A thing of version N that ends, or means something else, in version N+1. */
export interface Ending {
  /** First release that does not have it, or takes it for something else: a minor, or a release inside one. */
  readonly release: string;
  readonly component: NodeComponent | 'kubeadm' | 'nodes' | 'objects';
  /** As users write it: `--network-plugin`, `policy/v1beta1 PodDisruptionBudget`. */
  readonly what: string;
  readonly trace: Trace;
  readonly becomes: Becomes;
  /** Values with which it is carried, since version N+1 does the same without it. */
  readonly lossless?: readonly string[];
  /** Another flag and its value, with which version N did not read it. */
  readonly unread?: readonly [flag: string, value: string];
  /** Flag of version N+1 that takes the value. */
  readonly as?: string;
  /** Value that the flag is written with instead. */
  readonly value?: string;
  /** What ends, or what it means now. */
  readonly says: string;
  /** What to do before nodes change. */
  readonly todo: string;
  readonly source: string;
}

