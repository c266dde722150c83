import { podStopsOf, Rule, stopFindings } from './rule';

export const podDoesNotGoOn: Rule = {
  id: 'pod-does-not-go-on',
  severity: 'error',
  title: 'A static pod that is not started again',
  why: 'A manager that loses its lock ends, and the kubelet has to start it again: else the node has none from then '
    + 'on.',
  fix: 'Remove what keeps the kubelet from starting it again.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/container/helpers.go ShouldContainerBeRestarted, '
    + 'pkg/kubelet/active_deadline.go',
  check: model => stopFindings(model, 'pod-does-not-go-on'),
  stops: podStopsOf('pod-does-not-go-on'),
};
