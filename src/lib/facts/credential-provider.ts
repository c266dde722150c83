import { inTagRange } from './aws-ccm-tags';
import { hasChange } from './ccm-changes';
import { AwsCcmTables, generatedAwsCcm } from './generated';
import { perFeed } from './in-force';
import { Release } from './since';
import { FactTable } from './table';
import { GoRegexp, goRegexp } from '../kubernetes/go-regexp';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Each version of the configuration API that has the kind has conversions of it. */
const CONVERSIONS = 'pkg/kubelet/apis/config/*/zz_generated.conversion.go';

/** Newest `CredentialProviderConfig` that a kubelet reads; the older ones stay registered. */
export const CREDENTIAL_PROVIDER_CONFIG_API = new FactTable<string>('CredentialProviderConfig of kubelet', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: 'kubelet.config.k8s.io/v1alpha1',
    source: `k8s.io/kubernetes@v1.20.15 and v1.23.17 ${CONVERSIONS}: v1alpha1 alone`,
  },
  {
    from: '1.24',
    to: '1.25',
    readAt: ['1.24.17', '1.25.16'],
    value: 'kubelet.config.k8s.io/v1beta1',
    source: `k8s.io/kubernetes@v1.24.17 and v1.25.16 ${CONVERSIONS}: v1alpha1, v1beta1`,
  },
  {
    from: '1.26',
    readAt: ['1.26.15', '1.37.1'],
    value: 'kubelet.config.k8s.io/v1',
    source: `k8s.io/kubernetes@v1.26.15 and v1.37.1 ${CONVERSIONS}: v1, v1alpha1, v1beta1`,
  },
]);

/** Protocols that a kubelet speaks with plugins: `credentialprovider.kubelet.k8s.io/<version>`. */
export const PLUGIN_PROTOCOLS_OF_KUBELET = new FactTable<readonly string[]>('credential provider protocols of kubelet', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: ['v1alpha1'],
    source: 'k8s.io/kubernetes@v1.20.15 pkg/credentialprovider/plugin/plugin.go:53, v1.23.17:57',
  },
  {
    from: '1.24',
    to: '1.25',
    readAt: ['1.24.17', '1.25.16'],
    value: ['v1alpha1', 'v1beta1'],
    source: 'k8s.io/kubernetes@v1.24.17 and v1.25.16 pkg/credentialprovider/plugin/plugin.go:59',
  },
  {
    from: '1.26',
    readAt: ['1.26.15', '1.37.1'],
    value: ['v1alpha1', 'v1beta1', 'v1'],
    source: 'k8s.io/kubernetes@v1.26.15 pkg/credentialprovider/plugin/plugin.go:61, v1.37.1:72',
  },
]);

/** The one protocol of a release of ecr-credential-provider. */
export function pluginProtocol(release: Release): string {
  return hasChange(release, 'pluginSpeaksV1') ? 'v1' : 'v1alpha1';
}

/** Hosts that the plugin takes; others make it fail. */
export interface PluginHosts {
  /** Private registries. */
  readonly pattern: GoRegexp;
  /** Registries that are public. */
  readonly publicHosts: readonly string[];
  readonly source: string;
}

/** The in-tree ECR provider of kubelet is gone from here on: without a plugin no image is pulled from ECR. */
export const IN_TREE_ECR = new FactTable<boolean>('ECR provider inside kubelet', [
  { from: '1.20', to: '1.26', readAt: ['1.20.15', '1.26.15'], value: true, source: 'k8s.io/kubernetes@v1.26.15 pkg/credentialprovider/aws' },
  { from: '1.27', readAt: ['1.27.16', '1.37.1'], value: false, source: 'k8s.io/kubernetes@v1.27.16 has no pkg/credentialprovider/aws' },
]);

/** @throws outside the table */
export function needsCredentialProvider(kubelet: KubernetesVersion): boolean {
  return !IN_TREE_ECR.at(kubelet);
}

/**
 * What a release of ecr-credential-provider takes.
 *
 * @throws if that release was not read
 */
export function pluginHosts(tag: string): PluginHosts {
  return hosts(generatedAwsCcm().ecr.find(row => inTagRange(tag, row))!);
}

/** What the newest release takes that was read: any host of ECR that is known. */
export const newestPluginHosts: () => PluginHosts = perFeed(() => hosts(generatedAwsCcm().ecr.at(-1)!));

function hosts({ pattern, publicHosts, source }: AwsCcmTables['ecr'][number]): PluginHosts {
  return { pattern: goRegexp(pattern), publicHosts, source };
}
