import { podStopsOf, Rule, stopFindings } from './rule';

export const workloadRefused: Rule = {
  id: 'workload-refused',
  severity: 'error',
  title: 'The API server refuses a workload as it is written',
  why: 'The cluster has no such workload, or an older one: the component does not run as written.',
  fix: 'Correct the manifest as the message says.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/apis/apps/validation/validation.go; kubernetes.io/docs/reference/using-'
    + 'api/deprecation-guide',
  check: model => stopFindings(model, 'workload-refused'),
  stops: podStopsOf('workload-refused'),
};
