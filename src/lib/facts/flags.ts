import { CCM_FLAGS } from './ccm-flags';
import { FlagTables, flagTables, inAll, upTo } from './flag-table';
import { inTreeClouds } from './in-tree-clouds';
import { KCM_FLAGS } from './kcm-flags';
import { removedFlags } from './removed-flags';
import { FactTable } from './table';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

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

/** The component whose whole command line is in its table. That of a cloud-controller-manager is not: its provider adds flags. */
const COMPLETE: Component = KCM;

/**
 * Whether a component has a flag in that release; `undefined` when the tables do not know the flag, which is no statement about the component.
 *
 * @param flag with or without the leading dashes, without a value
 */
export function hasFlag(component: Component, flag: string, version: KubernetesVersion): boolean | undefined {
  const table = FLAGS[component].get(flag.replace(/^--/, ''));
  return table ? table.at(version) : component === COMPLETE ? false : undefined;
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
