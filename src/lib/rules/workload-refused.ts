import { podStopsOf, Rule, stopFindings } from './rule';

export const workloadRefused: Rule = {
  id: 'workload-refused',
  severity: 'error',
  title: 'The API server refuses a workload as it is written',
  why: 'It is not in the cluster, or an older one is: what it runs runs nowhere.',
  fix: 'Correct the manifest as the message says.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/apis/apps/validation/validation.go; kubernetes.io/docs/reference/using-'
    + 'api/deprecation-guide',
  check: model => stopFindings(model, 'workload-refused'),
  stops: podStopsOf('workload-refused'),
};
