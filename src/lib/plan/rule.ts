/** A rule of RBAC, as the operator's kubeconfig needs it. */
export interface OperatorRule {
  readonly apiGroup: string;
  readonly resource: string;
  /** Undefined: all of them. */
  readonly names?: readonly string[];
  readonly verbs: readonly string[];
  /** Undefined: of the whole cluster. */
  readonly namespace?: string;
}

export const READ = ['get', 'list'];

const rule = (apiGroup: string, resource: string, namespace?: string) =>
  (...more: readonly string[]): OperatorRule => ({ apiGroup, resource, verbs: [...READ, ...more], ...namespace === undefined ? {} : { namespace } });

export const nodes = rule('', 'nodes');
export const pods = rule('', 'pods');
/** Rights of an action that reads pods, and nothing else. */
export const readsPods = () => [pods()];
export const csiNodes = rule('storage.k8s.io', 'csinodes');
export const deployments = rule('apps', 'deployments', 'kube-system');
export const deploymentsIn = (namespace: string, ...verbs: readonly string[]) => rule('apps', 'deployments', namespace)(...verbs);
export const podsIn = (namespace: string, ...verbs: readonly string[]) => rule('', 'pods', namespace)(...verbs);
export const leases = (namespace: string, ...verbs: readonly string[]) => rule('coordination.k8s.io', 'leases', namespace)(...verbs);

/** Copies of objects, and the record of the Services. */
export function configMaps(...verbs: readonly string[]): OperatorRule {
  return { apiGroup: '', resource: 'configmaps', verbs: ['get', ...verbs], namespace: 'kube-system' };
}

/** `etcdctl` runs in the pod of an etcd that kubeadm sets up. */
export const EXECUTION: OperatorRule = { apiGroup: '', resource: 'pods/exec', verbs: ['create'], namespace: 'kube-system' };
