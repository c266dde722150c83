import { LEAST_CPU, LEAST_MEMORY } from '../image-programs';

/** Limits under which a container does not start, or does not go on. */
export const CONTAINER_LIMITS = {
  memory: { ...LEAST_MEMORY, what: 'memory is %, and it takes more than that', fix: 'Give it 128Mi or more. In quantities m is a thousandth.' },
  cpu: { toStart: 0, toGoOn: LEAST_CPU, what: 'processor time is %, and less than 10m is not measured', fix: 'Give it 100m or more.' },
};

/**
 * What a container may ask for on any node of a control plane: kubeadm wants two processors and 1700 MB of each, k8s.io/kubernetes@v1.26.15
 * cmd/kubeadm/app/constants/constants.go ControlPlaneNumCPU, ControlPlaneMem.
 */
export const SURE_ROOM = { memory: '1Gi', cpu: 1 };

export const NEVER_DECIDING = ['name', 'namespace', 'imagePullSecrets', 'terminationGracePeriodSeconds', 'ephemeral-storage', 'runAsGroup', 'fsGroup',
  'fsGroupChangePolicy', 'supplementalGroups', 'allowPrivilegeEscalation', 'readOnlyRootFilesystem', 'drop'];

/** Fields of which those within them are in the table. */
export const PARTED_FIELDS = /^(?:metadata|spec|template|(?:initC|c)ontainers|securityContext|capabilities|resources|limits|requests)$/;

/** Keys of labels and annotations at which something is refused. */
export const REFUSED_METADATA = /^pod-security\.kubernetes\.io\//;

/** Fields that say what runs, of a container, a pod or a kubelet: its program, with which arguments, settings and files. */
export const WHAT_RUNS = ['command', 'args', 'image', 'env', 'envFrom', 'volumes', 'volumeMounts', 'staticPodPath', 'staticPodURL', 'featureGates',
  'providerID'];
/** What holds such fields. */
export const WITH_WHAT_RUNS = ['', 'spec', 'initContainers', 'containers'];
