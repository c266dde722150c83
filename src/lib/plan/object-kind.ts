import { ObjectReference } from '../migration/to-delete';

/** The kind of an object as kubectl takes it: `role.rbac.authorization.k8s.io`. */
export function kindOf({ apiVersion, kind }: Pick<ObjectReference, 'apiVersion' | 'kind'>): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  return group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
