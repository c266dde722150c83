import type { k8s } from 'cdk8s-plus-27';

/** What a node is for. */
export enum NodeRole {
  /** Runs the control plane as static pods. */
  CONTROL_PLANE = 'control-plane',
  /** Runs the workload. */
  WORKER = 'worker',
}

/** Which version a node runs. */
export enum NodeSide {
  /** A node of version N: kube-controller-manager with the in-tree cloud provider. */
  N = 'n',
  /** A node of version N+1: the external cloud provider. */
  N_PLUS_1 = 'n-plus-1',
}

/** A node and the files on it that concern the migration. */
export interface NodeInput {
  /** Name of the node, as Kubernetes knows it. */
  readonly name: string;
  /** What the node is for. */
  readonly role: NodeRole;
  /** Text of each file by its path on the node, like `/etc/kubernetes/kubelet.env`. */
  readonly files: { readonly [path: string]: string };
  /**
   * Paths of files of the node whose text is not handed in. `NodeFolder.read` lists
   * them.
   * @default - none
   */
  readonly unreadFiles?: string[];
  /**
   * Labels of its Node object. `NodeFolder.read` takes them from `cluster/nodes.json`.
   * @default - not known: those that kubeadm sets in the release
   */
  readonly labels?: { readonly [key: string]: string };
  /**
   * Taints of its Node object. `NodeFolder.read` takes them from `cluster/nodes.json`.
   * @default - not known: those that kubeadm sets in the release, and that its kubelet registers with
   */
  readonly taints?: k8s.Taint[];
  /**
   * `spec.providerID` of its Node object, `aws:///eu-central-1a/i-0123456789abcdef0`. `NodeFolder.read` takes it from `cluster/nodes.json`.
   * @default - not known
   */
  readonly providerId?: string;
  /**
   * Annotation `kubeadm.alpha.kubernetes.io/cri-socket` of its Node object, the socket of its container runtime. `NodeFolder.read` takes it from
   * `cluster/nodes.json`.
   * @default - not known: what flags of its kubelet say
   */
  readonly criSocket?: string;
}

/** A file that belongs on a node. */
export interface NodeFile {
  /** Role of the node. */
  readonly role: NodeRole;
  /** Side of the node. */
  readonly side: NodeSide;
  /** Name of the node. */
  readonly node: string;
  /** Absolute path on the node. */
  readonly path: string;
  /** Text of the file. */
  readonly content: string;
  /**
   * Permissions, octal.
   * @default - by path: '0600' for static pod manifests, as kubeadm writes them; else '0644'
   */
  readonly mode?: string;
  /**
   * Owner and group.
   * @default 'root:root'
   */
  readonly owner?: string;
  /**
   * SHA-256 of what the node has there today, in hex. Only of version N, where it says what phase `n` changes.
   * @default - not known: no such file was handed in
   */
  readonly inputSha256?: string;
  /**
   * Flags on the command line of this static pod that what the node has there today lacks: `--flag=value`. Only where `inputSha256` is given, and the
   * file is another: a plan into phase `n` says by them what changes, and asks the process for them.
   * @default - not known
   */
  readonly addedFlags?: string[];
  /**
   * Flags on the command line of what the node has there today that this static pod lacks.
   * @default - not known
   */
  readonly removedFlags?: string[];
}

/** Folder that the kubelet starts static pods from, unless configured otherwise. */
export const STATIC_POD_PATH = '/etc/kubernetes/manifests';

/** Stands for the name of a node in a requirement: `matchFields` and `nodeName` ask for it. */
export const NODE_NAME_FIELD = 'metadata.name';
