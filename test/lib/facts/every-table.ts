import { ANSIBLE_CORES } from '../../../src/lib/facts/ansible-core';
import { EGRESS_NAMES, STRICT_FILES } from '../../../src/lib/facts/apiserver-files';
import { AUDIT_VERSIONS } from '../../../src/lib/facts/audit-versions';
import { WITHOUT_AUTHORIZATION_MODE } from '../../../src/lib/facts/authorization-modes';
import { UPSTREAM_AWS_RULES } from '../../../src/lib/facts/aws-ccm-rules';
import { AWS_V2 } from '../../../src/lib/facts/aws-v2';
import { BUILT_IN_DEFAULT } from '../../../src/lib/facts/built-in-default';
import { BEHAVIOUR_CHANGES } from '../../../src/lib/facts/ccm-behaviour-changes';
import { AWS_CCM_CHANGES } from '../../../src/lib/facts/ccm-changes';
import { AWS_CCM_FAULTS } from '../../../src/lib/facts/ccm-faults';
import { CCM_RIGHTS } from '../../../src/lib/facts/ccm-rights';
import { SERVICE_OVERRIDE_NAMES_READ_AT } from '../../../src/lib/facts/cloud-config-keys';
import { NO_SECRET_KEYS, SECRET_KEYS } from '../../../src/lib/facts/cloud-config-secrets';
import { CLOUDS_WITH_ROUTES_READ_AT } from '../../../src/lib/facts/cloud-routes';
import { CLUSTER_API_RELEASES, CLUSTER_API_VERSIONS, TOPOLOGY_FIELDS } from '../../../src/lib/facts/cluster-api';
import { CONFIG_API } from '../../../src/lib/facts/config-api';
import { KUBELET_RUNTIME } from '../../../src/lib/facts/container-runtimes';
import { CONTROL_PLANE_NODE } from '../../../src/lib/facts/control-plane-node';
import { CONTROLLER_TABLES } from '../../../src/lib/facts/controllers';
import { CREDENTIAL_PROVIDER_CONFIG_API, IN_TREE_ECR, PLUGIN_PROTOCOLS_OF_KUBELET } from '../../../src/lib/facts/credential-provider';
import { DEFAULT_CLOUDS } from '../../../src/lib/facts/default-cloud';
import { DISTRIBUTIONS } from '../../../src/lib/facts/distributions';
import { EMULATION } from '../../../src/lib/facts/emulation';
import { CLOUD_PROVIDER_CHECKS, flagNames } from '../../../src/lib/facts/flags';
import { GATES_DEPEND_ON_OTHERS } from '../../../src/lib/facts/gate-settings';
import { HOSTING_SYSTEMS } from '../../../src/lib/facts/hosting-systems';
import { IAM_ACTIONS, IAM_ACTIONS_READ_AT, IAM_RESOURCES } from '../../../src/lib/facts/iam-actions';
import { IMAGE_PROGRAMS } from '../../../src/lib/facts/image-programs';
import { IMAGE_SCHEMES } from '../../../src/lib/facts/image-versions';
import { HOP_LIMIT_FIELDS, HOP_LIMIT_KEYS } from '../../../src/lib/facts/imds-hop-limit';
import { IN_TREE_CLOUD_REFUSED, IN_TREE_CLOUDS, WITH_IN_TREE_AWS } from '../../../src/lib/facts/in-tree-clouds';
import { INERT_KINDS } from '../../../src/lib/facts/inert-kinds';
import { INSTALLER_FILES } from '../../../src/lib/facts/installer-files';
import { INSTALLER_SECRET_FIELDS } from '../../../src/lib/facts/installer-secrets';
import { CIDR_ALLOCATORS, ROUTE_CONTROLLER_GATES, UNDER_EXTERNAL } from '../../../src/lib/facts/kcm-cloud-controllers';
import { KCM_FLAG_NAMES } from '../../../src/lib/facts/kcm-controllers';
import { KKP_CLOUDS, KKP_RELEASES } from '../../../src/lib/facts/kkp';
import { KOPS_FIELDS, KOPS_RELEASES } from '../../../src/lib/facts/kops';
import { KUBEADM_APIS, KUBECONFIG_COMMAND_READ_AT } from '../../../src/lib/facts/kubeadm-api';
import { KUBEADM_KCM_FLAGS_READ_AT } from '../../../src/lib/facts/kubeadm-static-pods';
import { KUBEADM_UPGRADE_WRITES, KUBEADM_UPGRADES_ONCE } from '../../../src/lib/facts/kubeadm-upgrade';
import { KUBEADM_VALUES_READ_AT } from '../../../src/lib/facts/kubeadm-values';
import { DROP_INS_NEED_VARIABLE } from '../../../src/lib/facts/kubelet-drop-ins';
import { DUAL_NODE_IPS, NODE_IP_NEEDED } from '../../../src/lib/facts/kubelet-node-address';
import { CONFLICTS, FIELD_VALUES, GATED_FIELDS } from '../../../src/lib/facts/kubelet-values';
import { KUBEONE_RELEASES } from '../../../src/lib/facts/kubeone';
import { LEASE_GRANTS } from '../../../src/lib/facts/lease-grants';
import { LEFT_OUT } from '../../../src/lib/facts/left-out';
import { LEFT_TO_ANOTHER, LOAD_BALANCER_CHANGES, LOAD_BALANCER_CHANGES_READ_AT } from '../../../src/lib/facts/load-balancer-changes';
import { HONOURED_LEASE_DURATION, LOCK_LOSS, MAIN_LOCK_KINDS, MIGRATION_LOCK_KINDS } from '../../../src/lib/facts/locks';
import { LOG_FORMATS } from '../../../src/lib/facts/log-formats';
import { SINGLE_STACK_MASKS } from '../../../src/lib/facts/node-cidr-masks';
import { NODE_FATES } from '../../../src/lib/facts/node-initialization';
import { NODE_LABELS } from '../../../src/lib/facts/node-labels';
import { NODE_NAME_FORMS } from '../../../src/lib/facts/node-names';
import {
  CLUSTER_API_ROLLOUTS, INSTANCE_REFRESH, KARPENTER_BUDGETS, KOPS_ROLLOUTS, MACHINE_POOL_REFRESHES, ROLLING_UPDATE,
} from '../../../src/lib/facts/node-rollouts';
import { POD_DISRUPTION_BUDGET } from '../../../src/lib/facts/pod-disruption-budget';
import { RENDERERS } from '../../../src/lib/facts/renderers';
import { RKE2_CHANGES, RKE2_RELEASES } from '../../../src/lib/facts/rke2';
import { SECURE_PORTS } from '../../../src/lib/facts/secure-ports';
import { REMOVED_RBAC, SERVED_WORKLOADS } from '../../../src/lib/facts/served-workloads';
import { OTHER_SERVERS } from '../../../src/lib/facts/serves-services';
import { SERVICE_REFUSALS } from '../../../src/lib/facts/service-refusals';
import { sharedFlag, SHARED_FLAGS_READ_AT } from '../../../src/lib/facts/shared-flags';
import { START_FILES } from '../../../src/lib/facts/start-files';
import { STATIC_PODS_MAY_REFER } from '../../../src/lib/facts/static-pod-references';
import { FactTable } from '../../../src/lib/facts/table';
import { TOKEN_CONTROLLER_SIGNAL } from '../../../src/lib/facts/token-controller';
import { CCM_ASKS_FOR_TOKENS, CCM_CONTROLLER_ACCOUNTS } from '../../../src/lib/facts/token-requests';
import { VERSION_SKEW } from '../../../src/lib/facts/version-skew';
import { EBS_VOLUMES, EXTERNAL_CLOUD_VOLUME_PLUGIN } from '../../../src/lib/facts/volumes';
import { WORKER_FLAGS } from '../../../src/lib/facts/workers';
import { CCM } from '../../../src/lib/kubernetes/component';

/** Every table of values per Kubernetes minor. A new one is added here: the tests count. */
export const TABLES_BY_MINOR: readonly FactTable<unknown>[] = [
  AUDIT_VERSIONS, BUILT_IN_DEFAULT, CCM_ASKS_FOR_TOKENS, CCM_CONTROLLER_ACCOUNTS, CCM_RIGHTS, CIDR_ALLOCATORS, ...CLOUD_PROVIDER_CHECKS.values(),
  CONFIG_API, KUBELET_RUNTIME, CONTROL_PLANE_NODE, DROP_INS_NEED_VARIABLE, DUAL_NODE_IPS, EGRESS_NAMES, GATES_DEPEND_ON_OTHERS,
  ...Object.values(CONTROLLER_TABLES.keys).map(table => table()), ...Object.values(CONTROLLER_TABLES.aliases).map(table => table()),
  CREDENTIAL_PROVIDER_CONFIG_API, EBS_VOLUMES, EMULATION, EXTERNAL_CLOUD_VOLUME_PLUGIN, HONOURED_LEASE_DURATION, IN_TREE_CLOUD_REFUSED,
  IN_TREE_CLOUDS(),
  IN_TREE_ECR, KCM_FLAG_NAMES(), KUBEADM_UPGRADE_WRITES, KUBEADM_UPGRADES_ONCE, LEASE_GRANTS(), LOCK_LOSS, ...LOG_FORMATS.values(),
  MAIN_LOCK_KINDS, MIGRATION_LOCK_KINDS, NODE_IP_NEEDED,
  PLUGIN_PROTOCOLS_OF_KUBELET, POD_DISRUPTION_BUDGET, SINGLE_STACK_MASKS, STATIC_PODS_MAY_REFER, STRICT_FILES,
  ...Object.values(ROUTE_CONTROLLER_GATES), TOKEN_CONTROLLER_SIGNAL, UNDER_EXTERNAL, UPSTREAM_AWS_RULES, ...Object.values(WITH_IN_TREE_AWS),
  VERSION_SKEW, WITHOUT_AUTHORIZATION_MODE,
];

/** Tables of the releases of other projects, oldest first. */
export const RELEASE_LISTS: Readonly<Record<string, readonly {
  readonly release: string;
  readonly readAt: readonly string[];
  readonly source: string;
}[]>> = {
  'ansible-core': ANSIBLE_CORES,
  'Cluster API': CLUSTER_API_RELEASES(),
  'KKP': KKP_RELEASES,
  'kops': KOPS_RELEASES(),
  'KubeOne': KUBEONE_RELEASES,
  'RKE2': RKE2_RELEASES,
};

/** Lists without ranges about Kubernetes and the AWS cloud-controller-manager: the releases in whose sources each of their rows was read. */
export const READ_AS_A_WHOLE: Readonly<Record<string, readonly string[]>> = {
  'clouds with routes': CLOUDS_WITH_ROUTES_READ_AT,
  'flags of both components': SHARED_FLAGS_READ_AT,
  'flags that kubeadm passes': KUBEADM_KCM_FLAGS_READ_AT,
  'values that kubeadm takes': KUBEADM_VALUES_READ_AT,
  'IAM actions': IAM_ACTIONS_READ_AT,
  'kubeadm kubeconfig user': KUBECONFIG_COMMAND_READ_AT,
  'load balancers that are there': LOAD_BALANCER_CHANGES_READ_AT,
  'names of services of AWS': SERVICE_OVERRIDE_NAMES_READ_AT,
};

/** Rows that are no ranges, each with its source. */
export const PLAIN_LISTS: Readonly<Record<string, readonly { readonly source: string }[]>> = {
  'changes of the AWS cloud-controller-manager': Object.values(AWS_CCM_CHANGES),
  'behaviour of the AWS cloud-controller-manager': BEHAVIOUR_CHANGES,
  'faults of the AWS cloud-controller-manager': AWS_CCM_FAULTS,
  'Services that the AWS cloud-controller-manager refuses': SERVICE_REFUSALS,
  'distributions that run a kube-controller-manager within': DISTRIBUTIONS,
  'the second AWS provider': [AWS_V2],
  'flags of both components': [...new Set(flagNames(CCM).map(sharedFlag))].filter(flag => flag !== undefined),
  'files that a component needs to start': START_FILES,
  'programs of images': IMAGE_PROGRAMS,
  'flags of workers': WORKER_FLAGS,
  'forms of the names of nodes': NODE_NAME_FORMS,
  'what becomes of Nodes that are not initialized': NODE_FATES,
  'fields with the hops of instance metadata': [...HOP_LIMIT_FIELDS, ...HOP_LIMIT_KEYS],
  'labels of nodes': NODE_LABELS,
  'files that an installer makes components of': INSTALLER_FILES,
  'what RKE2 does from a release on': Object.values(RKE2_CHANGES),
  'kinds that something renders': RENDERERS,
  'metadata at which an object is not applied': LEFT_OUT,
  'ports of components': Object.values(SECURE_PORTS),
  'API versions of workloads': SERVED_WORKLOADS,
  'API versions of access rules that are gone': Object.values(REMOVED_RBAC),
  'versions of Cluster API\'s APIs': Object.values(CLUSTER_API_VERSIONS()),
  'fields of topologies of Cluster API': TOPOLOGY_FIELDS,
  'versions of kubeadm\'s API': Object.values(KUBEADM_APIS()),
  'IAM actions': IAM_ACTIONS,
  'load balancers that are there': LOAD_BALANCER_CHANGES,
  'load balancers of another controller': [LEFT_TO_ANOTHER],
  'resources of IAM actions': IAM_RESOURCES,
  'images with versions of their own': IMAGE_SCHEMES,
  'images and the clouds that they serve without a flag': DEFAULT_CLOUDS,
  'programs that do the work of a controller': OTHER_SERVERS,
  'fields of a kops Cluster': KOPS_FIELDS(),
  'clouds of KKP': KKP_CLOUDS,
  'fields of installers that hold a secret': INSTALLER_SECRET_FIELDS,
  'kinds that run no controller manager': INERT_KINDS,
  'systems that write the control planes that they host': HOSTING_SYSTEMS,
  'objects of Cluster API that replace nodes': CLUSTER_API_ROLLOUTS,
  'instance refreshes of machine pools': MACHINE_POOL_REFRESHES,
  'budgets of Karpenter': KARPENTER_BUDGETS,
  'rolling updates of kops': KOPS_ROLLOUTS,
  'Auto Scaling groups that replace instances': [INSTANCE_REFRESH, ROLLING_UPDATE],
  'values of the kubelet\'s configuration': FIELD_VALUES,
  'fields of the kubelet\'s configuration with a gate': GATED_FIELDS,
  'fields of the kubelet\'s configuration that do not go together': CONFLICTS,
  'keys that hold a secret': SECRET_KEYS,
  'keys that name a secret': NO_SECRET_KEYS,
};
