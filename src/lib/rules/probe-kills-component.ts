import { podStopsOf, Rule, stopFindings } from './rule';

export const probeKillsComponent: Rule = {
  id: 'probe-kills-component',
  severity: 'error',
  title: 'A liveness or startup probe that the component cannot answer',
  why: 'The kubelet kills the container again and again: it wins its lock, and starts over.',
  fix: 'Ask for /healthz over HTTPS on the secure port: 10257 of kube-controller-manager, 10258 of a cloud-controller-'
    + 'manager, or what --secure-port says.',
  source: 'k8s.io/controller-manager@v0.37.2 app/serve.go NewBaseHandler; k8s.io/apiserver@v0.26.15 '
    + 'pkg/server/options/authorization.go AlwaysAllowPaths',
  check: model => stopFindings(model, 'probe-kills-component'),
  stops: podStopsOf('probe-kills-component'),
};
