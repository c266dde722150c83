import { generatedInTreeClouds } from './generated';
import { lazy } from './lazy';
import { FactRow, FactTable, generatedTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

const PROVIDERS_FILE = 'pkg/cloudprovider/providers/providers.go';

/** Clouds compiled into kube-controller-manager and kubelet, by the value of `--cloud-provider`. */
export const IN_TREE_CLOUDS = lazy<FactTable<readonly string[]>>(() => {
  const { read, rows } = generatedInTreeClouds();
  return generatedTable('in-tree cloud providers', read, rows.map(row => [row]), held => held.map(({ cloud }) => cloud));
});

/** The in-tree clouds of a release, sorted. */
export function inTreeClouds(version: KubernetesVersion): readonly string[] {
  return IN_TREE_CLOUDS().at(version);
}

/** The clouds that any known release had in-tree, sorted. */
export function knownClouds(): readonly string[] {
  return generatedInTreeClouds().rows.map(({ cloud }) => cloud);
}

/**
 * The last minor that has the cloud in-tree, for example `1.26` for `aws`; `undefined` for a cloud that no known release had in-tree, which never had
 * anything to migrate from.
 */
export function lastInTreeMinor(cloud: string): string | undefined {
  return IN_TREE_CLOUDS().rows.filter(row => row.value.includes(cloud)).at(-1)?.to;
}

/** How a component ends that is given `--cloud-provider=aws`. */
export interface InTreeAwsFailure {
  /** The component's own words; `undefined`: it starts. */
  readonly error?: string;
  /** When it fails: at flag validation it holds no lock; after its main lock, a standby looks healthy and the leader runs nothing. */
  readonly when?: 'flag-validation' | 'after-main-lock' | 'start';
}

const STARTS: InTreeAwsFailure = {};
const DISABLED = 'cloud provider "aws" was specified, but built-in cloud providers are disabled. '
  + 'Please set --cloud-provider=external and migrate to an external cloud provider';

/** Components that had the in-tree AWS provider. */
type InTreeAwsComponent = 'kube-controller-manager' | 'kubelet' | 'kube-apiserver';

function withAws(component: InTreeAwsComponent, rows: readonly FactRow<InTreeAwsFailure>[]): FactTable<InTreeAwsFailure> {
  return new FactTable(`${component} with --cloud-provider=aws`, rows);
}

/** What a component does with `--cloud-provider=aws`. */
export const WITH_IN_TREE_AWS: Readonly<Record<InTreeAwsComponent, FactTable<InTreeAwsFailure>>> = {
  'kube-controller-manager': withAws('kube-controller-manager', [
    { from: '1.20', to: '1.26', readAt: ['1.20.15', '1.26.15'], value: STARTS, source: `k8s.io/kubernetes@v1.26.15 ${PROVIDERS_FILE}:24` },
    {
      from: '1.27',
      to: '1.31',
      readAt: ['1.27.16', '1.31.14'],
      value: { error: 'cloud provider could not be initialized: unknown cloud provider "aws"', when: 'after-main-lock' },
      source: 'k8s.io/kubernetes@v1.27.16 cmd/kube-controller-manager/app/cloudproviders.go:57, controllermanager.go:233; v1.31.14 '
        + 'cloudproviders.go:57',
    },
    {
      from: '1.32',
      readAt: ['1.32.13', '1.37.1'],
      value: { error: DISABLED, when: 'flag-validation' },
      source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/options/options.go:458, v1.37.1:478; no cloudproviders.go',
    },
  ]),
  'kubelet': withAws('kubelet', [
    { from: '1.20', to: '1.26', readAt: ['1.20.15', '1.26.15'], value: STARTS, source: `k8s.io/kubernetes@v1.26.15 ${PROVIDERS_FILE}:24` },
    {
      from: '1.27',
      to: '1.31',
      readAt: ['1.27.16', '1.31.14'],
      value: { error: 'unknown cloud provider "aws"', when: 'start' },
      source: 'k8s.io/kubernetes@v1.27.16 cmd/kubelet/app/server.go:552; k8s.io/cloud-provider@v0.27.12 plugins.go, InitCloudProvider',
    },
    {
      from: '1.32',
      readAt: ['1.32.13', '1.37.1'],
      // In run(), after the flags and the configuration file were validated.
      value: { error: DISABLED, when: 'start' },
      source: 'k8s.io/kubernetes@v1.32.13 cmd/kubelet/app/server.go:655-658, v1.37.1 pkg/kubelet/kubelet.go:493-495',
    },
  ]),
  'kube-apiserver': withAws('kube-apiserver', [
    {
      from: '1.20',
      to: '1.28',
      readAt: ['1.20.15', '1.28.15'],
      value: STARTS,
      source: 'k8s.io/kubernetes@v1.28.15 pkg/kubeapiserver/options/cloudprovider.go, no validation',
    },
    {
      from: '1.29',
      to: '1.32',
      readAt: ['1.29.15', '1.32.13'],
      value: { error: 'unknown --cloud-provider: aws', when: 'flag-validation' },
      source: 'k8s.io/kubernetes@v1.29.15 pkg/kubeapiserver/options/cloudprovider.go',
    },
    {
      from: '1.33',
      readAt: ['1.33.13', '1.37.1'],
      value: { error: 'unknown flag: --cloud-provider', when: 'flag-validation' },
      source: 'k8s.io/kubernetes@v1.33.13, pkg/kubeapiserver/options/cloudprovider.go deleted',
    },
  ]),
};

/** What a component of this release does with `--cloud-provider=aws`. */
export function withInTreeAws(component: InTreeAwsComponent, version: KubernetesVersion): InTreeAwsFailure {
  return WITH_IN_TREE_AWS[component].at(version);
}

/** When kube-controller-manager refuses an in-tree cloud that it does not have, whatever its name. */
export const IN_TREE_CLOUD_REFUSED = new FactTable<'flag-validation' | 'after-main-lock'>('when kube-controller-manager refuses a cloud provider', [
  {
    from: '1.20',
    to: '1.31',
    readAt: ['1.20.15', '1.31.14'],
    value: 'after-main-lock',
    source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/cloudproviders.go:34-67, called by CreateControllerContext',
  },
  {
    from: '1.32',
    readAt: ['1.32.13', '1.37.1'],
    value: 'flag-validation',
    source: 'k8s.io/kubernetes@v1.32.13 cmd/kube-controller-manager/app/options/options.go:458-460, v1.37.1:478',
  },
]);
