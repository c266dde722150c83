/** What is in an image of a manager. */
export interface ImageProgram {
  readonly repository: RegExp;
  /** Repositories of which it is known; another one of the same name may hold another program. */
  readonly published: readonly string[];
  readonly program: string;
  /** Where builds of others have it, which are given under the name of the published one too. */
  readonly alsoAt?: readonly string[];
  /** Other programs of the image that start it. */
  readonly starters: readonly string[];
  /** Files that hold the certificates which its program trusts. */
  readonly trusted: string;
  /** Whom its program runs as where the pod does not say. */
  readonly user: number;
  readonly source: string;
}

/** What both are made on. */
const GO_RUNNER = 'kubernetes/release images/build/go-runner/Dockerfile and distroless.bzl: gcr.io/distroless/static, user 0, /go-runner';

export const IMAGE_PROGRAMS: readonly ImageProgram[] = [
  {
    repository: /(^|\/)provider-aws\/cloud-controller-manager$/,
    published: ['registry.k8s.io/provider-aws/cloud-controller-manager', 'k8s.gcr.io/provider-aws/cloud-controller-manager'],
    program: '/bin/aws-cloud-controller-manager',
    // gardener/cloud-provider-aws Dockerfile:14-18; gardener/gardener-extension-provider-aws@v1.30.0 charts/internal/seed-controlplane/charts/
    // cloud-controller-manager/templates/deployment.yaml:43 starts this path, whatever its image is.
    alsoAt: ['/aws-cloud-controller-manager'],
    starters: ['/go-runner'],
    trusted: '/etc/ssl/certs/ca-certificates.crt',
    user: 0,
    source: 'kubernetes/cloud-provider-aws v1.18.0-alpha.1, v1.20.0, v1.22.4, v1.27.10, v1.36.1 Dockerfile; to v1.20.0-alpha.0 on distroless/static, '
      + `without a starter; ${GO_RUNNER}`,
  },
  {
    repository: /(^|\/)kube-controller-manager$/,
    published: ['registry.k8s.io/kube-controller-manager', 'k8s.gcr.io/kube-controller-manager'],
    program: '/usr/local/bin/kube-controller-manager',
    starters: ['/go-runner'],
    trusted: '/etc/ssl/certs/ca-certificates.crt',
    user: 0,
    source: 'k8s.io/kubernetes@v1.20.15 build/lib/release.sh:379, build/common.sh:102; v1.26.15 and v1.37.1 build/server-image/Dockerfile, the '
      + `latter with /go-runner of its own; ${GO_RUNNER}`,
  },
];

/** Folders in which a container runtime looks for a program without one: opencontainers/runc, the PATH of distroless images. */
export const PROGRAM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * Least memory in bytes. Under the first a container does not start: runc itself does not fit into it (moby/moby daemon/daemon_unix.go
 * linuxMinMemory; opencontainers/runc@v1.5.1 libcontainer/process_linux.go:798, "memory limit too low"). Under the second, what keeps a manager
 * going may not fit: its program alone has more than 50 MiB, and it caches all Nodes and Services.
 */
export const LEAST_MEMORY = { toStart: 6 * 2 ** 20, toGoOn: 32 * 2 ** 20 };

/** Least share of a processor that a quota can be: k8s.io/kubernetes@v1.26.15 pkg/kubelet/cm/helpers_linux.go MilliCPUToQuota. */
export const LEAST_CPU = 0.01;
