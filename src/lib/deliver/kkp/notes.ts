import { KkpMigration } from './migration';
import { mapOf } from '../../edit/yaml/data';
import { GAPS } from '../../installers/controllers-off';
import { seedNamespace } from '../../installers/kkp/deployments';
import { MigrationPhase } from '../../migration/migration-phase';

const METHOD = `the method of KKP is controllers-off-then-on: it switches ${GAPS.join(', ')} off in kube-controller-manager, and starts the `
  + 'cloud-controller-manager only then. Nothing runs twice, '
  + 'and for that time no process runs them: new load balancers, and the removal of deleted nodes, wait';
const NO_LEADER_MIGRATION = 'there is no Leader Migration in KKP, and no alternative to the gap: KKP writes the flags of the hosted control plane, '
  + 'and takes other ones back';

/** What an operator must know who applies a phase. */
export function kkpNotes(migration: KkpMigration, phase: MigrationPhase): string[] {
  return [...ofPhase(migration, phase), ...ofCluster(migration)];
}

function ofPhase(migration: KkpMigration, phase: MigrationPhase): string[] {
  const { provider, documents: { cluster, machineDeployments } } = migration;
  switch (phase) {
    case MigrationPhase.N: return [
      'the cluster as it is; nothing is changed. The next phase cannot be taken back: KKP refuses to turn externalCloudProvider off again',
      METHOD,
      NO_LEADER_MIGRATION,
    ];
    case MigrationPhase.MIXED: return [
      'no rollback is possible from here: KKP refuses to turn externalCloudProvider off again',
      METHOD,
      NO_LEADER_MIGRATION,
      `kube-controller-manager, kube-apiserver and the cloud-controller-manager are Deployments in namespace ${seedNamespace(cluster)} of the seed `
        + 'cluster; nothing runs on nodes of yours',
      ...provider === 'aws'
        ? ['on AWS kube-controller-manager and kube-apiserver lose --cloud-provider aws and the cloud config as soon as the feature is on, long '
          + 'before the machines have rolled',
        'the in-tree kube-controller-manager has no --cluster-name; the cloud-controller-manager gets the name of the Cluster. Load balancers are '
            + 'named by the UID of their Service, so none is lost']
        : [`the cloud-controller-manager of ${provider} is not modelled here: that nothing runs twice was checked, not that it runs everything`],
    ];
    case MigrationPhase.N_PLUS_1: return [
      'what rolls: every Machine of '
        + `${machineDeployments.length === 0 ? 'every MachineDeployment' : `${machineDeployments.length} MachineDeployments`}: all nodes are `
        + 'deleted and recreated, and nothing on their disks stays',
      'a Machine that was not replaced keeps its in-tree kubelet, and keeps the migration from being complete',
    ];
    case MigrationPhase.DISABLED: return [
      'the files are those of \'n-plus-1\', byte for byte: KKP calls the migration complete by itself, when every Machine is external. The '
        + 'annotations stay; KKP does not remove them',
    ];
  }
}

/** What the input makes worth saying, in every phase. */
function ofCluster({ documents: { cluster, machineDeployments }, release, provider }: KkpMigration): string[] {
  const { to, reason } = release.providers[provider];
  const replicas = mapOf(cluster.value(['spec', 'componentsOverride', 'controllerManager'])).replicas;
  return [
    ...machineDeployments.length === 0 ? ['no MachineDeployment was handed in: the plan rolls every one that the user cluster has'] : [],
    ...provider === 'openstack' && release.setsCcmClusterName
      ? ['KKP\'s webhook sets spec.cloud.openstack.useOctavia to true when the feature is turned on, whatever it was'] : [],
    // In-tree clouds that end at the limit are not what KKP cannot run afterwards.
    ...to !== undefined && provider !== 'aws' && reason !== undefined ? [`KKP ${release.release} runs no cluster of ${provider} newer than 1.${to} `
      + `once it was moved: ${reason}`] : [],
    ...replicas === 0 ? ['spec.componentsOverride.controllerManager.replicas is 0: no controller runs today'] : [],
    ...Number(release.release.slice(2)) > 24 ? [`which versions of Kubernetes KKP ${release.release} still runs is not known here; it refuses what `
      + 'it does not run'] : [],
  ];
}
