import { fixesImages } from './machine-images';
import { ClusterApiMigration } from './migration';
import { poolNotes } from './pool-notes';
import { CLUSTER_LABEL, resourceSetName } from './resource-set';
import { topologyNotes } from './topology/notes';
import { ClusterApiDocuments, items, kindOf, nameOf } from '../../installers/cluster-api/documents';
import { ClusterApiCluster, CLUSTER_CONFIGURATION } from '../../installers/cluster-api/reading';
import { textAt } from '../../installers/kubeadm/generated-node';
import { endingLine, EndingRow } from '../../migration/endings';
import { MigrationPhase } from '../../migration/migration-phase';
import { ObjectReference } from '../../migration/to-delete';
import { DeliveredFile } from '../installer';
import { installerFileHasSecret } from '../installer-secrets';

/** What the notes depend on. */
interface NoteContext {
  readonly phase: MigrationPhase;
  readonly documents: ClusterApiDocuments;
  readonly cluster: ClusterApiCluster;
  readonly fromVersion?: string;
  readonly toVersion: string;
  /** What version N+1 takes away. */
  readonly endings: readonly EndingRow[];
  /** Objects of the cluster that this phase no longer has: a ClusterResourceSet deletes nothing. */
  readonly toDelete: readonly ObjectReference[];
}

/** What an operator must know who applies a phase: order, what rolls, what can be turned back and what cannot. */
export function clusterApiNotes(migration: ClusterApiMigration, phase: MigrationPhase): string[] {
  const { documents, named: cluster, endings, migration: { fromVersion, toVersion } } = migration;
  const context: NoteContext = {
    phase, documents, cluster, fromVersion: fromVersion?.toString(), toVersion: toVersion.toString(), endings, toDelete: migration.toDelete(phase),
  };
  const way = documents.topology ? topologyNotes(documents.topology, phase, endings) : [...orderOf(context), ...rollOf(context)];
  return [...way, ...goneOf(context), ...inputOf(context), ...secretsIn(migration.files(phase))];
}

function orderOf({ documents, cluster }: NoteContext): string[] {
  const namespace = cluster.namespace === undefined ? '' : ` -n ${cluster.namespace}`;
  return [
    'order: first the ClusterResourceSet with its ConfigMaps and the Cluster, and wait until ClusterResourceSetBinding '
      + `'${cluster.name}' shows every resource as applied; then the KubeadmControlPlane, and wait until it has rolled; then the workers`,
    ...documents.cluster ? [] : [`the Cluster was not handed in: label it yourself: \`kubectl label cluster ${cluster.name}${namespace} `
      + `${CLUSTER_LABEL}=${cluster.name}\``],
    `ClusterResourceSet '${resourceSetName(cluster)}' has strategy Reconcile: with ApplyOnce what later phases change would never arrive, and `
      + 'strategy cannot be changed afterwards',
  ];
}

function rollOf({ phase, documents, fromVersion, toVersion, endings }: NoteContext): string[] {
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

function goneOf({ toDelete, phase }: NoteContext): string[] {
  if (toDelete.length === 0) return [];
  const commands = toDelete.map(({ kind, name, namespace }) => `kubectl delete ${kind.toLowerCase()} `
    + `${name}${namespace === undefined ? '' : ` -n ${namespace}`}`);
  const when = phase === MigrationPhase.DISABLED ? 'when all pods of the cloud-controller-manager have been replaced' : 'if you came back from a '
    + 'later phase, when the control plane has rolled back';
  return [`a ClusterResourceSet deletes nothing. In the cluster, ${when}: ${commands.map(command => `\`${command}\``).join(', ')}`];
}

/** What the input makes worth saying, in every phase. */
function inputOf({ documents }: NoteContext): string[] {
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
function secretsIn(files: readonly DeliveredFile[]): string[] {
  return files.filter(({ content }) => installerFileHasSecret(content)).map(({ path }) =>
    `'${path}' has a password or token in it, and so has what cdk8s writes of its objects: keep both out of what is committed, or refer to a Secret `
    + '(passwdFrom, contentFrom) in its place');
}
