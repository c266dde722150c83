import { FlagRange, upTo } from './flag-table';
import { CCM, Component, KCM } from '../kubernetes/component';

/** Last minor, the flags, and where the last release with them defines them; none of the next release's files does. */
type Removal = readonly [last: string, flags: readonly string[], source: string];

/** klog defines its flags with underscores; most components turn them into dashes, and take both. */
function bothSpellings(flag: string): string[] {
  return [...new Set([flag, flag.replace(/-/g, '_')])];
}

/** Flags of klog, which every component had until component-base stopped to register them. */
const KLOG: Removal = ['1.25', [
  'add-dir-header', 'alsologtostderr', 'log-backtrace-at', 'log-dir', 'log-file', 'log-file-max-size', 'logtostderr', 'one-output', 'skip-headers',
  'skip-log-headers', 'stderrthreshold',
].flatMap(bothSpellings), 'k8s.io/component-base@v0.25.16 logs/logs.go:50, klog.InitFlags; v0.26.15 logs/klogflags/klogflags.go:25 keeps v and vmodule'];

const KUBELET = 'cmd/kubelet/app/options/options.go';
const DOCKERSHIM = 'pkg/kubelet/config/flags.go';
const OPTIONS = 'cmd/kube-controller-manager/app/options';
const GCE = ['cloud-provider-gce-lb-src-cidrs'];
const SCHEDULER = 'cmd/kube-scheduler/app/options/deprecated.go';

const REMOVALS: Readonly<Record<Component, readonly Removal[]>> = {
  [KCM]: [
    KLOG,
    ['1.21', ['horizontal-pod-autoscaler-use-rest-clients'], `k8s.io/kubernetes@v1.21.14 ${OPTIONS}/hpacontroller.go:43`],
    ['1.23', ['deployment-controller-sync-period'], `k8s.io/kubernetes@v1.23.17 ${OPTIONS}/deploymentcontroller.go:37`],
    ['1.23', ['address'], `k8s.io/kubernetes@v1.23.17 ${OPTIONS}/options.go:230`],
    ['1.24', ['deleting-pods-burst', 'deleting-pods-qps', 'register-retry-count'], `k8s.io/kubernetes@v1.24.17 ${OPTIONS}/deprecatedcontroller.go:37`],
    ['1.24', ['experimental-cluster-signing-duration'], `k8s.io/kubernetes@v1.24.17 ${OPTIONS}/csrsigningcontroller.go:49`],
    ['1.26', ['enable-taint-manager', 'pod-eviction-timeout'], `k8s.io/kubernetes@v1.26.15 ${OPTIONS}/nodelifecyclecontroller.go:42`],
    ['1.30', ['horizontal-pod-autoscaler-downscale-delay', 'horizontal-pod-autoscaler-upscale-delay'], `k8s.io/kubernetes@v1.30.14 ${OPTIONS}/hpacontroller.go:40`],
    ['1.30', ['volume-host-allow-local-loopback', 'volume-host-cidr-denylist'], `k8s.io/kubernetes@v1.30.14 ${OPTIONS}/persistentvolumebindercontroller.go:46`],
    ['1.30', GCE, 'k8s.io/kubernetes@v1.30.14 cmd/kube-controller-manager/app/flags_providers.go:30'],
  ],
  [CCM]: [KLOG],
  'kube-apiserver': [
    KLOG,
    ['1.21', ['kubelet-https', 'ssh-keyfile', 'ssh-user'], 'k8s.io/kubernetes@v1.21.14 cmd/kube-apiserver/app/options/options.go:198-240'],
    ['1.23', ['insecure-port', 'port'], 'k8s.io/kubernetes@v1.23.17 cmd/kube-apiserver/app/options/options.go:44,163'],
    ['1.23', ['deserialization-cache-size', 'experimental-encryption-provider-config'], 'k8s.io/apiserver@v0.23.17 pkg/server/options/etcd.go:152,170'],
    ['1.23', ['enable-swagger-ui'], 'k8s.io/apiserver@v0.23.17 pkg/server/options/feature.go:50'],
    ['1.23', ['target-ram-mb'], 'k8s.io/apiserver@v0.23.17 pkg/server/options/server_run_options.go:206'],
    ['1.24', ['service-account-api-audiences'], 'k8s.io/kubernetes@v1.24.17 pkg/kubeapiserver/options/authentication.go:349'],
    ['1.25', ['identity-lease-duration-seconds', 'identity-lease-renew-interval-seconds'], 'k8s.io/kubernetes@v1.25.16 cmd/kube-apiserver/app/options/options.go:188'],
    ['1.26', ['master-service-namespace'], 'k8s.io/apiserver@v0.26.15 pkg/server/options/server_run_options.go:209'],
    ['1.30', [...GCE, 'cloud-provider-gce-l7lb-src-cidrs'], 'k8s.io/kubernetes@v1.30.14 cmd/kube-apiserver/app/options/globalflags_providers.go:29'],
  ],
  'kube-scheduler': [
    KLOG,
    ['1.21', ['algorithm-provider', 'hard-pod-affinity-symmetric-weight', 'scheduler-name'], `k8s.io/kubernetes@v1.21.14 ${SCHEDULER}:50-70`],
    ['1.22', ['policy-config-file', 'policy-configmap', 'policy-configmap-namespace', 'use-legacy-policy-config'], `k8s.io/kubernetes@v1.22.17 ${SCHEDULER}:50-54`],
    ['1.23', ['address', 'port'], `k8s.io/kubernetes@v1.23.17 ${SCHEDULER}:44`],
    ['1.27', ['lock-object-name', 'lock-object-namespace'], `k8s.io/kubernetes@v1.27.16 ${SCHEDULER}:52`],
  ],
  'kubelet': [
    KLOG,
    ['1.20', ['enable-cadvisor-json-endpoints'], `k8s.io/kubernetes@v1.20.15 ${KUBELET}:372`],
    ['1.21', ['chaos-chance', 'experimental-logging-sanitization'], `k8s.io/kubernetes@v1.21.14 ${KUBELET}:370,541`],
    ['1.21', ['redirect-container-streaming'], `k8s.io/kubernetes@v1.21.14 ${DOCKERSHIM}:91`],
    ['1.22', ['experimental-bootstrap-kubeconfig', 'seccomp-profile-root'], `k8s.io/kubernetes@v1.22.17 ${KUBELET}:360,378`],
    ['1.23', [
      'cni-bin-dir', 'cni-cache-dir', 'cni-conf-dir', 'docker-endpoint', 'experimental-dockershim-root-directory', 'image-pull-progress-deadline',
      'network-plugin', 'network-plugin-mtu',
    ], `k8s.io/kubernetes@v1.23.17 ${DOCKERSHIM}:93-111`],
    ['1.23', [
      'dynamic-config-dir', 'experimental-check-node-capabilities-before-mount', 'non-masquerade-cidr', 'really-crash-for-testing',
    ], `k8s.io/kubernetes@v1.23.17 ${KUBELET}:329-360`],
    ['1.24', ['experimental-kernel-memcg-notification'], `k8s.io/kubernetes@v1.24.17 ${KUBELET}:507`],
    ['1.26', ['container-runtime'], `k8s.io/kubernetes@v1.26.15 ${DOCKERSHIM}:54`],
    ['1.26', ['master-service-namespace'], `k8s.io/kubernetes@v1.26.15 ${KUBELET}:343`],
    ['1.30', ['iptables-drop-bit', 'iptables-masquerade-bit', 'keep-terminated-pod-volumes'], `k8s.io/kubernetes@v1.30.14 ${KUBELET}:324,474`],
    ['1.33', ['register-schedulable'], `k8s.io/kubernetes@v1.33.13 ${KUBELET}:319`],
    ['1.34', ['pod-infra-container-image'], `k8s.io/kubernetes@v1.34.4 ${DOCKERSHIM}:50`],
  ],
};

/** Flags that manifests of an older release may have and that end the process of a newer one at start, besides those that the migration itself is about. */
export function removedFlags(component: Component): FlagRange[] {
  return REMOVALS[component].flatMap(([last, flags, source]) => flags.map(flag => upTo(last, flag, `${source}; not in the next release`)));
}
