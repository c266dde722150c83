import { Rule } from './rule';
import { apiServers, ccms, nameOf, runsOn } from '../view/ask';
import { ComponentView } from '../view/model';

const OWN_NODE = ['127.0.0.1', 'localhost', '::1', 'fieldRef:status.hostIP'];

export const ccmNewerThanApiServer: Rule = {
  id: 'ccm-newer-than-api-server',
  severity: 'warning',
  title: 'The cloud-controller-manager is newer than an API server that it talks to',
  why: 'The version skew policy allows it to be at most as new as the API server. Some tools do it on purpose.',
  fix: 'Run it on nodes of version N+1 only, against the API server of its own node, or use the release of version N.',
  source: 'Kubernetes version skew policy, kube-controller-manager, kube-scheduler and cloud-controller-manager; kubernetes/kops@a09a7e5692',
  check: model => ccms(model).flatMap(view => apiServers(model)
    .filter(({ kind, version }) => kind !== undefined && version && version.minor < (releasedFor(view) ?? 0) && reaches(view, kind))
    .map(server => ({ place: view.image?.place ?? view.place, message: `${nameOf(view)} is newer than ${nameOf(server)}` }))),
};

/** A load balancer in front of all API servers may send it to any. What its node starts has a kubeconfig of the node, as a unit of systemd has. */
function reaches(view: ComponentView, kind: string): boolean {
  const isLocal = view.pod === undefined || view.origin === 'static-pod' || OWN_NODE.includes(view.pod.env.KUBERNETES_SERVICE_HOST);
  return !isLocal || runsOn(view, kind);
}

/** The minor that it is released for, which its tag says; a release may be built from the libraries of the next. */
function releasedFor({ awsRelease, version }: ComponentView): number | undefined {
  return awsRelease === undefined ? version?.minor : Number(awsRelease.split('.')[1]);
}
