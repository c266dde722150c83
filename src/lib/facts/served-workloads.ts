import { SERVED_TO } from './endings/served-apis';

/** Where an API version of a kind that makes pods was served. */
export interface ServedWorkload {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** First minor that no longer serves it; none: it is served. */
  readonly removedIn?: string;
  readonly source: string;
}

const GUIDE = 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/';

/** API versions of the groups `apps`, `batch` and `extensions`, and of those that grant access; a version that is not here was never served. */
export const SERVED_WORKLOADS: readonly ServedWorkload[] = [
  {
    apiVersion: 'apps/v1',
    kinds: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    source: 'k8s.io/kubernetes@v1.20.15 and v1.37.1 pkg/registry/apps/rest/storage_apps.go',
  },
  { apiVersion: 'apps/v1beta2', kinds: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'], removedIn: '1.16', source: `${GUIDE}#v1-16` },
  { apiVersion: 'apps/v1beta1', kinds: ['Deployment', 'StatefulSet'], removedIn: '1.16', source: `${GUIDE}#v1-16` },
  { apiVersion: 'extensions/v1beta1', kinds: ['DaemonSet', 'Deployment', 'ReplicaSet'], removedIn: '1.16', source: `${GUIDE}#v1-16` },
];

/** Minors from which on a version of the access rules is gone, by its name: of the table of all APIs that end. */
export const REMOVED_RBAC: Readonly<Record<string, { readonly removedIn: number; readonly source: string }>> = Object.fromEntries(
  SERVED_TO.filter(({ apiVersion }) => apiVersion.startsWith('rbac.authorization.k8s.io/'))
    .map(({ apiVersion, release, source }) => [apiVersion, { removedIn: Number(release.split('.')[1]), source }]),
);
