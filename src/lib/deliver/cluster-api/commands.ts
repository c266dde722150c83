import { ClusterApiMigration } from './migration';

/** The namespace of the Cluster as an option of kubectl, after a blank; empty: the objects have none. */
export function namespaceOption({ named: { namespace } }: ClusterApiMigration): string {
  return namespace === undefined ? '' : ` -n ${namespace}`;
}

/** Prints the machines of the cluster with a label. */
export function machines(migration: ClusterApiMigration, label: string): string {
  return `kubectl get machines${namespaceOption(migration)} -l cluster.x-k8s.io/cluster-name=${migration.cluster},${label} -o `
    + 'custom-columns=NAME:.metadata.name,VERSION:.spec.version,PHASE:.status.phase,CREATED:.metadata.creationTimestamp';
}

/** Says of each resource of the ClusterResourceSet whether it was applied. */
export function resourcesApplied(migration: ClusterApiMigration): string {
  return `kubectl get clusterresourcesetbinding ${migration.cluster}${namespaceOption(migration)} -o `
    + "jsonpath='{.spec.bindings[*].resources[*].applied}'";
}
