import { PlanAction } from '../action';

/** What the tasks of a command are called in the output of a run. */
const NAMES: Readonly<Record<PlanAction['do'], string>> = {
  'all-on-release': 'Every control-plane node runs the release',
  'apply-file': 'Apply',
  'are-nodes': 'The nodes keep their names',
  'ccm-ready': 'A cloud-controller-manager is ready',
  'ccm-ready-on': 'The cloud-controller-manager of the node is ready',
  'copies-are': 'There are copies of the files',
  'copy-object': 'Keep a copy',
  'copy-used': 'Note that the copy is of the time before',
  'csi-driver-on': 'The EBS CSI driver runs',
  'csi-migrated-on': 'Volumes are served by CSI',
  'delete-bootstrap-pod': 'Delete the pod that made the others',
  'delete-ccm-on': 'Delete the cloud-controller-manager of the node',
  'delete-lease': 'Delete the Lease',
  'delete-object': 'Delete',
  'deployment-fits': 'The flags of the Deployment can be changed',
  'deployment-flags': 'Change the flags of the Deployment',
  'deployment-runs': 'The Deployment runs the release',
  'drain': 'Drain',
  'etcd-members-well': 'Every member of etcd is well',
  'etcd-room': 'There is room for a snapshot of etcd',
  'etcd-snapshot': 'Take a snapshot of etcd',
  'exists': 'The object is there',
  'files-are': 'Files are as the plan knows them',
  'has-copy': 'There is a copy of what the object was',
  'has-program': 'The program is installed',
  'healthz': 'The component is healthy',
  'host-is-named': 'The host is called as its node is',
  'initialized': 'Every node is initialized',
  'keeps-name': 'The kubelet keeps the name of its node',
  'kubeconfig-can-be-made': 'The kubeconfig can be made',
  'kubelet-ready': 'The kubelet keeps its node Ready since its start',
  'kubelet-runs-release': 'The kubelet runs the release',
  'label-node': 'Label',
  'lease-held-by': 'One process holds both Leases',
  'lease-is-held': 'The Lease is renewed',
  'lease-not-held': 'The Lease is not renewed',
  'make-kubeconfig': 'Make the kubeconfig',
  'manual': 'By hand',
  'may-use-lease': 'The Lease may be used',
  'no-ccm': 'No cloud-controller-manager is left',
  'no-ccm-on': 'No cloud-controller-manager is left on the node',
  'node-ready': 'The node is Ready',
  'pod-has': 'The static pod has the flag',
  'pod-lacks': 'The static pod lacks the flag',
  'pods-of': 'The pods of the Deployment are there, or gone',
  'process-gone': 'No such process is left',
  'process-runs': 'The process runs with its files',
  'provider-ids': 'Every node has its provider ID',
  'put-files': 'Put files',
  'readyz': 'The API server is ready',
  'release-lease': 'Release the Lease',
  'remember-leader': 'Remember who leads',
  'remove-files': 'Remove files',
  'remove-kubeconfig': 'Remove the kubeconfig',
  'restart-kubelet': 'Restart the kubelet',
  'restore-files': 'Give files back',
  'restore-object': 'Give the object back',
  'rolled-out': 'The workload is rolled out',
  'runs-release': 'The static pod runs the release',
  'scale-back': 'Scale the Deployment back',
  'scale-to-zero': 'Scale the Deployment to 0',
  'services-well': 'No Service failed',
  'start-bootstrap-pod': 'Start a pod that makes the others',
  'stop-process': 'Run on the node',
  'tags-in-order': 'The cluster tags are in order',
  'take-back': 'Take files back',
  'uncordon': 'Uncordon',
  'unit-fits': 'The flags of the unit can be changed',
  'unit-flags': 'Change the flags of the unit',
  'unit-runs-release': 'The unit runs the release',
  'unlabel-node': 'Remove the label',
  'upgrade-kubeadm': 'Upgrade by kubeadm',
  'upgrade-node': 'Bring the programs to the release',
  'upload-kubeadm': 'Upload the configuration of kubeadm',
};

export function nameOf(action: PlanAction): string {
  return NAMES[action.do];
}

/** Run on the node itself, everything else on the machine that Ansible runs on. */
const ON_NODE: ReadonlySet<PlanAction['do']> = new Set([
  'copies-are', 'files-are', 'has-program', 'healthz', 'host-is-named', 'keeps-name', 'kubeconfig-can-be-made', 'kubelet-ready',
  'kubelet-runs-release', 'make-kubeconfig', 'process-gone', 'process-runs', 'put-files', 'readyz', 'release-lease', 'remove-files',
  'remove-kubeconfig', 'restart-kubelet', 'restore-files', 'stop-process', 'take-back', 'unit-fits', 'unit-flags', 'unit-runs-release',
  'upload-kubeadm', 'drain', 'upgrade-kubeadm', 'upgrade-node', 'etcd-room', 'etcd-snapshot',
] as const);

/** The node that a command runs on. */
export function hostOf(action: PlanAction): string | undefined {
  return ON_NODE.has(action.do) && 'node' in action ? action.node : undefined;
}

/** What can be asked before anything changed. */
const ANY_TIME: ReadonlySet<PlanAction['do']> = new Set([
  'are-nodes', 'copies-are', 'csi-driver-on', 'csi-migrated-on', 'deployment-fits', 'etcd-room', 'has-copy', 'has-program', 'host-is-named',
  'kubeconfig-can-be-made', 'services-well', 'tags-in-order', 'unit-fits',
] as const);

export function canBeAskedBefore(action: PlanAction): boolean {
  return ANY_TIME.has(action.do);
}
