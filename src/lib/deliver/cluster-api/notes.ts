import { namespaceOption } from './commands';
import { fixesImages } from './machine-images';
import { ClusterApiMigration } from './migration';
import { poolNotes } from './pool-notes';
import { CLUSTER_LABEL, resourceSetName } from './resource-set';
import { PHASE_VARIABLE } from './topology/edits';
import { ClusterTopology, items, kindOf, nameOf } from '../../installers/cluster-api/documents';
import { CLUSTER_CONFIGURATION } from '../../installers/cluster-api/reading';
import { textAt } from '../../installers/kubeadm/generated-node';
import { endingLine, EndingRow } from '../../migration/endings';
import { MigrationPhase } from '../../migration/migration-phase';
import { BundleFile } from '../bundle-file';
import { installerFileHasSecret } from '../installer-secrets';

/** What an operator must know who applies a phase: order, what rolls, what can be turned back and what cannot. */
export function clusterApiNotes(migration: ClusterApiMigration, phase: MigrationPhase): string[] {
  const { documents: { topology }, endings } = migration;
  const way = topology ? topologyNotes(topology, phase, endings) : [...orderOf(migration), ...rollOf(migration, phase)];
  return [...way, ...goneOf(migration, phase), ...inputOf(migration), ...secretsIn(migration.files(phase))];
}

function orderOf(migration: ClusterApiMigration): string[] {
  const { documents, named: cluster } = migration;
  return [
    'order: first the ClusterResourceSet with its ConfigMaps and the Cluster, and wait until ClusterResourceSetBinding '
      + `'${cluster.name}' shows every resource as applied; then the KubeadmControlPlane, and wait until it has rolled; then the workers`,
    ...documents.cluster ? [] : ['the Cluster was not handed in: label it yourself: `kubectl label cluster '
      + `${cluster.name}${namespaceOption(migration)} ${CLUSTER_LABEL}=${cluster.name}\``],
    `ClusterResourceSet '${resourceSetName(cluster)}' has strategy Reconcile: with ApplyOnce what later phases change would never arrive, and `
      + 'strategy cannot be changed afterwards',
  ];
}

function rollOf({ documents, endings, migration: { fromVersion, toVersion } }: ClusterApiMigration, phase: MigrationPhase): string[] {
  const controlPlane = `KubeadmControlPlane '${nameOf(documents.controlPlane)}'`;
  const status = 'status.updatedReplicas = status.replicas = spec.replicas, and no Machine of the old template is left';
  switch (phase) {
    case MigrationPhase.N: return [
      `what rolls: every control-plane machine, one after the other (still ${fromVersion}); no worker`,
      `phase 'n' must be rolled out completely before 'mixed' is applied: ${status}. A machine without Leader Migration beside one of version N+1 `
        + 'would run the controllers a second time',
      'back: apply the objects as they were before; the control plane rolls once more',
    ];
    case MigrationPhase.MIXED: return [
      ...endings.map(endingLine),
      `what rolls: every control-plane machine, to ${toVersion}; no worker. ${controlPlane} has one spec, so applying this phase is the roll from `
        + '\'n\' to \'n-plus-1\', and phase \'mixed\' lasts '
        + 'as long as that roll does: machines of both versions run side by side, and every such mix was checked',
      'the first new machine becomes ready only when the cloud-controller-manager has given its node a provider ID: what the ClusterResourceSet '
        + 'applies must be there before',
      `it is finished when ${status}; only then continue with 'n-plus-1'`,
      'back: apply phase \'n\' again and the control plane rolls back; etcd and the API server then run the older release on data that the newer '
        + 'one wrote, which Kubernetes does not '
        + 'support across minors: take an etcd snapshot before this phase',
    ];
    case MigrationPhase.N_PLUS_1: return [
      'the KubeadmControlPlane is the same as in \'mixed\', byte for byte: nothing of the control plane rolls. What rolls: every worker machine of '
        + `the MachineDeployments and MachinePools, to ${toVersion}`,
      'workers come last: a kubelet must not be newer than an API server. Applied before the control plane has rolled, new workers cannot join',
      'a KubeadmConfigTemplate is applied before its MachineDeployment: the version starts the roll, and each machine is made from what the template '
        + 'says at that moment',
      ...poolNotes(documents),
      'pods are moved by the roll. Nodes are replaced, so nothing on their disks stays',
      `back: apply the workers of phase 'mixed' again in the same order, and wait until they are ${fromVersion} again, before the control plane goes `
        + 'back',
    ];
    case MigrationPhase.DISABLED: return [
      'what rolls: no machine. The pods of the cloud-controller-manager are replaced, now without Leader Migration and on every control-plane node',
      'back: apply \'n-plus-1\' first, so that Leader Migration is on again, before any machine of version N comes back',
    ];
  }
}

/** What an operator must know of a Cluster with a topology, whichever way its phase is applied. The order is in the plan. */
function topologyNotes({ cluster, clusterClass }: ClusterTopology, phase: MigrationPhase, endings: readonly EndingRow[]): string[] {
  const ofClass = `ClusterClass '${nameOf(clusterClass)}'`;
  return [
    'order: PLAN.md has it, with what each change rolls and the way back',
    `${ofClass} is the same in every phase and for every cluster of it: its variable '${PHASE_VARIABLE}' is 'not-started' by default, which `
      + 'changes nothing. Each cluster is moved by itself. For another cluster of the class, hand in this ClusterClass with that Cluster: what does '
      + 'not fit it is refused',
    'the flags turn with the version of the machine that is made, not with the variable: where Cluster API takes the version up later, '
      + 'because machines are still being made, the flags wait with it',
    ...phase === MigrationPhase.MIXED ? endings.map(endingLine) : [],
    ...phase === MigrationPhase.DISABLED ? [`Cluster '${nameOf(cluster)}' keeps its value of '${PHASE_VARIABLE}' for good: with the default, `
      + 'machines of version N+1 would be made with the provider that their version does not have. When every cluster of the class is done, write '
      + 'the flags into new templates and take variable and patches out in one change'] : [],
  ];
}

function goneOf(migration: ClusterApiMigration, phase: MigrationPhase): string[] {
  const toDelete = migration.toDelete(phase);
  if (toDelete.length === 0) return [];
  const commands = toDelete.map(({ kind, name, namespace }) => `kubectl delete ${kind.toLowerCase()} `
    + `${name}${namespace === undefined ? '' : ` -n ${namespace}`}`);
  const when = phase === MigrationPhase.DISABLED ? 'when all pods of the cloud-controller-manager have been replaced' : 'if you came back from a '
    + 'later phase, when the control plane has rolled back';
  return [`a ClusterResourceSet deletes nothing. In the cluster, ${when}: ${commands.map(command => `\`${command}\``).join(', ')}`];
}

/** What the input makes worth saying, in every phase. */
function inputOf({ documents }: ClusterApiMigration): string[] {
  const notes: string[] = [];
  const { controlPlane, awsCluster } = documents;
  if (textAt(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'name']) === undefined) {
    notes.push(`KubeadmControlPlane '${nameOf(controlPlane)}' sets no joinConfiguration.nodeRegistration.name: an external kubelet registers with `
      + 'the host\'s name, and the cloud-controller-manager '
      + 'finds only nodes that are named by their private DNS name; \'{{ ds.meta_data.local_hostname }}\' is that name');
  }
  if (textAt(awsCluster, ['spec', 'network', 'vpc', 'id']) !== undefined) {
    notes.push(`AWSCluster '${nameOf(awsCluster)}' uses a VPC of yours: Cluster API does not tag its subnets and route tables; see 'ccm-migration `
      + 'tag plan\'');
  }
  const hidden = items(controlPlane, ['spec', 'kubeadmConfigSpec', 'files']).filter(file => file.contentFrom !== undefined).map(
    ({ path }) => String(path),
  );
  const cloudConfig = textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'controllerManager', 'extraArgs', 'cloud-config']);
  if (cloudConfig !== undefined && hidden.includes(cloudConfig)) {
    notes.push(`${cloudConfig} comes from a Secret and was not read: check that it `
    + 'names the same cluster and that the cloud-controller-manager understands it');
  }
  const machineTemplates = [...documents.files.values()].flat().filter(document => kindOf(document) === 'AWSMachineTemplate');
  if (machineTemplates.length > 0 && !fixesImages(machineTemplates)) {
    notes.push('the AWSMachineTemplates name no AMI: Cluster API looks one up by spec.version, so images of both versions must be published');
  }
  return notes;
}

/** Objects go to Charts as well, whose files cdk8s writes: nothing keeps those out of what is committed. */
function secretsIn(files: readonly BundleFile[]): string[] {
  return files.filter(({ content }) => installerFileHasSecret(content)).map(({ path }) =>
    `'${path}' has a password or token in it, and so has what cdk8s writes of its objects: keep both out of what is committed, or refer to a Secret `
    + '(passwdFrom, contentFrom) in its place');
}
