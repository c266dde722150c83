
/** What has to be written so that controller managers run and work: by themselves, by kubelets and by the scheduler. */
export interface Written {
  readonly group: string;
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  /** Where it is: with the locks, with the pods of a cloud-controller-manager, in any namespace, or in none. */
  readonly where: 'locks' | 'pods' | 'anywhere' | 'cluster';
}

export const WRITTEN: readonly Written[] = [
  { group: 'coordination.k8s.io', resources: ['leases'], operations: ['CREATE', 'UPDATE'], where: 'locks' },
  { group: '', resources: ['nodes', 'nodes/status'], operations: ['CREATE', 'UPDATE', 'DELETE'], where: 'cluster' },
  // The status is what a cloud-controller-manager patches: finalizers, too.
  { group: '', resources: ['services/status'], operations: ['UPDATE'], where: 'anywhere' },
  // A kubelet asks for the token of each pod, the scheduler binds it, and the kubelet says how it is.
  { group: '', resources: ['serviceaccounts/token', 'pods/binding'], operations: ['CREATE'], where: 'pods' },
  { group: '', resources: ['pods/status'], operations: ['UPDATE'], where: 'pods' },
];

/** What controller managers ask for, and cannot do without. */
export const ASKED_RESOURCES = ['leases', 'nodes', 'nodes/status', 'serviceaccounts', 'serviceaccounts/token', 'services', 'services/status'];

export const ASKED_GROUPS = ['', 'coordination.k8s.io'];

/** Flags and variables by which programs are told the name of their lock, and its namespace. */
export const LOCK_SETTING = /^(?!.*namespace)(?=.*(leader|election|lease|lock)).*(name|id|key|lock|lease|election)$/i;

export const LOCK_SPACE = /^(?=.*(leader|election|lease|lock)).*namespace$/i;

/** What kubeadm and others call the users and the kubeconfigs of other components, whose rights are for other work. */
export const OTHER_USER = /^(?:system:(?:kube-scheduler|kube-proxy|anonymous|bootstrap:.*|node:.*)|kube-scheduler|kube-proxy|kubelet)$/;

export const OTHER_FILE = /^(?!.*controller-manager).*(?:scheduler|kubelet|kube-proxy)/;

/** What locks are kept in: their group and resource, as `--etcd-servers-overrides` names them. */
export const LOCK_RESOURCES = ['coordination.k8s.io/leases', '/endpoints', '/configmaps'];

export const STORE_FLAGS = ['etcd-servers', 'etcd-prefix', 'etcd-servers-overrides'];
