import { Manifest } from '../../kubernetes/manifest';

const NAME = 'ccm-migration-gate';

/**
 * Prints the holder, and ends with an error where there is none: `kubectl wait` would take a released Lease, whose holder is the empty text, for
 * held.
 */
const HOLDER_TEMPLATE = '{{ if not .spec.holderIdentity }}{{ template "no holder" }}{{ end }}{{ .spec.holderIdentity }}';

/** A Lease by name. */
export interface LeaseReference {
  readonly name: string;
  readonly namespace: string;
}

/**
 * A Job that ends when the migration Lease has a holder, with what it needs to look at it. Argo CD has no health of a Lease that it does not manage,
 * and must not manage this one: a Lease that comes from a repository would lose its holder.
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
      rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: [lease.name], verbs: ['get'] }],
    },
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata, roleRef, subjects: [{ kind: 'ServiceAccount', ...metadata }] },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { ...metadata, annotations },
      spec: {
        // Tried again until the nodes have been changed, however long that takes: at first after seconds, later every five minutes.
        backoffLimit: 1000,
        template: {
          spec: {
            containers: [{
              args: ['get', `--namespace=${lease.namespace}`, `lease/${lease.name}`, `--output=go-template=${HOLDER_TEMPLATE}`],
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
