import type { IServiceAccount } from 'cdk8s-plus-27';

/** Who a cloud-controller-manager is, and under which names it gets its rights. */
export interface CcmAccessOptions {
  /**
   * A ServiceAccount that exists, which is then not written. The pod asks for its token itself, whatever `automountServiceAccountToken` it says.
   * @default - one of its own, `cloud-controller-manager`
   */
  readonly serviceAccount?: IServiceAccount;
  /**
   * Name of the ServiceAccount that is written.
   * @default 'cloud-controller-manager'
   */
  readonly serviceAccountName?: string;
  /**
   * Annotations of that ServiceAccount, for example for a webhook that gives pods a cloud identity.
   * @default - none
   */
  readonly serviceAccountAnnotations?: { readonly [name: string]: string };
  /**
   * Whether ServiceAccount, roles and bindings are written.
   * @default true
   */
  readonly rbac?: boolean;
  /**
   * Name of the ClusterRole and of its binding.
   * @default 'system:cloud-controller-manager'
   */
  readonly clusterRoleName?: string;
  /**
   * Name of the RoleBinding, in kube-system, that lets it read how delegated authentication is configured.
   * @default 'cloud-controller-manager:apiserver-authentication-reader'
   */
  readonly authReaderBindingName?: string;
  /**
   * Whether each controller acts as a service account of its own.
   * @default true
   */
  readonly useServiceAccountCredentials?: boolean;
}
