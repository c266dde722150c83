import { Rule, stopFindings } from './rule';
import { isScheduledHere } from './scheduling';
import { UNINITIALIZED_TAINT } from '../facts/control-plane-node';
import { tolerates } from '../kubernetes/taint';
import { controllerIn } from '../model/process';
import { isCcm, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

export const ccmDoesNotTolerateUninitialized: Rule = {
  id: 'ccm-does-not-tolerate-uninitialized',
  severity: 'error',
  title: 'The cloud-controller-manager does not tolerate the taint that it has to remove',
  why: 'A new node with an external kubelet carries the taint until a cloud-controller-manager takes it off. One that cannot run there never does.',
  fix: 'Tolerate node.cloudprovider.kubernetes.io/uninitialized, value "true", effect NoSchedule.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go:324-328; terraform-aws-modules/terraform-aws-eks#2754',
  check: model => stopFindings(model, 'ccm-does-not-tolerate-uninitialized'),
  stops: view => isCcm(view) && isScheduledHere(view) && initializesNodes(view) && !tolerates(view.pod!.tolerations, UNINITIALIZED_TAINT) ? {
    // A node that was registered before its kubelet became external has no such taint.
    undecided: { place: view.pod!.tolerationsPlace, what: `${nameOf(view)} does not tolerate ${UNINITIALIZED_TAINT.key}` },
  } : NO_DOUBT.notAsked,
};

/** With `-cloud-node` another program takes the taint off, as cloud-node-manager of Azure does. */
function initializesNodes({ process }: ComponentView): boolean {
  return process === undefined || controllerIn(process, 'cloud-node').presence === 'enabled';
}
