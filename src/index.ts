// The public surface, by name: test/exports.test.ts lists it too. Helpers of the same files are not part of it.

// The migration of a cluster, and what writes it.
export { Migration } from './lib/migration/migration';
export type { MigrationProps } from './lib/migration/migration-props';
export {
  CcmPlacement, ControllerManagerRuntime, MigrationStrategy, type ControllersOffOptions,
  type LeaderMigrationOptions,
} from './lib/migration/migration-strategy';
export { MigrationPhase } from './lib/migration/migration-phase';
export { ManagerDeployment, type HostedManagerOptions } from './lib/migration/manager-deployment/manager-deployment';
export { NodeReplacement, type NodeReplacementOptions } from './lib/migration/replacement/node-replacement';
export { LeaderMigrationStyle } from './lib/leader-migration/style';
export { LeaseAccessMode } from './lib/rbac/lease-access-mode';
export { KubernetesVersion } from './lib/kubernetes/kubernetes-version';
export { NodeRole, NodeSide, type NodeFile, type NodeInput } from './lib/kubernetes/node';
export { NodeFolder } from './constructs/node-folder';
export type { MigrationPhaseProps } from './constructs/migration-phase-props';
export type { InstallerConfigProps, RuleProps, StepChartProps } from './constructs/shared-props';
export { CloudControllerMigration, type CloudControllerMigrationProps } from './constructs/cloud-controller-migration';
export { MigrationOutput } from './constructs/migration-output';
export { NodeFiles } from './constructs/node-files';
export { MigrationPlan, type MigrationPlanProps } from './constructs/migration-plan';
export { EbsVolumes } from './lib/plan/options';
export { PlanState } from './lib/plan/state';
export { LeaderMigrationValidation, type LeaderMigrationValidationProps } from './plugin/leader-migration-validation';

// The cloud-controller-manager.
export { Ccm } from './lib/ccm/ccm';
export type { CcmProps } from './lib/ccm/ccm-props';
export { AwsCcm, type AwsCcmProps } from './lib/ccm/aws-ccm';
export { CustomCcm, type CustomCcmProps } from './lib/ccm/custom-ccm';
export { CloudProvider } from './lib/ccm/cloud-provider';
export type { CcmRunOptions } from './lib/ccm/run-options';
export { CcmWorkload, type CcmDaemonSetOptions, type CcmDeploymentOptions } from './lib/ccm/workload-kind';
export type { CcmPodOptions } from './lib/ccm/pod-options';
export type { CcmSecurityOptions } from './lib/ccm/security-options';
export type { CcmAvailabilityOptions } from './lib/ccm/availability-options';
export { VpaUpdateMode, type CcmVerticalPodAutoscalerOptions } from './lib/ccm/vertical-pod-autoscaler';
export type { CcmMonitoringOptions } from './lib/ccm/monitoring-options';
export type { CcmMetadataOptions } from './lib/ccm/metadata-options';
export type { CcmAccessOptions } from './lib/ccm/access-options';
export type { LeaderElectionOptions } from './lib/ccm/leader-election-options';
export { IpFamily } from './lib/ccm/ip-family';
export type { ClusterNetworkOptions } from './lib/ccm/network-options';
export { CcmLeaderMigration } from './lib/ccm/leader-migration-config';
export { ApiServerEndpoint } from './lib/ccm/api-server-endpoint';
export { FactsFeed } from './lib/facts/feed';
export { AwsCcmRules } from './lib/ccm/aws-ccm-rules';
export { AwsCredentials } from './lib/ccm/aws-credentials';
export type { AwsTaggingOptions } from './lib/ccm/aws-tagging';
export { CloudControllerManager, type CloudControllerManagerProps } from './constructs/cloud-controller-manager';
export { AwsCloudControllerManager } from './constructs/aws-cloud-controller-manager';
export { LeaderMigrationConfig, type LeaderMigrationConfigProps } from './constructs/leader-migration-config';
export { LeaderMigrationAccess, type LeaderMigrationAccessProps } from './constructs/leader-migration-access';

// Installers and bundles.
export { KubeadmBundle, type KubeadmBundleProps } from './constructs/kubeadm-bundle';
export { ClusterApiMigration, type ClusterApiMigrationProps } from './constructs/cluster-api-migration';
export { KopsMigration, type KopsMigrationProps } from './constructs/kops-migration';
export { KkpMigration, type KkpMigrationProps } from './constructs/kkp-migration';
export { KubeOneMigration, type KubeOneMigrationProps } from './constructs/kube-one-migration';
export { Rke2Migration, type Rke2MigrationProps } from './constructs/rke2-migration';
export { PhaseBundle } from './constructs/phase-bundle';
export type { KustomizeBundleProps } from './constructs/kustomize-bundle';
export type { FleetBundleProps } from './constructs/fleet-bundle-props';
export type { ArgoCdBundleProps } from './constructs/argocd-bundle';
export type { FleetCluster, FluxBundleProps } from './constructs/flux-bundle';
export { FleetClusters } from './constructs/fleet-clusters';

// What the nodes need besides: cloud config, IAM, ECR credentials, cluster tags.
export { CloudConfig } from './lib/cloud-config/cloud-config';
export { EcrCredentialProvider, type EcrCredentialProviderProps } from './lib/ecr/ecr-credential-provider';
export { IamPolicy, type ControlPlaneIamPolicyProps } from './lib/iam/iam-policy';
export type { IamPolicyDifference } from './lib/iam/policy-difference';
export { ClusterTags } from './lib/tags/cluster-tags';
export type { ClusterTagsProps } from './lib/tags/cluster-tags-props';
export { ClusterTagResource, ClusterTagValue, type ClusterTag } from './lib/tags/cluster-tag';
