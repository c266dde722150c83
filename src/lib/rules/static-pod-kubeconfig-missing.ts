import { Rule, stopFindings } from './rule';
import { KUBECONFIG_ANNOTATION, MADE_BY_PLAN, ON_NODE } from '../kubernetes/kubeconfig-annotation';
import { ccms, isCcm, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

/** Kubeconfigs are in no output of ours: the manifest says where its own comes from. */
const SAID: Readonly<Record<string, string>> = {
  [MADE_BY_PLAN]: 'a step of the plan makes it on the node', [ON_NODE]: 'synthesis saw it on the node that was handed in',
};

export const staticPodKubeconfigMissing: Rule = {
  id: 'static-pod-kubeconfig-missing',
  severity: 'error',
  title: 'The kubeconfig of a static pod is not among the node\'s files',
  why: 'A kubelet does not start a static pod while a file of type File that it mounts is missing, and no process runs the cloud controllers there.',
  fix: 'Put a kubeconfig for the cloud-controller-manager on the node, or let the plan make it (CcmWorkload.staticPodOfKubeadm()). '
    + 'Only its name is looked at: an empty file of that name in the folder of the node says that it is there.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/volume/hostpath/host_path.go, checkTypeInternal; '
    + 'kubeadm writes no such file: cmd/kubeadm/app/phases/kubeconfig/kubeconfig.go',
  check: model => [
    ...stopFindings(model, 'static-pod-kubeconfig-missing'),
    ...ccms(model).flatMap(view => {
      const said = saidOf(view);
      const missing = missingKubeconfig(view);
      return said === undefined || missing === undefined ? []
        : [{ place: view.kubeconfig!.flag, severity: 'note' as const, message: `${missing} here: ${said}` }];
    }),
  ],
  stops: view => {
    const missing = isCcm(view) ? missingKubeconfig(view) : undefined;
    return missing === undefined || saidOf(view) !== undefined ? NO_DOUBT.isRight : [{ place: view.kubeconfig!.flag, what: missing }];
  },
};

function missingKubeconfig(view: ComponentView): string | undefined {
  const { kubeconfig, origin } = view;
  if (origin !== 'static-pod' || kubeconfig === undefined || (kubeconfig.mounted && kubeconfig.state !== 'absent')) return undefined;
  const asks = `${nameOf(view)} has --kubeconfig=${kubeconfig.path}, but`;
  return kubeconfig.mounted ? `${asks} ${kubeconfig.from} does not exist` : `${asks} no volume is mounted there`;
}

/** Of a file that is mounted: where it comes from. */
function saidOf({ kubeconfig, pod }: ComponentView): string | undefined {
  return kubeconfig?.mounted === true ? SAID[pod!.annotations[KUBECONFIG_ANNOTATION]] : undefined;
}
