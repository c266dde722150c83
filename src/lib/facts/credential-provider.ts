import { KubernetesVersion } from '../kubernetes-version';
import { hasSince, parseRelease, Release } from './since';
import { FactTable } from './table';

/** Newest `CredentialProviderConfig` that a kubelet reads; the older ones stay registered. */
export const CREDENTIAL_PROVIDER_CONFIG_API = new FactTable<string>('CredentialProviderConfig of kubelet', [
  { from: '1.20', to: '1.23', value: 'kubelet.config.k8s.io/v1alpha1', source: 'k8s.io/kubernetes@v1.23.17 pkg/kubelet/apis/config/v1alpha1' },
  { from: '1.24', to: '1.25', value: 'kubelet.config.k8s.io/v1beta1', source: 'k8s.io/kubernetes@v1.24.17 pkg/kubelet/apis/config/v1beta1' },
  { from: '1.26', to: '1.37', value: 'kubelet.config.k8s.io/v1', source: 'k8s.io/kubernetes@v1.26.15 and v1.37.1 pkg/kubelet/apis/config/v1' },
]);

/** Protocols that a kubelet speaks with plugins: `credentialprovider.kubelet.k8s.io/<version>`. */
export const PLUGIN_PROTOCOLS_OF_KUBELET = new FactTable<readonly string[]>('credential provider protocols of kubelet', [
  { from: '1.20', to: '1.23', value: ['v1alpha1'], source: 'k8s.io/kubernetes@v1.23.17 pkg/credentialprovider/plugin/plugin.go apiVersions' },
  { from: '1.24', to: '1.25', value: ['v1alpha1', 'v1beta1'], source: 'k8s.io/kubernetes@v1.24.17 pkg/credentialprovider/plugin/plugin.go apiVersions' },
  { from: '1.26', to: '1.37', value: ['v1alpha1', 'v1beta1', 'v1'], source: 'k8s.io/kubernetes@v1.26.15 and v1.37.1 pkg/credentialprovider/plugin/plugin.go apiVersions' },
]);

/** First releases of ecr-credential-provider that speak v1, and nothing else; the ones before speak v1alpha1, and nothing else (plugin.go compares exactly). */
const PLUGIN_V1_SINCE: readonly string[] = ['1.27.1'];

/** The one protocol of a release of ecr-credential-provider. Source: v1.27.0 cmd/ecr-credential-provider/plugin.go:80, v1.27.1 the same line. */
export function pluginProtocol(release: Release): string {
  return hasSince(release, PLUGIN_V1_SINCE) ? 'v1' : 'v1alpha1';
}

/**
 * Whether the plugin knows public.ecr.aws: v1.27.2, lost in v1.27.3, back in v1.28.0.
 * Source: kubernetes/cloud-provider-aws cmd/ecr-credential-provider/main.go at these tags; absent in k8s.io/cloud-provider-aws@v1.27.0 main.go:39.
 */
export function pluginKnowsPublicEcr(release: Release): boolean {
  return hasSince(release, ['1.28.0']) || (release.minor === 27 && release.patch === 2);
}

/** Hosts that the plugin takes for private registries; others make it fail. */
export interface PluginHosts {
  readonly since: readonly string[];
  readonly pattern: RegExp;
  readonly source: string;
}

/** Newest last. Between the two read releases the older pattern is assumed: what it takes, the newer one takes too. */
export const PLUGIN_HOSTS: readonly PluginHosts[] = [
  {
    since: ['1.20.0'],
    pattern: /^(\d{12})\.dkr\.ecr(-fips)?\.([a-zA-Z0-9][a-zA-Z0-9-_]*)\.(amazonaws\.com(\.cn)?|sc2s\.sgov\.gov|c2s\.ic\.gov)$/,
    source: 'k8s.io/cloud-provider-aws@v1.27.0 cmd/ecr-credential-provider/main.go:39',
  },
  {
    since: ['1.33.4', '1.34.3'],
    // eslint-disable-next-line max-len
    pattern: /^(\d{12})\.dkr[.-]ecr(-fips)?\.([a-zA-Z0-9][a-zA-Z0-9-_]*)\.(amazonaws\.(?:com(?:\.cn)?|eu)|on\.(?:aws|amazonwebservices\.com\.cn)|sc2s\.sgov\.gov|c2s\.ic\.gov|cloud\.adc-e\.uk|csp\.hci\.ic\.gov)$/,
    source: 'k8s.io/cloud-provider-aws@v1.33.4 cmd/ecr-credential-provider/main.go:50, v1.34.3:51',
  },
];

/** The in-tree ECR provider of kubelet is gone from here on: without a plugin no image is pulled from ECR. */
export const IN_TREE_ECR = new FactTable<boolean>('ECR provider inside kubelet', [
  { from: '1.20', to: '1.26', value: true, source: 'k8s.io/kubernetes@v1.26.15 pkg/credentialprovider/aws' },
  { from: '1.27', to: '1.37', value: false, source: 'k8s.io/kubernetes@v1.27.16 has no pkg/credentialprovider/aws' },
]);

/** @throws outside the table */
export function needsCredentialProvider(kubelet: KubernetesVersion): boolean {
  return !IN_TREE_ECR.at(kubelet);
}

export function pluginHosts(tag: string): PluginHosts {
  const release = parseRelease(tag);
  return [...PLUGIN_HOSTS].reverse().find(({ since }) => hasSince(release, since)) ?? PLUGIN_HOSTS[0];
}
