import { lazy } from './lazy';

/** Kinds that a reader takes, or looks through as a whole: what an object of one does is part of the proof, or said to be unread by itself. */
interface ReadKinds {
  readonly groups: readonly string[];
  /** @default - all of these groups */
  readonly kinds?: readonly string[];
  /** The files that read them. */
  readonly by: readonly string[];
}

const OBJECTS = 'src/lib/read/coverage/objects.ts';

/** Those of installers and of what delivers charts are in `renderers.ts`. */
export const READ_KINDS: readonly ReadKinds[] = [
  { groups: [''], kinds: ['Pod', 'ReplicationController'], by: ['src/lib/read/workloads/workload-reader.ts'] },
  { groups: [''], kinds: ['ConfigMap', 'Secret'], by: ['src/lib/read/component/stored-values.ts', OBJECTS] },
  {
    groups: ['apps', 'extensions'],
    kinds: ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
    by: ['src/lib/read/workloads/workload-reader.ts'],
  },
  { groups: ['batch'], kinds: ['CronJob', 'Job'], by: ['src/lib/read/workloads/workload-reader.ts', OBJECTS] },
  { groups: ['kustomize.config.k8s.io'], kinds: ['Component', 'Kustomization'], by: ['src/lib/read/cluster/cluster-files.ts', OBJECTS] },
  { groups: ['addons.cluster.x-k8s.io'], kinds: ['ClusterResourceSet', 'ClusterResourceSetBinding'], by: ['src/lib/read/sources/cluster-api.ts'] },
  {
    groups: ['cluster.x-k8s.io'],
    kinds: ['Cluster', 'Machine', 'MachineDeployment', 'MachineDrainRule', 'MachineHealthCheck', 'MachinePool', 'MachineSet'],
    by: ['src/lib/read/sources/cluster-api.ts', 'src/lib/read/rollouts/cluster-api.ts'],
  },
  { groups: ['bootstrap.cluster.x-k8s.io'], kinds: ['KubeadmConfig', 'KubeadmConfigTemplate'], by: ['src/lib/read/sources/cluster-api.ts'] },
  { groups: ['controlplane.cluster.x-k8s.io'], kinds: ['KubeadmControlPlane'], by: ['src/lib/read/sources/cluster-api.ts'] },
  // Machines and networks of clouds; their user data is read by itself.
  {
    groups: ['infrastructure.cluster.x-k8s.io', 'ipam.cluster.x-k8s.io', 'runtime.cluster.x-k8s.io'],
    by: ['src/lib/read/rollouts/cluster-api.ts', OBJECTS],
  },
  { groups: ['cluster.k8s.io'], kinds: ['Machine', 'MachineDeployment', 'MachineSet'], by: ['src/lib/read/coverage/installer-files.ts', OBJECTS] },
  { groups: ['kops.k8s.io'], kinds: ['InstanceGroup', 'Keyset', 'SSHCredential'], by: ['src/lib/read/rollouts/kops.ts'] },
  // Nodes that are made as they are needed: workers, whose user data is looked through.
  {
    groups: ['karpenter.sh', 'karpenter.k8s.aws', 'karpenter.azure.com', 'eks.amazonaws.com'],
    kinds: ['AKSNodeClass', 'AWSNodeTemplate', 'EC2NodeClass', 'Machine', 'NodeClaim', 'NodeClass', 'NodeOverlay', 'NodePool', 'Provisioner'],
    by: ['src/lib/read/rollouts/karpenter.ts', OBJECTS],
  },
  {
    groups: ['kyverno.io', 'policies.kyverno.io'],
    kinds: ['CleanupPolicy', 'ClusterCleanupPolicy', 'ClusterPolicy', 'DeletingPolicy', 'GeneratingPolicy', 'ImageValidatingPolicy', 'MutatingPolicy',
      'NamespacedDeletingPolicy', 'NamespacedGeneratingPolicy', 'NamespacedImageValidatingPolicy', 'NamespacedMutatingPolicy',
      'NamespacedValidatingPolicy', 'Policy', 'ValidatingPolicy'],
    by: ['src/lib/read/interference/mutation.ts', 'src/lib/read/interference/validation.ts'],
  },
  { groups: ['policy.karmada.io'], kinds: ['ClusterOverridePolicy', 'OverridePolicy'], by: ['src/lib/read/interference/manifest-patches.ts'] },
  { groups: ['mutations.gatekeeper.sh'], by: ['src/lib/read/interference/mutation.ts'] },
  // Charts and manifests by what they name: `coverage/renderers.ts`.
  { groups: ['config.projectsveltos.io'], kinds: ['ClusterProfile', 'Profile'], by: ['src/lib/read/coverage/renderers.ts'] },
  // Pods of containers that they list, in the form of a workload's: `coverage/containers.ts` looks at each.
  { groups: ['argoproj.io'], kinds: ['Rollout'], by: ['src/lib/read/coverage/containers.ts'] },
  {
    groups: ['apps.kruise.io'],
    kinds: ['AdvancedCronJob', 'BroadcastJob', 'CloneSet', 'DaemonSet', 'StatefulSet'],
    by: ['src/lib/read/coverage/containers.ts'],
  },
];

const byGroup = lazy(() => {
  const made = new Map<string, ReadKinds[]>();
  for (const row of READ_KINDS) for (const group of row.groups) made.set(group, [...made.get(group) ?? [], row]);
  return made;
});

/** Whether a reader takes the objects of a kind. */
export function isReadKind(group: string, kind: string): boolean {
  return byGroup().get(group)?.some(({ kinds }) => kinds?.includes(kind) ?? true) === true;
}
