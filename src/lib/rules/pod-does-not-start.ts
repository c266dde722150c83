import { podStopsOf, Rule, stopFindings } from './rule';

export const podDoesNotStart: Rule = {
  id: 'pod-does-not-start',
  severity: 'error',
  title: 'The pods of a component do not start',
  why: 'A volume that cannot be mounted keeps the container from starting, and a component without credentials ends at'
    + ' once.',
  fix: 'Correct the manifest as the message says.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/volume/configmap/configmap.go MakePayload; k8s.io/client-go@v0.26.15 '
    + 'rest/config.go InClusterConfig',
  check: model => stopFindings(model, 'pod-does-not-start'),
  stops: podStopsOf('pod-does-not-start'),
};
