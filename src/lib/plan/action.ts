import { PlannedNodeFile } from './app-files';
import { PlanStateName } from './state';

/** A file that is put on a node. */
export interface PutFile extends Pick<PlannedNodeFile, 'sha256' | 'mode' | 'owner' | 'source' | 'path'> {
  /** A password or token is in it: its text is shown nowhere, also not as a difference. */
  readonly secret?: true;
  /** What was there has its copy: a step before removed it, or kept it before another program wrote over it. */
  readonly kept?: true;
  /** Where another program writes it: sums from before. What has none of these is no file to make a copy of. */
  readonly before?: readonly string[];
}

/** Sums that a file of a node may have; `-`: absent. */
export interface AllowedFile {
  readonly path: string;
  readonly sums: readonly string[];
}

/** What a step wrote to a file: its sum, `-` for removed. */
export interface WrittenFile {
  readonly sum: string;
  readonly path: string;
  /** Where another program wrote it: sums from before. With none of these it is that program's, and was not as planned. */
  readonly before?: readonly string[];
}

/** Where a component answers on its node. */
export interface Served {
  readonly port: string;
  /** An address of the node, where it does not answer on 127.0.0.1; as a URL has it. */
  readonly host?: string;
}

/** One pod, by selectors. */
export interface PodOnNode {
  readonly namespace: string;
  readonly labels?: string;
  readonly fields: string;
}

/** An object as kubectl names it; a kind without namespace has none. */
export interface ObjectKey {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Something that a step does, as data: what carries it out parses no text. `state` names the folder of copies: the state that the step leaves. */
export type PlanChange =
  | { readonly do: 'apply-file'; readonly source: string; readonly sha256: string }
  | { readonly do: 'copy-object' | 'copy-used' | 'delete-object'; readonly state: PlanStateName } & ObjectKey
  | {
    readonly do: 'restore-object';
    readonly state: PlanStateName;
    /** On the way back of a step: the state that it brought the object to. Else the copy must be there. */
    readonly left?: PlanStateName;
    /** Where there is no copy, it stays as it is. */
    readonly ifKept?: true;
  } & ObjectKey
  | {
    readonly do: 'delete-lease';
    readonly state: PlanStateName;
    readonly namespace: string
    | undefined;
    readonly name: string;
    readonly seconds: number;
  }
  | { readonly do: 'put-files'; readonly node: string; readonly state: PlanStateName; readonly files: readonly PutFile[] }
  | { readonly do: 'remove-files'; readonly node: string; readonly state: PlanStateName; readonly paths: readonly string[] }
  | {
    readonly do: 'restore-files';
    readonly node: string;
    readonly state: PlanStateName;
    /** On the way back of a step: the state that it brought them to. Else the copies must be there. */
    readonly left?: PlanStateName;
    readonly paths: readonly string[];
  }
  | { readonly do: 'take-back'; readonly node: string; readonly state: PlanStateName; readonly files: readonly WrittenFile[] }
  | { readonly do: 'delete-ccm-on'; readonly namespace: string; readonly selector: string; readonly node: string }
  | { readonly do: 'label-node' | 'unlabel-node' | 'uncordon' | 'restart-kubelet'; readonly node: string }
  | {
    readonly do: 'drain';
    readonly node: string;
    /** Selects the pods that stay, by one label; default: none. */
    readonly kept?: string;
    /** Pods are deleted, not evicted: nobody raises what a PodDisruptionBudget allows. */
    readonly deletes?: true;
  }
  | { readonly do: 'manual'; readonly what: string }
  | { readonly do: 'upgrade-node'; readonly node: string; readonly release: string }
  | {
    readonly do: 'upgrade-kubeadm';
    readonly node: string;
    readonly state: PlanStateName;
    readonly release: string;
    /** The first control-plane node, on which kubeadm upgrades what the cluster has once. */
    readonly isFirst: boolean;
    /** What it must write. */
    readonly files: readonly PutFile[];
    /** What it writes besides, with bytes that nobody knows before: copied, whether it upgrades or not. */
    readonly besides: readonly { readonly path: string }[];
  }
  | {
    readonly do: 'make-kubeconfig';
    readonly node: string;
    readonly path: string;
    readonly user: string;
    readonly api: string;
    readonly release: string;
  }
  | { readonly do: 'remove-kubeconfig'; readonly node: string; readonly path: string }
  | { readonly do: 'upload-kubeadm'; readonly node: string; readonly source: string; readonly sha256: string }
  | { readonly do: 'remember-leader'; readonly node: string; readonly namespace: string; readonly lease: string; readonly main: string }
  | {
    readonly do: 'release-lease';
    readonly node: string;
    readonly namespace: string;
    readonly lease: string;
    readonly component: string;
    readonly flag: string;
  }
  | { readonly do: 'stop-process'; readonly node: string; readonly command: string }
  | {
    readonly do: 'unit-flags';
    readonly node: string;
    readonly state: PlanStateName;
    /** The state that the step brings the unit to. */
    readonly to: PlanStateName;
    readonly unit: string;
    readonly flags: readonly string[];
    /** The plan was in `to` before: where a copy says what the node had in it, that is put back. */
    readonly givenBack?: true;
  }
  | {
    readonly do: 'start-bootstrap-pod' | 'delete-bootstrap-pod';
    readonly namespace: string;
    /** Of the Deployment whose template it is made from. */
    readonly name: string;
    readonly pod: string;
  }
  | {
    /** Its number of replicas lies in an annotation of it in between. */
    readonly do: 'scale-back' | 'scale-to-zero';
    readonly namespace: string;
    readonly name: string;
  }
  | {
    readonly do: 'deployment-flags';
    /** All flags that it has then: where the cluster has exactly these, they are written in this order, else those that come at the end. */
    readonly inOrder: readonly string[];
  } & DeploymentChange;

/** Something that must hold, as data. */
export type PlanCheck =
  | { readonly do: 'copies-are'; readonly node: string; readonly state: PlanStateName; readonly paths: readonly string[] }
  | { readonly do: 'kubeconfig-can-be-made'; readonly node: string; readonly path: string; readonly user: string }
  | { readonly do: 'files-are'; readonly node: string; readonly files: readonly AllowedFile[] }
  | { readonly do: 'kubelet-ready' | 'node-ready'; readonly node: string }
  | { readonly do: 'runs-release'; readonly node: string; readonly component: string; readonly release: string }
  | {
    /** Where node_upgrade is left out by name, it is not asked. */
    readonly do: 'kubelet-runs-release';
    readonly node: string;
    readonly release: string;
    /** A kubelet may be older than its API server. */
    readonly orOlder?: true;
  }
  | { readonly do: 'unit-fits'; readonly node: string; readonly unit: string; readonly flags: readonly string[] }
  | { readonly do: 'unit-runs-release'; readonly node: string; readonly unit: string; readonly release: string }
  | {
    readonly do: 'healthz';
    readonly node: string;
    /** Whose address is asked, where the component has no network of its node. */
    readonly pod?: PodOnNode;
  } & Served
  | { readonly do: 'readyz'; readonly node: string } & Served
  | { readonly do: 'process-gone'; readonly node: string; readonly component: string; readonly flag: string }
  | { readonly do: 'process-runs' } & ProcessRuns
  | {
    readonly do: 'pods-of';
    readonly namespace: string;
    readonly name: string;
    /** Default: as many as the Deployment is to have. */
    readonly replicas?: number;
  }
  | {
    readonly do: 'rolled-out';
    readonly workload: string;
    readonly namespace: string;
    /** Not every cluster has it. */
    readonly ifThere?: true;
  }
  | { readonly do: 'ccm-ready-on' | 'no-ccm-on'; readonly namespace: string; readonly selector: string; readonly node: string }
  | { readonly do: 'ccm-ready' | 'no-ccm'; readonly namespace: string; readonly selector: string }
  | { readonly do: 'lease-held-by'; readonly namespace: string; readonly lease: string; readonly main: string }
  | { readonly do: 'lease-is-held' | 'lease-not-held'; readonly namespace: string; readonly lease: string; readonly seconds: number }
  | { readonly do: 'may-use-lease'; readonly namespace: string; readonly lease: string; readonly who: string }
  | { readonly do: 'provider-ids' | 'initialized' | 'csi-driver-on' | 'csi-migrated-on' | 'are-nodes'; readonly nodes: readonly string[] }
  | { readonly do: 'services-well' | 'tags-in-order' }
  | { readonly do: 'etcd-members-well' | 'etcd-room' | 'etcd-snapshot'; readonly node: string }
  | { readonly do: 'has-program'; readonly node: string; readonly path: string }
  | { readonly do: 'all-on-release'; readonly release: string }
  | { readonly do: 'keeps-name'; readonly node: string; readonly file: string }
  | { readonly do: 'host-is-named'; readonly node: string }
  | { readonly do: 'pod-has' | 'pod-lacks'; readonly node: string; readonly component: string; readonly text: string }
  | { readonly do: 'deployment-fits' } & DeploymentChange
  | { readonly do: 'deployment-runs' } & DeploymentRuns
  | { readonly do: 'exists' } & ObjectKey
  | { readonly do: 'has-copy'; readonly state: PlanStateName } & ObjectKey;

/** What becomes of the only container of a Deployment. */
export interface DeploymentChange {
  readonly namespace: string;
  readonly name: string;
  readonly oldRelease: string;
  readonly newRelease: string;
  /** `set --flag=value`, `remove --flag`. */
  readonly flags: readonly string[];
}

/** Every pod of a Deployment is of a release, and of its command line as it is now. */
export interface DeploymentRuns {
  readonly namespace: string;
  readonly name: string;
  readonly release: string;
  /** Words of its command line: `--flag=value`. */
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

/**
 * A process of a node runs with its files as they lie there now: it was started after them, and its command line says so. With where it serves its
 * metrics on the node: these tell when the process was started that answers there. Default: it is not asked.
 */
export interface ProcessRuns extends Partial<Served> {
  readonly node: string;
  readonly component: string;
  /** Files that it reads at its start. */
  readonly files: readonly string[];
  /** Flags of its command line that the change brought: `--flag=value`. */
  readonly has: readonly string[];
  /** Flags that the change took away. */
  readonly lacks: readonly string[];
}

export type PlanAction = PlanChange | PlanCheck;
