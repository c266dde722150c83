import { Rule } from './rule';
import { KUBECONFIG_ANNOTATION, MADE_BY_PLAN, ON_NODE } from '../kubernetes/kubeconfig-annotation';
import { ccms, nameOf } from '../view/ask';

/** Kubeconfigs are in no output of ours: the manifest says where its own comes from. */
const SAID: Readonly<Record<string, string>> = {
  [MADE_BY_PLAN]: 'a step of the plan makes it on the node', [ON_NODE]: 'synthesis saw it on the node that was handed in',
};

export const staticPodKubeconfigMissing: Rule = {
  id: 'static-pod-kubeconfig-missing',
  severity: 'error',
  title: 'The kubeconfig of a static pod is not among the node\'s files',
  why: 'A kubelet does not start a static pod while a file of type File that it mounts is missing, and nobody runs the cloud controllers there.',
  fix: 'Put a kubeconfig for the cloud-controller-manager on the node, or let the plan make it (CcmWorkload.staticPodOfKubeadm()). '
    + 'Only its name is looked at: an empty file of that name in the folder of the node says that it is there.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/volume/hostpath/host_path.go, checkTypeInternal; '
    + 'kubeadm writes no such file: cmd/kubeadm/app/phases/kubeconfig/kubeconfig.go',
  check: model => ccms(model).flatMap(view => {
    const { kubeconfig, pod } = view;
    if (view.origin !== 'static-pod' || kubeconfig === undefined || (kubeconfig.mounted && kubeconfig.state !== 'absent')) return [];
    const place = kubeconfig.flag;
    const asks = `${nameOf(view)} has --kubeconfig=${kubeconfig.path}, but`;
    if (!kubeconfig.mounted) return [{ place, message: `${asks} no volume is mounted there` }];
    const missing = `${asks} ${kubeconfig.from} does not exist`;
    const said = SAID[pod!.annotations[KUBECONFIG_ANNOTATION]];
    return said === undefined ? [{ place, message: missing }] : [{ place, severity: 'note', message: `${missing} here: ${said}` }];
  }),
};
