import { runsOn } from '../view/ask';
import { ComponentView } from '../view/model';

const OWN_NODE = ['127.0.0.1', 'localhost', '::1', 'fieldRef:status.hostIP'];

/** A load balancer in front of all API servers may send it to any. What its node starts has a kubeconfig of the node, as a unit of systemd has. */
export function reaches(view: ComponentView, kind: string | undefined): boolean {
  // One that is on no node of the input: which of them it is, is not known.
  if (kind === undefined) return false;
  const isLocal = view.pod === undefined || view.origin === 'static-pod' || OWN_NODE.includes(view.pod.env.KUBERNETES_SERVICE_HOST);
  return !isLocal || runsOn(view, kind);
}

/** The minor that it is released for, which its tag says; a release may be built from the libraries of the next. */
export function releasedFor({ awsRelease, version }: ComponentView): number | undefined {
  return awsRelease === undefined ? version?.minor : Number(awsRelease.split('.')[1]);
}
