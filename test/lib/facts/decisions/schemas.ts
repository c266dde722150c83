import { APISERVER_FILES_SCHEMA } from './apiserver-files-schema';
import { CLOUD_CONFIG_SCHEMA } from './cloud-config-schema';
import { CREDENTIAL_PROVIDER_SCHEMA } from './credential-provider-schema';
import { ETCD_SCHEMA } from './etcd-schema';
import { FLAG_SCHEMAS } from './flags';
import { KUBEADM_SCHEMA } from './kubeadm-schema';
import { KUBECONFIG_SCHEMA } from './kubeconfig-schema';
import { KUBELET_CONFIGURATION } from './kubelet-configuration';
import { LEADER_MIGRATION_SCHEMA } from './leader-migration-schema';
import { PODS } from './pod';
import { RBAC_SCHEMA } from './rbac';
import { Schema } from './schema';
import { UNITS_SCHEMA } from './units-schema';
import { WORKLOADS } from './workloads';

/** How the rows of each table of src/lib/facts/decisions are tested. */
export const SCHEMAS: readonly Schema[] = [
  PODS,
  WORKLOADS,
  ...FLAG_SCHEMAS,
  APISERVER_FILES_SCHEMA,
  KUBELET_CONFIGURATION,
  CREDENTIAL_PROVIDER_SCHEMA,
  KUBEADM_SCHEMA,
  KUBECONFIG_SCHEMA,
  ETCD_SCHEMA,
  UNITS_SCHEMA,
  LEADER_MIGRATION_SCHEMA,
  CLOUD_CONFIG_SCHEMA,
  RBAC_SCHEMA,
];
