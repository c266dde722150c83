import { Rule, undecidedIf } from './rule';
import { CCM } from '../kubernetes/component';
import { firstOfEach } from '../kubernetes/once-for';
import { ccms, isExternal, kcms, kubelets, nameOf, placeOf } from '../view/ask';

export const externalWithoutCcm: Rule = {
  id: 'external-without-ccm',
  severity: 'error',
  title: 'The cloud provider is external, but no cloud-controller-manager will run',
  why: 'New nodes keep the uninitialized taint and get no addresses, and no component makes load balancers or deletes Nodes of terminated instances.',
  fix: 'Deploy the cloud-controller-manager together with the first external node.',
  source: 'k8s.io/kubernetes@v1.26.15 pkg/kubelet/kubelet_node_status.go:324; terraform-aws-modules/terraform-aws-eks#2754',
  check: model => {
    if (ccms(model).length > 0) return [];
    // Of what was not read, some may be one: a kustomization, a chart, a file that cannot be read. Then the proof says that it is not known.
    const open = model.unread.find(({ mayRun }) => mayRun?.includes(CCM));
    const severity = model.verdict.declaredGaps.length > 0 || open !== undefined ? 'warning' as const : undefined;
    // A kubelet gives its node the taint, so a manager is named only where none does: which folders nodes lie in decides nothing.
    const [ofKubelets, ofManagers] = [kubelets(model), kcms(model)].map(views => views.filter(isExternal));
    return firstOfEach(ofKubelets.length > 0 ? ofKubelets : ofManagers, ({ kind }) => String(kind)).map(view => undecidedIf(open !== undefined, {
      place: placeOf(view, 'cloud-provider'),
      severity,
      message: `${nameOf(view)} has --cloud-provider=external, and the input has no cloud-controller-manager`
        + (open === undefined ? '' : ', as far as it was read'),
    }));
  },
};
