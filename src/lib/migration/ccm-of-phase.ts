import { cloudConfigOf } from './aws-node-files';
import { CloudOfMigration } from './cloud-of-migration';
import { leaderMigrationGates } from './component-changes';
import { ControlPlaneNodeManifests } from './control-plane-node';
import { defaultEndpoint } from './default-endpoint';
import { contentHash } from './index-file';
import { KcmReading } from './kcm-reading';
import { CcmPlacement, MigrationOptions } from './migration-options';
import { withAwsOptions } from '../ccm/aws-options';
import { CcmOptions } from '../ccm/ccm-options';
import { CloudConfigFile } from '../cloud-config/cloud-config';
import { CCM } from '../kubernetes/component';
import { CONFIG_MAP_KEY, CONFIG_MAP_NAME } from '../leader-migration';
import { NodeSide } from './node';
import { SIDE_LABEL } from './side-label';

/** What decides the cloud-controller-manager of a phase. */
export interface CcmOfPhase {
  readonly options: MigrationOptions;
  readonly cloud: CloudOfMigration;
  /** What the kube-controller-managers of N say, if they were handed in. */
  readonly kcm?: KcmReading;
  readonly cloudConfigs: readonly CloudConfigFile[];
  readonly upgradedControlPlane: readonly ControlPlaneNodeManifests[];
  /** Whether Leader Migration is on in this phase. */
  readonly leaderMigration: boolean;
  /** Text of its configuration; undefined with the built-in default, or without Leader Migration. */
  readonly configuration?: string;
}

/** Options of the cloud-controller-manager in a phase: the user's own, what the cluster says today, and what the phase asks for. */
export function ccmOptionsOf({ options, cloud, kcm, cloudConfigs, upgradedControlPlane, leaderMigration, configuration }: CcmOfPhase): CcmOptions {
  const gates = leaderMigration ? leaderMigrationGates(cloud.ccmVersion, options.flags?.['feature-gates']) : undefined;
  const onlyUpgraded = leaderMigration && (options.placement ?? CcmPlacement.UPGRADED_NODES) === CcmPlacement.UPGRADED_NODES;
  const endpoint = leaderMigration && (options.recommendedDefaults ?? true) ? defaultEndpoint(options.toVersion, upgradedControlPlane) : undefined;
  const ccmOptions: CcmOptions = {
    ...options,
    kubernetesVersion: options.toVersion,
    name: cloud.ccmName,
    leaderMigration,
    leaderMigrationConfig: configuration === undefined
      ? undefined : { configMapName: CONFIG_MAP_NAME, key: CONFIG_MAP_KEY, contentHash: contentHash(configuration) },
    placementLabels: onlyUpgraded ? { [SIDE_LABEL]: NodeSide.N_PLUS_1 } : undefined,
    apiServerEndpoint: options.apiServerEndpoint ?? endpoint,
    clusterName: options.clusterName ?? kcm?.clusterName,
    clusterCidr: options.clusterCidr ?? kcm?.clusterCidr,
    allocateNodeCidrs: options.allocateNodeCidrs ?? kcm?.allocateNodeCidrs,
    configureCloudRoutes: options.configureCloudRoutes ?? kcm?.cloudRoutes ?? false,
    cloudConfigPath: cloud.hasOwnCloudConfig ? undefined : cloudConfigOf(cloudConfigs, CCM) ?? options.cloudConfigPath ?? kcm?.cloudConfig,
    flags: {
      ...Object.fromEntries((kcm?.leaderElection ?? []).map(({ name, value }) => [name, value])),
      ...options.flags,
      ...gates === undefined ? {} : { 'feature-gates': gates },
    },
  };
  return cloud.awsImage === undefined ? ccmOptions : withAwsOptions(ccmOptions, cloud.awsImage);
}
