import { FactTable } from './table';

/** Without this variable in its environment, whatever its value is, a kubelet with `--config-dir` ends where the table says so. */
export const DROP_IN_VARIABLE = 'KUBELET_CONFIG_DROPIN_DIR_ALPHA';

/** Whether a kubelet with `--config-dir` needs the variable. */
export const DROP_INS_NEED_VARIABLE = new FactTable<boolean>('drop-ins of the kubelet\'s configuration', [
  {
    from: '1.20',
    to: '1.27',
    readAt: ['1.20.15', '1.27.16'],
    value: false,
    source: 'k8s.io/kubernetes@v1.20.15 and v1.27.16 cmd/kubelet/app/options/options.go: the flag is not there',
  },
  {
    from: '1.28',
    to: '1.29',
    readAt: ['1.28.15', '1.29.15'],
    value: true,
    source: 'k8s.io/kubernetes@v1.28.15 cmd/kubelet/app/server.go:215, @v1.29.15 :222: "not set, cannot start kubelet"',
  },
  {
    from: '1.30',
    readAt: ['1.30.14', '1.37.1'],
    value: false,
    source: 'k8s.io/kubernetes@v1.30.14 cmd/kubelet/app/server.go:222 and @v1.37.1: no variable is asked for',
  },
]);
