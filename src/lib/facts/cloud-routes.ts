/** Tags of the AWS cloud-controller-manager in whose sources its routes were read (v1.37.0 aws.go:727); in-tree clouds have ended. */
export const CLOUDS_WITH_ROUTES_READ_AT: readonly string[] = ['v1.27.0', 'v1.37.0', 'v1.37.1'];

/**
 * Clouds whose `Routes()` is there whatever their configuration: k8s.io/legacy-cloud-providers@v0.26.15 aws/aws.go:1491, azure/azure.go:705,
 * gce/gce.go:689; k8s.io/cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:1546. A process that names no cloud has none, or ends before this is
 * asked.
 */
export const CLOUDS_WITH_ROUTES: readonly string[] = ['aws', 'azure', 'gce', ''];

/** In-tree clouds without: k8s.io/legacy-cloud-providers@v0.26.15 vsphere/vsphere.go:938. */
export const IN_TREE_CLOUDS_WITHOUT_ROUTES: readonly string[] = ['vsphere'];
