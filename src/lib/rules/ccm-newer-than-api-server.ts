import { Rule } from './rule';
import { ccmSkews, placeOfRelease } from './skew';
import { ccms, nameOf } from '../view/ask';

export const ccmNewerThanApiServer: Rule = {
  id: 'ccm-newer-than-api-server',
  severity: 'warning',
  title: 'The cloud-controller-manager is newer than an API server that it talks to',
  why: 'The version skew policy allows it to be at most as new as the API server. Some tools do it on purpose.',
  fix: 'Run it on nodes of version N+1 only, against the API server of its own node, or use the release of version N.',
  source: 'Kubernetes version skew policy, kube-controller-manager, kube-scheduler and cloud-controller-manager; kubernetes/kops@a09a7e5692',
  check: model => ccms(model).flatMap(view => ccmSkews(view, model).filter(({ is }) => is === 'newer')
    .map(({ than }) => ({ place: placeOfRelease(view), message: `${nameOf(view)} is newer than ${than}` }))),
};
