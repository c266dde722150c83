import { Rule, undecidedIf } from './rule';
import { HOPS_TO_POD, imdsHopLimitNote } from '../facts/imds-hop-limit';
import { ccms, nameOf, textOf } from '../view/ask';

const FIX = 'Set hostNetwork: true (value `hostNetworking` of the Helm chart).';

export const ccmWithoutHostNetwork: Rule = {
  id: 'ccm-without-host-network',
  severity: 'warning',
  title: 'The cloud-controller-manager is not on the host network',
  why: 'The pod network waits for nodes that the cloud-controller-manager initializes, and it waits for the pod network. On AWS it also needs an '
    + 'IMDS hop limit of 2 or more.',
  fix: FIX,
  source: 'kubernetes/kops#4367, #10702; rancher/rke2-charts#268; kubernetes/cloud-provider-aws#169, #465',
  check: model => ccms(model).filter(({ pod, isHosted }) => pod && !isHosted && !pod.hostNetwork).flatMap(view => {
    const isOfAws = textOf(view, 'cloud-provider').startsWith('aws');
    const few = isOfAws ? model.hopLimits.filter(({ value = 0 }) => value < HOPS_TO_POD) : [];
    return [
      {
        place: view.pod!.place,
        message: `${nameOf(view)} does not set hostNetwork: true`,
        ...isOfAws && { fix: `${FIX} Else, on AWS: ${imdsHopLimitNote(false)}.` },
      },
      ...few.map(({ value, text, place, of }) => undecidedIf(value === undefined, {
        place,
        message: value === undefined
          ? `${of} has ${text}, which is not evaluated: below ${HOPS_TO_POD} the instance metadata service does not answer ${nameOf(view)}, which is `
            + 'not on the host network'
          : `${of} has ${text}, with which the instance metadata service does not answer ${nameOf(view)}: it is not on the host network`,
        fix: `Set it to ${HOPS_TO_POD} or more (3 with some CNI plugins), or hostNetwork: true for the cloud-controller-manager.`,
      })),
    ];
  }),
};
