import type { IServiceAccount, k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { plus } from './cdk8s-plus';

/**
 * A reference to a ServiceAccount of ours, for what a platform composes with it.
 *
 * @throws for a static pod, which has none
 */
export function serviceAccountOf(scope: Construct, { kind, name, namespace }: k8s.Subject): IServiceAccount {
  if (kind !== 'ServiceAccount') {
    throw new Error(`'${scope.node.path}' runs as static pods, as user '${name}' of a kubeconfig; there is no ServiceAccount`);
  }
  return plus().ServiceAccount.fromServiceAccountName(scope, 'ServiceAccountReference', name, { namespaceName: namespace });
}
