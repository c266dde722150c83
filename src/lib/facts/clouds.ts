/** Names of one provider that is registered under several: the cloud is the same. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  // k8s.io/cloud-provider-aws@v1.27.0 cmd/aws-cloud-controller-manager/main.go, pkg/providers/v2/cloud.go.
  'aws/v2': 'aws',
  // kubernetes-sigs/cloud-provider-equinix-metal v3.4.0 and v3.8.1 metal/cloud.go:15-19, deprecatedProviderName.
  'packet': 'equinixmetal',
};

/**
 * Providers that stand for the nodes and for no cloud: they make load balancers, if at all, of the nodes themselves, so that no other manager of a
 * cloud leaves something of theirs behind. siderolabs/talos-cloud-controller-manager v1.12.0 pkg/talos/cloud.go, LoadBalancer and Routes; k3s-io/k3s
 * pkg/cloudprovider/cloudprovider.go, which registers itself as the program that links it, k3s or rke2.
 */
const OF_NO_CLOUD: readonly string[] = ['talos', 'k3s', 'rke2'];

/** The cloud behind a value of `--cloud-provider` that names a provider; undefined: it is of no cloud. */
export function cloudOfProvider(provider: string): string | undefined {
  const cloud = Object.hasOwn(OTHER_NAMES, provider) ? OTHER_NAMES[provider] : provider;
  return OF_NO_CLOUD.includes(cloud) ? undefined : cloud;
}

/** Both lists, for those who have to read the same. */
export const CLOUD_NAMES = { same: OTHER_NAMES, none: OF_NO_CLOUD };
