import { hasSince, parseRelease, Release } from './since';
import { FactTable } from './table';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Each version of the configuration API that has the kind has conversions of it. */
const CONVERSIONS = 'pkg/kubelet/apis/config/*/zz_generated.conversion.go';

/** Newest `CredentialProviderConfig` that a kubelet reads; the older ones stay registered. */
export const CREDENTIAL_PROVIDER_CONFIG_API = new FactTable<string>('CredentialProviderConfig of kubelet', [
  { from: '1.20', to: '1.23', value: 'kubelet.config.k8s.io/v1alpha1', source: `k8s.io/kubernetes@v1.20.15 and v1.23.17 ${CONVERSIONS}: v1alpha1 alone` },
  { from: '1.24', to: '1.25', value: 'kubelet.config.k8s.io/v1beta1', source: `k8s.io/kubernetes@v1.24.17 and v1.25.16 ${CONVERSIONS}: v1alpha1, v1beta1` },
  { from: '1.26', to: '1.37', value: 'kubelet.config.k8s.io/v1', source: `k8s.io/kubernetes@v1.26.15 and v1.37.1 ${CONVERSIONS}: v1, v1alpha1, v1beta1` },
]);

/** Protocols that a kubelet speaks with plugins: `credentialprovider.kubelet.k8s.io/<version>`. */
export const PLUGIN_PROTOCOLS_OF_KUBELET = new FactTable<readonly string[]>('credential provider protocols of kubelet', [
  { from: '1.20', to: '1.23', value: ['v1alpha1'], source: 'k8s.io/kubernetes@v1.20.15 pkg/credentialprovider/plugin/plugin.go:53, v1.23.17:57' },
  { from: '1.24', to: '1.25', value: ['v1alpha1', 'v1beta1'], source: 'k8s.io/kubernetes@v1.24.17 and v1.25.16 pkg/credentialprovider/plugin/plugin.go:59' },
  { from: '1.26', to: '1.37', value: ['v1alpha1', 'v1beta1', 'v1'], source: 'k8s.io/kubernetes@v1.26.15 pkg/credentialprovider/plugin/plugin.go:61, v1.37.1:72' },
]);

/** First releases of ecr-credential-provider that speak v1, and nothing else; the ones before speak v1alpha1, and nothing else (plugin.go compares exactly). */
const PLUGIN_V1_SINCE: readonly string[] = ['1.27.1'];

/** The one protocol of a release of ecr-credential-provider. Source: v1.27.0 cmd/ecr-credential-provider/plugin.go:80, v1.27.1 the same line. */
export function pluginProtocol(release: Release): string {
  return hasSince(release, PLUGIN_V1_SINCE) ? 'v1' : 'v1alpha1';
}

/** Hosts that the plugin takes; others make it fail. */
export interface PluginHosts {
  readonly since: readonly string[];
  /** Private registries. */
  readonly pattern: RegExp;
  /** Registries that are public. */
  readonly publicHosts: readonly string[];
  readonly source: string;
}

const PRIVATE = /^(\d{12})\.dkr\.ecr(-fips)?\.([a-zA-Z0-9][a-zA-Z0-9-_]*)\.(amazonaws\.com(\.cn)?|sc2s\.sgov\.gov|c2s\.ic\.gov)$/;

/** Newest last. Between two read releases the older row holds: what it takes, the newer one takes too. */
export const PLUGIN_HOSTS: readonly PluginHosts[] = [
  { since: ['1.20.0'], pattern: PRIVATE, publicHosts: [], source: 'k8s.io/cloud-provider-aws@v1.27.0 cmd/ecr-credential-provider/main.go:39' },
  { since: ['1.28.0'], pattern: PRIVATE, publicHosts: ['public.ecr.aws'], source: 'k8s.io/cloud-provider-aws@v1.28.1 cmd/ecr-credential-provider/main.go:43-45' },
  {
    since: ['1.33.4', '1.34.3'],
    // eslint-disable-next-line max-len
    pattern: /^(\d{12})\.dkr[.-]ecr(-fips)?\.([a-zA-Z0-9][a-zA-Z0-9-_]*)\.(amazonaws\.(?:com(?:\.cn)?|eu)|on\.(?:aws|amazonwebservices\.com\.cn)|sc2s\.sgov\.gov|c2s\.ic\.gov|cloud\.adc-e\.uk|csp\.hci\.ic\.gov)$/,
    publicHosts: ['public.ecr.aws', 'ecr-public.aws.com'],
    source: 'k8s.io/cloud-provider-aws@v1.33.4 cmd/ecr-credential-provider/main.go:48-50, v1.34.3:49-51',
  },
];

/** v1.27.2 alone of its minor knew public.ecr.aws: lost in v1.27.3, back in v1.28.0. Source: kubernetes/cloud-provider-aws main.go at these tags. */
const PUBLIC_ONLY_IN_1_27 = 'v1.27.2';

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
  const hosts = [...PLUGIN_HOSTS].reverse().find(({ since }) => hasSince(release, since)) ?? PLUGIN_HOSTS[0];
  return tag === PUBLIC_ONLY_IN_1_27 ? { ...hosts, publicHosts: ['public.ecr.aws'] } : hosts;
}
