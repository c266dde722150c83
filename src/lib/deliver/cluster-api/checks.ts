import { CloudProvider } from '../../ccm/cloud-provider';
import { SourceDocument } from '../../edit/yaml/source-document';
import type { Migration } from '../../migration/migration';
import { StrategyKind } from '../../migration/migration-strategy';

/**
 * Migrations that have no meaning here: machines are made by Cluster API, and no files are written on them afterwards.
 *
 * @throws with the option and what to do instead
 */
export function refuseForeignMigration(migration: Migration): void {
  const { cloudConfig, ecrCredentialProvider, upgradedNodes, nodeGroups, network, providerIdFlag } = migration._model.settings;
  const files = 'put the file into spec.kubeadmConfigSpec.files of the KubeadmControlPlane and of the KubeadmConfigTemplates';
  const nodes = 'but the nodes of Cluster API are read from the KubeadmControlPlane; leave it out';
  const refusals: readonly (readonly [boolean, string])[] = [
    [migration._hasNodes, `the migration has \`nodes\`, ${nodes}`],
    [upgradedNodes !== undefined, `the migration has \`upgradedNodes\`, ${nodes}`],
    [Object.keys(nodeGroups).length > 0, '`nodeGroups` orders the workers of a plan, but Cluster API rolls MachineDeployments; leave it out'],
    [migration.strategy._leaderMigration.releaseLease === true, '`releaseLease` is a step of a plan, but Cluster API replaces machines by itself; '
      + 'leave it out'],
    [cloudConfig !== undefined, `\`cloudConfig\` is written as files of nodes, which Cluster API makes; ${files}`],
    [providerIdFlag === true, '`providerIdFlag` is a flag of kubelets, and Cluster API sets provider IDs by itself; leave it out'],
    [network.ipFamilies !== undefined, '`network.ipFamilies` is written as a cloud config and kubelet flags of nodes, which Cluster API makes; '
      + `${files}, and --node-ip into kubeletExtraArgs`],
    [ecrCredentialProvider !== undefined, `\`ecrCredentialProvider\` is written as files of nodes, which Cluster API makes; ${files}`],
    [migration._model.settings.ccm._workload._isStaticPod,
      'CcmWorkload.staticPod() is written as a file of each node, which Cluster API makes; use CcmWorkload.daemonSet() or CcmWorkload.deployment()'],
    [migration.cloud.name !== CloudProvider.AWS.name, `the cloud is '${migration.cloud.name}', but Cluster API is supported on AWS only`],
    [migration.strategy._kind !== StrategyKind.LEADER_MIGRATION,
      `the strategy is '${migration.strategy.name}', but a rolling update of machines mixes both versions, which only 'leader-migration' makes `
        + 'safe; leave it out'],
  ];
  const refused = refusals.find(([is]) => is);
  if (refused) throw new Error(refused[1]);
}

/** With tags of two clusters on its instance the cloud-controller-manager ends. */
export function refuseOtherClusterTags(awsCluster: SourceDocument, clusterId: string): void {
  const path = ['spec', 'additionalTags'];
  const tags = Object.keys((awsCluster.value(path) ?? {}) as object);
  const other = tags.find(key => key.startsWith('kubernetes.io/cluster/') && key !== `kubernetes.io/cluster/${clusterId}`);
  if (other !== undefined) {
    throw awsCluster.errorAt([...path, other], `${path.join('.')} has '${other}', but the cluster is '${clusterId}'; with the tags `
      + 'of two clusters the cloud-controller-manager ends (\'Found multiple cluster tags\'): take it out');
  }
}
