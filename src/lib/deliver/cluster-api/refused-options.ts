import { ClusterApiOptions } from './options';
import { CcmWorkload } from '../../ccm/workload-options';
import { CloudProvider } from '../../migration/cloud-provider';
import { MigrationStrategy } from '../../migration/migration-strategy';

/**
 * Options of a migration that have no meaning here: machines are made by Cluster API, and nobody writes files on them.
 *
 * @throws with the option and what to do instead
 */
export function refuseForeignOptions(options: ClusterApiOptions): void {
  const files = 'put the file into spec.kubeadmConfigSpec.files of the KubeadmControlPlane and of the KubeadmConfigTemplates';
  const refusals: readonly (readonly [boolean, string])[] = [
    [options.nodes !== undefined, '`nodes` is given, but the nodes of Cluster API are read from the KubeadmControlPlane; leave it out'],
    [options.upgradedNodes !== undefined, '`upgradedNodes` is given, but the nodes of Cluster API are read from the KubeadmControlPlane; leave it out'],
    [options.cloudConfig !== undefined, `\`cloudConfig\` is written as files of nodes, which Cluster API makes; ${files}`],
    [options.ecrCredentialProvider !== undefined, `\`ecrCredentialProvider\` is written as files of nodes, which Cluster API makes; ${files}`],
    [options.workload === CcmWorkload.STATIC_POD, 'workload \'static-pod\' is written as a file of each node, which Cluster API makes; use a DaemonSet or a Deployment'],
    [(options.cloud ?? CloudProvider.AWS).name !== CloudProvider.AWS.name, `cloud is '${options.cloud?.name}', but Cluster API is supported on AWS only`],
    [(options.strategy ?? MigrationStrategy.LEADER_MIGRATION) !== MigrationStrategy.LEADER_MIGRATION,
      `strategy is '${options.strategy}', but a rolling update of machines mixes both versions, which only 'leader-migration' makes safe; leave it out`],
  ];
  const refused = refusals.find(([is]) => is);
  if (refused) throw new Error(refused[1]);
}
