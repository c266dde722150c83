import { FactTable } from './table';

/** How a kubelet finds its container runtime. */
export interface KubeletRuntime {
  /** Whether it brings dockershim, and takes Docker by it where `--container-runtime` is not `remote`. */
  readonly hasDockershim: boolean;
  /** CRI socket without `--container-runtime-endpoint`; undefined: none, and the kubelet ends. */
  readonly endpoint?: string;
}

/** Socket of dockershim: there is nothing behind it any more. */
export const DOCKERSHIM_SOCKET = /(^|\/)dockershim(\.sock)?$/;

const OPTIONS = 'cmd/kubelet/app/options/options.go';

export const KUBELET_RUNTIME = new FactTable<KubeletRuntime>('container runtimes of kubelets', [
  {
    from: '1.20',
    to: '1.23',
    readAt: ['1.20.15', '1.23.17'],
    value: { hasDockershim: true, endpoint: 'unix:///var/run/dockershim.sock' },
    source: `k8s.io/kubernetes@v1.23.17 ${OPTIONS}:163-180, pkg/kubelet/kubelet.go:312-329`,
  },
  {
    from: '1.24',
    to: '1.26',
    readAt: ['1.24.17', '1.26.15'],
    value: { hasDockershim: false },
    source: `k8s.io/kubernetes@v1.24.17 pkg/kubelet/kubelet.go:295, pkg/kubelet/util/util_unix.go parseEndpoint; v1.26.15 ${OPTIONS}:199`,
  },
  {
    from: '1.27',
    readAt: ['1.27.16', '1.37.1'],
    value: { hasDockershim: false, endpoint: 'unix:///run/containerd/containerd.sock' },
    source: 'k8s.io/kubernetes@v1.27.16 and v1.37.1 pkg/kubelet/apis/config/v1beta1/defaults.go, SetDefaults_KubeletConfiguration',
  },
]);
