import { partsOf } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What a minor of KubeOne does. Kubernetes minors are numbers: 23 is 1.23. */
export interface KubeOneRelease {
  /** `1.6` */
  readonly release: string;
  /** API versions of its documents. */
  readonly apiVersions: readonly string[];
  /** Minors of Kubernetes that it accepts; undefined: it has no bounds, or they were not read. */
  readonly kubernetes?: { readonly from: number; readonly to: number };
  /** Minors of Kubernetes for which `kubeone migrate to-ccm-csi` moves AWS; undefined: it does not. */
  readonly aws?: { readonly from: number; readonly to: number };
  /** Why AWS is not moved. */
  readonly reason?: string;
  /** Gates of the first run, and of the second. */
  readonly gates: { readonly first: readonly string[]; readonly second: readonly string[] };
  /** Whether the cloud-controller-manager gets a cloud config. */
  readonly ccmCloudConfig: boolean;
  /** Releases in which it was read. */
  readonly readAt: readonly string[];
  readonly source: string;
}

const V1BETA1 = 'kubeone.io/v1beta1';
const V1BETA2 = 'kubeone.k8c.io/v1beta2';
const V1BETA3 = 'kubeone.k8c.io/v1beta3';
const WITH_CSI = { first: ['CSIMigrationAWS=true'], second: ['CSIMigrationAWS=true', 'InTreePluginAWSUnregister=true'] };
const NO_GATES = { first: [], second: [] };
const NO_IN_TREE = 'no Kubernetes that it accepts has in-tree AWS';
const HELPERS = (tag: string, lines: string) => `kubermatic/kubeone@${tag} pkg/apis/kubeone/helpers.go:${lines}`;

/** Oldest first: the releases that have the command. It is hidden from 1.9 on and does nothing from 1.14 on. */
export const KUBEONE_RELEASES: readonly KubeOneRelease[] = [
  {
    release: '1.3',
    apiVersions: [V1BETA1],
    reason: 'its migration has gates for OpenStack and vSphere only',
    gates: NO_GATES,
    ccmCloudConfig: false,
    readAt: ['v1.3.0'],
    source: `${HELPERS('v1.3.0', '174-202')}, pkg/tasks/ccm_csi_migration.go:46-66`,
  },
  {
    release: '1.4',
    apiVersions: [V1BETA1, V1BETA2],
    kubernetes: { from: 20, to: 23 },
    reason: 'its migration has gates for Azure, OpenStack and vSphere only',
    gates: NO_GATES,
    ccmCloudConfig: false,
    readAt: ['v1.4.0'],
    source: `${HELPERS('v1.4.0', '311-340')}, pkg/apis/kubeone/validation/validation.go:38-41`,
  },
  {
    release: '1.5',
    apiVersions: [V1BETA1, V1BETA2],
    kubernetes: { from: 22, to: 24 },
    aws: { from: 22, to: 24 },
    gates: WITH_CSI,
    ccmCloudConfig: false,
    readAt: ['v1.5.0'],
    source: `${HELPERS('v1.5.0', '306-338')}, validation.go:38-41, addons/ccm-aws/ccm-aws.yaml:162-170`,
  },
  {
    release: '1.6',
    apiVersions: [V1BETA1, V1BETA2],
    kubernetes: { from: 24, to: 26 },
    aws: { from: 24, to: 26 },
    gates: WITH_CSI,
    ccmCloudConfig: true,
    readAt: ['v1.6.0'],
    source: `${HELPERS('v1.6.0', '302-332')}, validation.go:41-44, addons/ccm-aws/ccm-aws.yaml`,
  },
  {
    release: '1.7',
    apiVersions: [V1BETA1, V1BETA2],
    kubernetes: { from: 25, to: 27 },
    aws: { from: 25, to: 26 },
    gates: { first: [], second: ['InTreePluginAWSUnregister=true'] },
    ccmCloudConfig: true,
    readAt: ['v1.7.0'],
    source: `${HELPERS('v1.7.0', '328-355')}, validation.go:41-44,339-343`,
  },
  {
    release: '1.8',
    apiVersions: [V1BETA1, V1BETA2],
    kubernetes: { from: 27, to: 29 },
    reason: NO_IN_TREE,
    gates: NO_GATES,
    ccmCloudConfig: true,
    readAt: ['v1.8.0'],
    source: `${HELPERS('v1.8.0', '324-341')}, validation.go:41-44`,
  },
  ...['1.9', '1.10', '1.11', '1.12', '1.13'].map((release): KubeOneRelease => ({
    release,
    apiVersions: [V1BETA2, V1BETA3],
    ...release === '1.9' ? { kubernetes: { from: 29, to: 31 } } : {},
    reason: `the command is hidden, and ${NO_IN_TREE}`,
    gates: NO_GATES,
    ccmCloudConfig: true,
    readAt: ['v1.9.0', 'v1.14.2'],
    source: 'kubermatic/kubeone@v1.9.0 validation.go:41-44; v1.14.2 CHANGELOG/CHANGELOG-1.9.md:77',
  })),
];

/**
 * The facts of a release.
 *
 * @param release `1.6`, `v1.6.2`
 * @throws if the table does not have it
 */
export function kubeOneRelease(release: string): KubeOneRelease {
  const { minor } = partsOf(release);
  const found = KUBEONE_RELEASES.find(one => one.release === minor);
  if (!found) {
    throw new Error(`kubeOneRelease is '${release}', which is not in the table of KubeOne releases; known: ${KUBEONE_RELEASES[0].release} `
    + `to ${KUBEONE_RELEASES.at(-1)!.release}`);
  }
  return found;
}

/** Releases that move AWS for a version: `1.5, 1.6`. */
export function kubeOneReleasesFor({ minor }: KubernetesVersion): string {
  return KUBEONE_RELEASES.filter(({ aws }) => aws !== undefined && minor >= aws.from && minor <= aws.to).map(({ release }) => release).join(', ')
    || 'none';
}
