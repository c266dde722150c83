import { apiGoneInLaterRelease } from './api-gone-in-later-release';
import { awsV2Provider } from './aws-v2-provider';
import { bootstrapRoleRulesDropped } from './bootstrap-role-rules-dropped';
import { builtInDefaultNotEffective } from './built-in-default-not-effective';
import { ccmDoesNotTolerateControlPlane } from './ccm-does-not-tolerate-control-plane';
import { ccmDoesNotTolerateNodeTaint } from './ccm-does-not-tolerate-node-taint';
import { ccmDoesNotTolerateUninitialized } from './ccm-does-not-tolerate-uninitialized';
import { ccmEndpointWithoutNodeAddress } from './ccm-endpoint-without-node-address';
import { ccmImageKnownBad } from './ccm-image-known-bad';
import { ccmImageNotPromoted } from './ccm-image-not-promoted';
import { ccmNewerThanApiServer } from './ccm-newer-than-api-server';
import { ccmRightsMissing } from './ccm-rights-missing';
import { ccmSelectsNoNode } from './ccm-selects-no-node';
import { ccmWaitsForClusterDns } from './ccm-waits-for-cluster-dns';
import { ccmWithoutCloudProvider } from './ccm-without-cloud-provider';
import { ccmWithoutEnvironmentOfKcm } from './ccm-without-environment-of-kcm';
import { ccmWithoutHostNetwork } from './ccm-without-host-network';
import { cloudConfigMissing } from './cloud-config-missing';
import { cloudConfigRefused } from './cloud-config-refused';
import { cloudRoutesCarryIpv4Only } from './cloud-routes-carry-ipv4-only';
import { cloudRoutesWithoutClusterCidr } from './cloud-routes-without-cluster-cidr';
import { clusterIdsDiffer } from './cluster-ids-differ';
import { configChangeWithoutRestart } from './config-change-without-restart';
import { configFileNotMounted } from './config-file-not-mounted';
import { controllerNameOfOtherRelease } from './controller-name-of-other-release';
import { controllerOfProvider } from './controller-of-provider';
import { createLimitedByResourceNames } from './create-limited-by-resource-names';
import { declaredGap } from './declared-gap';
import { duplicateStaticPod } from './duplicate-static-pod';
import { ebsWithoutCsi } from './ebs-without-csi';
import { ecrWithoutCredentialProvider } from './ecr-without-credential-provider';
import { externalWithoutCcm } from './external-without-ccm';
import { featureGateRefused } from './feature-gate-refused';
import { flagGoneInLaterRelease } from './flag-gone-in-later-release';
import { flagUnknownToRelease } from './flag-unknown-to-release';
import { HANDED_ON } from './handed-on';
import { inTreeProviderGone } from './in-tree-provider-gone';
import { kubeletNotExternal } from './kubelet-not-external';
import { leaderElectionOff } from './leader-election-off';
import { leaderMigrationConfigMisleading } from './leader-migration-config-misleading';
import { leaderMigrationConfigMissing } from './leader-migration-config-missing';
import { leaderMigrationConfigRefused } from './leader-migration-config-refused';
import { leaderMigrationConfigWithoutEnable } from './leader-migration-config-without-enable';
import { leaderMigrationWithExternalProvider } from './leader-migration-with-external-provider';
import { leaseAccessMissing } from './lease-access-missing';
import { leaseDurationsOverlap } from './lease-durations-overlap';
import { lockKindRemoved } from './lock-kind-removed';
import { mainLockAccessMissing } from './main-lock-access-missing';
import { mainLockNamesDiffer } from './main-lock-names-differ';
import { managerWrittenByOperator } from './manager-written-by-operator';
import { managersDisagreeOnCluster } from './managers-disagree-on-cluster';
import { migratedControllersDiffer } from './migrated-controllers-differ';
import { migrationLockIsMainLock } from './migration-lock-is-main-lock';
import { migrationLockNamesDiffer } from './migration-lock-names-differ';
import { nodeDiffersFromFiles } from './node-differs-from-files';
import { nodeNameSourceChanges } from './node-name-source-changes';
import { nodeNotInitialized } from './node-not-initialized';
import { patchReleaseUnknown } from './patch-release-unknown';
import { portTaken } from './port-taken';
import { processEnds } from './process-ends';
import { providerIdMalformed } from './provider-id-malformed';
import { rolloutLeavesCcmNoNode } from './rollout-leaves-ccm-no-node';
import { rolloutStopsControlPlane } from './rollout-stops-control-plane';
import { Rule } from './rule';
import { runningPodDiffersFromFile } from './running-pod-differs-from-file';
import { serviceAccountCredentialsWithoutRights } from './service-account-credentials-without-rights';
import { serviceOverrideNotMatching } from './service-override-not-matching';
import { serviceRefusedByRelease } from './service-refused-by-release';
import { severalPhasesApplied } from './several-phases-applied';
import { staticPodKubeconfigMissing } from './static-pod-kubeconfig-missing';
import { twoManagersForOneController } from './two-managers-for-one-controller';
import { versionSkew } from './version-skew';
import { volumeTopologyNotMatched } from './volume-topology-not-matched';
import { wildcardMatchesNobody } from './wildcard-matches-nobody';
import { workloadControllerOff } from './workload-controller-off';
import { Doubt } from '../view/model';

/** Every rule, sorted by id. */
export const RULES: readonly Rule[] = [
  ...HANDED_ON,
  apiGoneInLaterRelease,
  awsV2Provider,
  bootstrapRoleRulesDropped,
  builtInDefaultNotEffective,
  ccmDoesNotTolerateControlPlane,
  ccmDoesNotTolerateNodeTaint,
  ccmDoesNotTolerateUninitialized,
  ccmEndpointWithoutNodeAddress,
  ccmImageKnownBad,
  ccmImageNotPromoted,
  ccmNewerThanApiServer,
  ccmRightsMissing,
  ccmSelectsNoNode,
  ccmWaitsForClusterDns,
  ccmWithoutCloudProvider,
  ccmWithoutEnvironmentOfKcm,
  ccmWithoutHostNetwork,
  cloudConfigMissing,
  cloudConfigRefused,
  cloudRoutesCarryIpv4Only,
  cloudRoutesWithoutClusterCidr,
  clusterIdsDiffer,
  configChangeWithoutRestart,
  configFileNotMounted,
  controllerNameOfOtherRelease,
  controllerOfProvider,
  createLimitedByResourceNames,
  declaredGap,
  duplicateStaticPod,
  ebsWithoutCsi,
  ecrWithoutCredentialProvider,
  externalWithoutCcm,
  featureGateRefused,
  flagGoneInLaterRelease,
  flagUnknownToRelease,
  inTreeProviderGone,
  kubeletNotExternal,
  leaderElectionOff,
  leaderMigrationConfigMisleading,
  leaderMigrationConfigMissing,
  leaderMigrationConfigRefused,
  leaderMigrationConfigWithoutEnable,
  leaderMigrationWithExternalProvider,
  leaseAccessMissing,
  leaseDurationsOverlap,
  lockKindRemoved,
  mainLockAccessMissing,
  mainLockNamesDiffer,
  managerWrittenByOperator,
  managersDisagreeOnCluster,
  migratedControllersDiffer,
  migrationLockIsMainLock,
  migrationLockNamesDiffer,
  nodeDiffersFromFiles,
  nodeNameSourceChanges,
  nodeNotInitialized,
  patchReleaseUnknown,
  portTaken,
  processEnds,
  providerIdMalformed,
  rolloutLeavesCcmNoNode,
  rolloutStopsControlPlane,
  runningPodDiffersFromFile,
  serviceAccountCredentialsWithoutRights,
  serviceOverrideNotMatching,
  serviceRefusedByRelease,
  severalPhasesApplied,
  staticPodKubeconfigMissing,
  twoManagersForOneController,
  versionSkew,
  volumeTopologyNotMatched,
  wildcardMatchesNobody,
  workloadControllerOff,
].sort(
  // Stryker disable next-line EqualityOperator: no two rules have one id
  ({ id: a }, { id: b }) => a < b ? -1 : 1,
);

/** What to do about a doubt: its own remedy, or that of its rule. */
export function fixOf({ fix, rule }: Doubt): string {
  return fix ?? RULES.find(({ id }) => id === rule)!.fix;
}
