import type { k8s } from 'cdk8s-plus-27';
import { checkNames } from '../options/check-names';

/** Options of a cloud-controller-manager that runs as a DaemonSet. */
export interface CcmDaemonSetOptions {
  /**
   * How a changed DaemonSet replaces its pods.
   * @default - the API server's: one pod after the other
   */
  readonly updateStrategy?: k8s.DaemonSetUpdateStrategy;
  /**
   * Seconds that a new pod must be ready before it counts as available.
   * @default 0
   */
  readonly minReadySeconds?: number;
}

/** Options of a cloud-controller-manager that runs as a Deployment. */
export interface CcmDeploymentOptions {
  /**
   * Number of replicas.
   * @default 2
   */
  readonly replicas?: number;
  /**
   * How a changed Deployment replaces its pods. Two pods on one host network cannot both listen on the secure port, so no surge by default.
   * @default - rolling update with `maxSurge: 0` and `maxUnavailable: 1`
   */
  readonly strategy?: k8s.DeploymentStrategy;
  /**
   * Seconds that a new pod must be ready before it counts as available.
   * @default 0
   */
  readonly minReadySeconds?: number;
  /**
   * Node labels over whose values the pods are spread, where that is possible.
   * @default - `topology.kubernetes.io/zone`; none with `recommendedDefaults: false`
   */
  readonly topologySpreadKeys?: string[];
}

/** Kubeconfig of a static pod. */
export interface StaticPodKubeconfig {
  /** On the node. */
  readonly path: string;
  /** Else it is there already. */
  readonly isMadeByPlan: boolean;
}

const STATIC_POD_KUBECONFIG = '/etc/kubernetes/cloud-controller-manager.conf';

/** What a workload can be; decides which of the options exist. */
export type CcmWorkloadKind = 'daemon-set' | 'deployment' | 'static-pod';

/**
 * Form in which a cloud-controller-manager runs (phases `mixed`, `n-plus-1` and `disabled`).
 *
 * @example
 * const ccm = AwsCcm.of({ run: { workload: CcmWorkload.deployment({ replicas: 3 }) } });
 */
export class CcmWorkload {
  /**
   * One pod on each node of the placement.
   *
   * @param options how it is rolled
   */
  public static daemonSet(options?: CcmDaemonSetOptions): CcmWorkload {
    checkNames('CcmDaemonSetOptions', options);
    return new CcmWorkload('daemon-set', options ?? {});
  }

  /**
   * A number of replicas spread over the nodes of the placement.
   *
   * @param options how many, and how they are rolled and spread
   */
  public static deployment(options?: CcmDeploymentOptions): CcmWorkload {
    checkNames('CcmDeploymentOptions', options);
    return new CcmWorkload('deployment', {}, options ?? {});
  }

  /**
   * A static pod manifest on each node of version N+1, started by its kubelet. It has no service account: you put a kubeconfig on each node before.
   *
   * @param kubeconfig path of the kubeconfig on the node; default `/etc/kubernetes/cloud-controller-manager.conf`
   */
  public static staticPod(kubeconfig?: string): CcmWorkload {
    return new CcmWorkload('static-pod', {}, {}, { path: kubeconfig ?? STATIC_POD_KUBECONFIG, isMadeByPlan: false });
  }

  /**
   * The same on nodes of kubeadm. Each node gets its kubeconfig by a step of the plan: kubeadm signs a client certificate for the user
   * `system:cloud-controller-manager`, which has the rights of the ClusterRole and no others. It lasts a year; `kubeadm certs renew` does not know
   * it.
   *
   * @param kubeconfig path of the kubeconfig on the node; default `/etc/kubernetes/cloud-controller-manager.conf`
   */
  public static staticPodOfKubeadm(kubeconfig?: string): CcmWorkload {
    return new CcmWorkload('static-pod', {}, {}, { path: kubeconfig ?? STATIC_POD_KUBECONFIG, isMadeByPlan: true });
  }

  /** @internal */
  public readonly _kind: CcmWorkloadKind;
  /** @internal */
  public readonly _daemonSet: CcmDaemonSetOptions;
  /** @internal */
  public readonly _deployment: CcmDeploymentOptions;
  /** @internal kubeconfig on the node; undefined unless it is a static pod */
  public readonly _kubeconfig?: StaticPodKubeconfig;

  private constructor(
    kind: CcmWorkloadKind, daemonSet: CcmDaemonSetOptions, deployment: CcmDeploymentOptions = {}, kubeconfig?: StaticPodKubeconfig,
  ) {
    this._kind = kind;
    this._daemonSet = daemonSet;
    this._deployment = deployment;
    this._kubeconfig = kubeconfig;
  }

  /** @internal */
  public get _isStaticPod(): boolean {
    return this._kind === 'static-pod';
  }
}
