import { CCM, Component, KCM } from '../component';
import { KubernetesVersion } from '../kubernetes-version';
import { CCM_FLAGS } from './ccm-flags';
import { absentIn, FlagTables, flagTables, inAll, since, upTo } from './flag-table';
import { inTreeClouds } from './in-tree-clouds';
import { removedFlags } from './removed-flags';
import { FactTable } from './table';

/** Flags that both components get from the same code, in every minor. */
const KUBE_CLOUD_SHARED = 'k8s.io/cloud-provider@v0.20.15 and v0.37.2 options/kubecloudshared.go, options/cloudprovider.go';
const LEADER_ELECTION = 'k8s.io/component-base@v0.20.15 and v0.37.2 config/options/leaderelectionconfig.go';
const LEADER_MIGRATION = 'k8s.io/controller-manager options/generic.go:58 of each minor; v0.20.15 has none';
const KCM_OPTIONS = 'k8s.io/kubernetes@v1.20.15 and v1.37.1 cmd/kube-controller-manager/app/options';

const KCM_FLAGS = flagTables(KCM, [
  ...['cloud-provider', 'cloud-config', 'external-cloud-volume-plugin', 'configure-cloud-routes', 'allocate-node-cidrs', 'cluster-cidr', 'cluster-name',
    'cidr-allocator-type', 'use-service-account-credentials', 'allow-untagged-cloud', 'route-reconciliation-period', 'node-monitor-period'].map(flag => inAll(flag, KUBE_CLOUD_SHARED)),
  ...['node-cidr-mask-size', 'node-cidr-mask-size-ipv4', 'node-cidr-mask-size-ipv6', 'service-cluster-ip-range', 'feature-gates', 'controllers', 'kubeconfig'].map(flag => inAll(flag, KCM_OPTIONS)),
  ...['leader-elect', 'leader-elect-lease-duration', 'leader-elect-renew-deadline', 'leader-elect-retry-period', 'leader-elect-resource-lock',
    'leader-elect-resource-name', 'leader-elect-resource-namespace'].map(flag => inAll(flag, LEADER_ELECTION)),
  since('1.21', 'enable-leader-migration', LEADER_MIGRATION),
  since('1.21', 'leader-migration-config', LEADER_MIGRATION),
  upTo('1.36', 'concurrent-service-syncs', 'k8s.io/kubernetes@v1.37.1 cmd/kube-controller-manager/app/options has no service controller flags'),
  upTo('1.23', 'port', 'k8s.io/kubernetes@v1.23.17 cmd/kube-controller-manager/app/options; no-op from 1.22, gone in v1.24.17'),
  absentIn('node-status-update-frequency', KCM_OPTIONS),
  ...removedFlags(KCM),
]);

const APISERVER_FLAGS = flagTables('kube-apiserver', [
  upTo('1.32', 'cloud-provider', 'k8s.io/kubernetes@v1.32.13 pkg/kubeapiserver/options/cloudprovider.go; the file is gone in v1.33.13'),
  upTo('1.32', 'cloud-config', 'k8s.io/kubernetes@v1.32.13 pkg/kubeapiserver/options/cloudprovider.go; the file is gone in v1.33.13'),
  ...removedFlags('kube-apiserver'),
]);

const KUBELET_OPTIONS = 'k8s.io/kubernetes@v1.20.15 and v1.37.1 cmd/kubelet/app/options/options.go';

const KUBELET_FLAGS = flagTables('kubelet', [
  ...['cloud-provider', 'image-credential-provider-config', 'image-credential-provider-bin-dir', 'hostname-override', 'node-ip', 'provider-id'].map(flag => inAll(flag, KUBELET_OPTIONS)),
  upTo('1.33', 'cloud-config', 'k8s.io/kubernetes@v1.33.13 cmd/kubelet/app/options/options.go:323; gone in v1.34.4'),
  ...removedFlags('kubelet'),
]);

/** The flags known per component. */
export const FLAGS: Readonly<Record<Component, FlagTables>> = {
  [KCM]: KCM_FLAGS,
  [CCM]: CCM_FLAGS,
  'kube-apiserver': APISERVER_FLAGS,
  'kube-scheduler': flagTables('kube-scheduler', removedFlags('kube-scheduler')),
  'kubelet': KUBELET_FLAGS,
};

/**
 * Whether a component has a flag in that release; `undefined` when the tables do not know the flag, which is no statement about the component.
 *
 * @param flag with or without the leading dashes, without a value
 */
export function hasFlag(component: Component, flag: string, version: KubernetesVersion): boolean | undefined {
  return FLAGS[component].get(flag.replace(/^--/, ''))?.at(version);
}

/** `any`: not checked at start. `in-tree`: nothing, `external`, or an in-tree cloud of the release. `external`: nothing or `external`. `gone`: no flag. */
type CloudProviderCheck = 'any' | 'in-tree' | 'external' | 'gone';

export const CLOUD_PROVIDER_CHECKS: ReadonlyMap<Component, FactTable<CloudProviderCheck>> = new Map<Component, FactTable<CloudProviderCheck>>([
  [KCM, new FactTable<CloudProviderCheck>('--cloud-provider of kube-controller-manager', [
    { from: '1.20', to: '1.30', value: 'in-tree', source: 'k8s.io/kubernetes@v1.26.15 pkg/cloudprovider/providers/providers.go' },
    { from: '1.31', to: '1.37', value: 'external', source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/options/options.go:458-460' },
  ])],
  // The CCM knows the providers that its binary registers, and must be given one: `--cloud-provider cannot be empty`.
  [CCM, new FactTable<CloudProviderCheck>('--cloud-provider of cloud-controller-manager', [
    { from: '1.20', to: '1.37', value: 'any', source: 'k8s.io/cloud-provider@v0.20.15 options/options.go:234, v0.36.6 options/options.go:274' },
  ])],
  ['kube-apiserver', new FactTable<CloudProviderCheck>('--cloud-provider of kube-apiserver', [
    { from: '1.20', to: '1.28', value: 'any', source: 'k8s.io/kubernetes@v1.28.15 pkg/kubeapiserver/options/cloudprovider.go, no validation' },
    { from: '1.29', to: '1.32', value: 'external', source: 'k8s.io/kubernetes@v1.29.15 pkg/kubeapiserver/options/cloudprovider.go' },
    { from: '1.33', to: '1.37', value: 'gone', source: 'k8s.io/kubernetes@v1.33.13, pkg/kubeapiserver/options/cloudprovider.go deleted' },
  ])],
  ['kube-scheduler', new FactTable<CloudProviderCheck>('--cloud-provider of kube-scheduler', [
    { from: '1.20', to: '1.37', value: 'gone', source: 'k8s.io/kubernetes@v1.20.15 cmd/kube-scheduler/app/options, never had it' },
  ])],
  ['kubelet', new FactTable<CloudProviderCheck>('--cloud-provider of kubelet', [
    { from: '1.20', to: '1.30', value: 'in-tree', source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go, cmd/kubelet/app/server.go' },
    { from: '1.31', to: '1.37', value: 'external', source: 'k8s.io/kubernetes@v1.32.13 cmd/kubelet/app/server.go:655-658' },
  ])],
]);

/**
 * Values of `--cloud-provider` that the component starts with: `any` when it does not check, `undefined` when the flag is gone. An empty string
 * stands for the flag not being passed. In-tree names of 1.29 and 1.30 need the gate `DisableCloudProviders` set to false.
 */
export function cloudProviderValues(component: Component, version: KubernetesVersion): readonly string[] | 'any' | undefined {
  switch (CLOUD_PROVIDER_CHECKS.get(component)!.at(version)) {
    case 'any': return 'any';
    case 'gone': return undefined;
    case 'external': return ['', 'external'];
    case 'in-tree': return ['', 'external', ...inTreeClouds(version)];
  }
}
