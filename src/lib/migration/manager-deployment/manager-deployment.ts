import { checkNames } from '../../options/check-names';
import { got } from '../../text/got';

/** Options of `ManagerDeployment.ofManagementCluster`. */
export interface HostedManagerOptions {
  /**
   * Name of the Secret with the kubeconfig of the cloud-controller-manager for the cluster that it serves. You make it, in the namespace of the
   * Deployment: the library writes no credentials.
   * @default 'cloud-controller-manager-kubeconfig'
   */
  readonly kubeconfigSecret?: string;
  /**
   * Key of the kubeconfig in the Secret.
   * @default 'kubeconfig'
   */
  readonly kubeconfigKey?: string;
  /**
   * User that the kubeconfig is in the cluster that is served: the common name of its certificate. It is bound to the roles.
   * @default 'system:cloud-controller-manager'
   */
  readonly user?: string;
}

/** Where the cloud-controller-manager of a management cluster has its kubeconfig, and who it is. */
export interface HostedManager {
  readonly secret: string;
  readonly key: string;
  readonly user: string;
}

/** Name of a Secret, and a key of one. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,250}[a-z0-9])?$/;
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;
const USER = /^[A-Za-z0-9][A-Za-z0-9.:@/_-]*$/;

/**
 * The Deployment that runs kube-controller-manager, where no node does: in the cluster that it serves, or in a management cluster.
 *
 * From phase `n` on it is written with the objects of the phase. It changes twice, once to share its controllers and once to version N+1, and each
 * time its pods are replaced by a rolling update, with those of both sides.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 * @example
 * const migration = new Migration({
 *   clusterId: 'prod-eu',
 *   toVersion: KubernetesVersion.of('1.27.16'),
 *   managerDeployment: ManagerDeployment.ofManagementCluster(NodeFolder.readFiles('input')['kube-controller-manager.yaml']),
 *   ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }),
 * });
 */
export class ManagerDeployment {
  /**
   * It runs in the cluster that it serves.
   *
   * @param manifest YAML of the Deployment as it is at version N
   */
  public static ofCluster(manifest: string): ManagerDeployment {
    return new ManagerDeployment(manifest, undefined);
  }

  /**
   * It runs in another cluster, with a kubeconfig for the one that it serves. So does the cloud-controller-manager, beside it.
   *
   * @param manifest YAML of the Deployment as it is at version N
   * @param options kubeconfig of the cloud-controller-manager
   */
  public static ofManagementCluster(manifest: string, options: HostedManagerOptions = {}): ManagerDeployment {
    checkNames('HostedManagerOptions', options);
    const {
      kubeconfigSecret: secret = 'cloud-controller-manager-kubeconfig', kubeconfigKey: key = 'kubeconfig', user = 'system:cloud-controller-manager',
    } = options ?? {}; // null of plain JavaScript
    for (const [name, value, pattern, example] of [
      ['kubeconfigSecret', secret, NAME, 'cloud-controller-manager-kubeconfig'], ['kubeconfigKey', key, KEY, 'kubeconfig'],
      ['user', user, USER, 'system:cloud-controller-manager'],
    ] as const) {
      if (typeof value === 'string' && pattern.test(value)) continue;
      throw new Error(`${name} of ManagerDeployment.ofManagementCluster() must be a name, got ${got(value)}; give one like '${example}'`);
    }
    return new ManagerDeployment(manifest, { secret, key, user });
  }

  /** @internal */
  public readonly _manifest: string;
  /** @internal undefined: it runs in the cluster that it serves */
  public readonly _hosted?: HostedManager;

  private constructor(manifest: string, hosted: HostedManager | undefined) {
    if (typeof manifest !== 'string' || manifest.trim() === '') {
      throw new Error(`the manifest of ManagerDeployment must be the YAML of a Deployment, got ${got(manifest)}; give its text, as `
        + '\'kubectl get deployment kube-controller-manager -o yaml\' prints it');
    }
    this._manifest = manifest;
    this._hosted = hosted;
  }
}
