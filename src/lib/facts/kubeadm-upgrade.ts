import { KUBEADM_FLAGS, KUBELET_CONFIGURATIONS } from './inputs/kubelet-files';
import { FactTable } from './table';

const [CONFIGURATION] = KUBELET_CONFIGURATIONS;
const CODE = 'cmd/kubeadm/app/phases/upgrade/postupgrade.go';

/**
 * Files of a node, other than static pod manifests, that `kubeadm upgrade apply` and `kubeadm upgrade node` of a release rewrite: the kubelet's
 * configuration with the defaults of that release, and in some releases its flags without one that is gone.
 */
export const KUBEADM_UPGRADE_WRITES = new FactTable<readonly string[]>("files that kubeadm's own upgrade rewrites", [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: [CONFIGURATION],
    source: `k8s.io/kubernetes@v1.23.17 ${CODE}:166, cmd/kubeadm/app/cmd/phases/upgrade/node/kubeletconfig.go:78`,
  },
  {
    from: '1.24',
    to: '1.24',
    readAt: ['1.24.17'],
    value: [CONFIGURATION, KUBEADM_FLAGS],
    source: `k8s.io/kubernetes@v1.24.17 ${CODE}:74,176,281 (UpdateKubeletDynamicEnvFileWithURLScheme)`,
  },
  { from: '1.25', to: '1.25', readAt: ['1.25.16'], value: [CONFIGURATION], source: `k8s.io/kubernetes@v1.25.16 ${CODE}:170` },
  {
    from: '1.26',
    to: '1.26',
    readAt: ['1.26.15'],
    value: [CONFIGURATION, KUBEADM_FLAGS],
    source: `k8s.io/kubernetes@v1.26.15 ${CODE}:71,173,218 (CleanupKubeletDynamicEnvFileContainerRuntime)`,
  },
  {
    from: '1.27',
    to: '1.34',
    readAt: ['1.27.16', '1.34.10'],
    value: [CONFIGURATION],
    source: `k8s.io/kubernetes@v1.27.16 ${CODE}:187; @v1.34.10 ${CODE}:182`,
  },
  {
    from: '1.35',
    readAt: ['1.35.8', '1.36.4', '1.37.2'],
    value: [CONFIGURATION, KUBEADM_FLAGS],
    source: `k8s.io/kubernetes@v1.35.8 ${CODE}:171,186 (RemoveKubeletArgsFromFile)`,
  },
]);

/** An object of namespace kube-system, as kubectl names it. */
export interface KubeadmObject {
  readonly kind: 'configmap' | 'daemonset.apps';
  /** `<minor>` stands for the minor release that is upgraded to: `1.22`. */
  readonly name: string;
}

const PROXY: readonly KubeadmObject[] = [
  { kind: 'configmap', name: 'kube-proxy' },
  { kind: 'daemonset.apps', name: 'kube-proxy' }, // after the ConfigMap, which its pods read when they start
];
const OF_MINOR: KubeadmObject = { kind: 'configmap', name: 'kubelet-config-<minor>' };
const OF_ALL: KubeadmObject = { kind: 'configmap', name: 'kubelet-config' };

/**
 * What kubeadm's own upgrade to a release writes over once in a cluster, in namespace kube-system, of what version N reads too: the configuration of
 * kubelets that join, and kube-proxy with its own. CoreDNS, which no skew policy ties to a release, is not among them.
 */
export const KUBEADM_UPGRADES_ONCE = new FactTable<readonly KubeadmObject[]>("objects that kubeadm's own upgrade writes once", [
  {
    from: '1.20',
    to: '1.22',
    readAt: ['1.20.15', '1.22.17'],
    value: [OF_MINOR, ...PROXY],
    source: `k8s.io/kubernetes@v1.22.17 ${CODE}:59,150, cmd/kubeadm/app/constants/constants.go:652 (GetKubeletConfigMapName)`,
  },
  {
    from: '1.23',
    to: '1.24',
    readAt: ['1.23.17', '1.24.17'],
    // By the feature gate UnversionedKubeletConfigMap, which is a setting of ClusterConfiguration.
    value: [OF_MINOR, OF_ALL, ...PROXY],
    source: `k8s.io/kubernetes@v1.24.17 ${CODE}:63,160, cmd/kubeadm/app/constants/constants.go:707 (GetKubeletConfigMapName)`,
  },
  {
    from: '1.25',
    to: '1.31',
    readAt: ['1.25.16', '1.31.14'],
    value: [OF_ALL, ...PROXY],
    source: `k8s.io/kubernetes@v1.26.15 ${CODE}:60,157; @v1.31.14 ${CODE}:64,181`,
  },
  {
    from: '1.32',
    readAt: ['1.32.13', '1.33.13', '1.34.10', '1.35.8', '1.36.4', '1.37.2'],
    value: [OF_ALL, ...PROXY],
    source: 'k8s.io/kubernetes@v1.37.2 cmd/kubeadm/app/cmd/phases/upgrade/apply/uploadconfig.go:104, addons.go:144',
  },
]);
