import { hasSince } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

const KCM_FLAGS: Readonly<Record<string, string>> = {
  'allocate-node-cidrs': 'true',
  'bind-address': '127.0.0.1',
  'controllers': '*,tokencleaner',
  'kubeconfig': '/var/lib/rancher/rke2/server/cred/controller.kubeconfig',
  'profiling': 'false',
  'secure-port': '10257',
  'use-service-account-credentials': 'true',
};

/** What a server with a cloud provider passes to kube-controller-manager beside keys, oldest first. Cloud routes are left on, as without RKE2. */
export const RKE2_RELEASES = [
  {
    release: '1.26',
    kcmFlags: { ...KCM_FLAGS, 'feature-gates': 'JobTrackingWithFinalizers=true' },
    readAt: ['v1.26.15+rke2r1'],
    source: 'rancher/rke2@v1.26.15+rke2r1 pkg/podexecutor/staticpod.go:415-441 and the pod that it wrote: reference',
  },
  {
    release: '1.27',
    kcmFlags: KCM_FLAGS,
    readAt: ['v1.27.16+rke2r2'],
    source: 'rancher/rke2@v1.27.16+rke2r2 pkg/podexecutor/staticpod.go:436-462 and the pod that it wrote: reference',
  },
];

/** @throws for a release that was not read */
export function rke2KcmFlags({ minorVersion }: KubernetesVersion): Readonly<Record<string, string>> {
  const found = RKE2_RELEASES.find(({ release }) => release === minorVersion);
  if (found) return found.kcmFlags;
  throw new Error(`what RKE2 of Kubernetes ${minorVersion} runs was not read; known: ${RKE2_RELEASES.map(({ release }) => release).join(', ')}`);
}

/** What RKE2 does from a release of each minor on; the releases on both sides were read. */
export const RKE2_CHANGES = {
  /** `*-extra-mount` takes files, and not folders alone. */
  mountsFiles: { since: ['1.27.13', '1.28.9', '1.29.4', '1.30.0'], source: 'rancher/rke2@v1.27.13+rke2r1 pkg/staticpod/staticpod.go:336-385' },
  /** `cloud-provider-name: aws` names the node, and is passed to no component. */
  awsNamesNode: { since: ['1.29.11', '1.30.7', '1.31.3', '1.32.0'], source: 'rancher/rke2@v1.32.0+rke2r1 pkg/rke2/rke2_linux.go:95-107' },
} as const;

export function rke2Has(change: keyof typeof RKE2_CHANGES, { minor, patch = 0 }: KubernetesVersion): boolean {
  return hasSince({ minor, patch }, RKE2_CHANGES[change].since);
}
