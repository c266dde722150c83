import { Manifest } from '../../manifest';

const NAME = 'ccm-migration-gate';

/** A Lease by name. */
export interface LeaseReference {
  readonly name: string;
  readonly namespace: string;
}

/**
 * A Job that ends when the migration Lease has a holder, with what it needs to look at it. Argo CD has no health of a Lease that it does not manage, and
 * must not manage this one: a Lease that comes from a repository would lose its holder.
 */
export function leaseGate(lease: LeaseReference, image: string, annotations: Readonly<Record<string, string>>): Manifest[] {
  const metadata = { name: NAME, namespace: lease.namespace };
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME };
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      // `kubectl wait` lists and watches by name, which a rule with a name allows.
      rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [lease.name], verbs: ['get', 'list', 'watch'] }],
    },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata, roleRef, subjects: [{ kind: 'ServiceAccount', ...metadata }] },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { ...metadata, annotations },
      spec: {
        // A Lease that does not exist yet ends `kubectl wait` at once: tried again until the nodes have been changed, however long that takes.
        backoffLimit: 1000,
        template: {
          spec: {
            containers: [{
              args: ['wait', `--namespace=${lease.namespace}`, `lease/${lease.name}`, '--for=jsonpath={.spec.holderIdentity}', '--timeout=10m'],
              image,
              name: 'wait',
            }],
            restartPolicy: 'OnFailure',
            serviceAccountName: NAME,
          },
        },
      },
    },
  ];
}
