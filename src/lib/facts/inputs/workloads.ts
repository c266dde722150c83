const JOB_LABELS = ['controller-uid', 'job-name', 'batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'];

/**
 * What the controllers of workloads make on the way to the pods, and the labels that they add: k8s.io/api/apps/v1/types.go, batch/v1/types.go. The
 * values are hashes.
 */
export const MADE_OF_WORKLOADS: Readonly<Record<
  string, { readonly between?: readonly [group: string, kind: string]; readonly labels: readonly string[] } | undefined
>> = {
  'apps/Deployment': { between: ['apps', 'ReplicaSet'], labels: ['pod-template-hash'] },
  'apps/ReplicaSet': { labels: [] },
  'apps/DaemonSet': { between: ['apps', 'ControllerRevision'], labels: ['controller-revision-hash', 'pod-template-generation'] },
  'apps/StatefulSet': {
    between: ['apps', 'ControllerRevision'],
    labels: ['controller-revision-hash', 'statefulset.kubernetes.io/pod-name', 'apps.kubernetes.io/pod-index'],
  },
  'batch/Job': { labels: JOB_LABELS },
  'batch/CronJob': { between: ['batch', 'Job'], labels: JOB_LABELS },
};

/** Fields of volumes, of parts of projected ones, and of variables. */
export const REFERRING_FIELDS = Object.entries({
  configMap: 'ConfigMap',
  configMapRef: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  secret: 'Secret',
  secretRef: 'Secret',
  secretKeyRef: 'Secret',
  persistentVolumeClaim: 'PersistentVolumeClaim',
} as const);

/** Fields of which each pod has another value. */
export const OF_EACH_POD = [
  'metadata.name', 'metadata.uid', 'spec.nodeName', 'status.hostIP', 'status.hostIPs', 'status.podIP', 'status.podIPs',
];

/** Variables that the kubelet adds for each Service. */
export const VARIABLES_OF_SERVICES = /_SERVICE_(HOST|PORT)(_|$)|_PORT(_\d|$)/;

/** Where the pod is in each kind that makes pods, by API group; that others were not read, `coverage` says. */
export const POD_TEMPLATES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['apps/DaemonSet', ['spec', 'template']],
  ['apps/Deployment', ['spec', 'template']],
  ['apps/StatefulSet', ['spec', 'template']],
  ['apps/ReplicaSet', ['spec', 'template']],
  ['batch/CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['batch/Job', ['spec', 'template']],
  ['/Pod', []],
  ['/ReplicationController', ['spec', 'template']],
]);

/** Types of a hostPath that is a file, and of one that is a folder. */
export const FILE_TYPES = ['File', 'FileOrCreate', 'Socket', 'CharDevice', 'BlockDevice'];

export const FOLDER_TYPES = ['Directory', 'DirectoryOrCreate'];

/** What a kubelet does not admit a static pod with, on nodes that kubeadm takes: of workloads the scheduler looks for a node. */
export const MOST_REQUESTS = { cpu: '2', memory: '4Gi' };

/** What a quota counts of pods: k8s.io/kubernetes@v1.26.15 pkg/quota/v1/evaluator/core/pods.go. Storage is counted of claims. */
export const QUOTAS_OF_PODS = /^(?:pods|count\/pods|cpu|memory|ephemeral-storage|hugepages-.*|limits\..*|requests\.(?!storage$).*)$/;
