import { API_SERVER_FLAGS } from './api-server-flags';
import { APISERVER_FILE_DECISIONS } from './apiserver-files';
import { CCM_FLAGS } from './ccm-flags';
import { CLOUD_CONFIG_DECISIONS } from './cloud-config';
import { CREDENTIAL_PROVIDER_DECISIONS } from './credential-provider';
import { DecisionTable } from './decision';
import { ETCD_DECISIONS } from './etcd';
import { KCM_FLAGS } from './kcm-flags';
import { KUBEADM_DECISIONS } from './kubeadm';
import { KUBECONFIG_DECISIONS } from './kubeconfig';
import { KUBELET_CONFIGURATION_DECISIONS } from './kubelet-configuration';
import { KUBELET_FLAGS } from './kubelet-flags';
import { LEADER_MIGRATION_DECISIONS } from './leader-migration';
import { POD_DECISIONS } from './pod';
import { RBAC_DECISIONS } from './rbac';
import { UNIT_DECISIONS } from './units';
import { WORKLOAD_DECISIONS } from './workloads';

/** Every table of what fields and flags decide, in the order of docs/reference/what-verify-reads.md. */
export const DECISION_TABLES: readonly DecisionTable[] = [
  POD_DECISIONS,
  WORKLOAD_DECISIONS,
  API_SERVER_FLAGS,
  KCM_FLAGS,
  CCM_FLAGS,
  KUBELET_FLAGS,
  APISERVER_FILE_DECISIONS,
  KUBELET_CONFIGURATION_DECISIONS,
  CREDENTIAL_PROVIDER_DECISIONS,
  KUBEADM_DECISIONS,
  KUBECONFIG_DECISIONS,
  ETCD_DECISIONS,
  UNIT_DECISIONS,
  LEADER_MIGRATION_DECISIONS,
  CLOUD_CONFIG_DECISIONS,
  RBAC_DECISIONS,
];
