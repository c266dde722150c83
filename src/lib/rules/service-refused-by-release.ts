import { Rule } from './rule';
import { readAwsCcm } from '../facts/ccm-releases';
import { serviceRefusals } from '../facts/service-refusals';
import { parseRelease } from '../facts/since';
import { ccms, nameOf } from '../view/ask';

export const serviceRefusedByRelease: Rule = {
  id: 'service-refused-by-release',
  severity: 'error',
  title: 'A Service that the release of the cloud-controller-manager refuses',
  why: 'It is refused before a call to AWS: it gets no load balancer, and one that is there is never updated again, so that new nodes are not its '
    + 'targets.',
  fix: 'Change the Service, or stay on a release that accepts it.',
  source: 'kubernetes/cloud-provider-aws pkg/providers/v1/aws_validations.go; each row of src/lib/facts/service-refusals.ts has its own',
  check: model => ccms(model).filter(view => readAwsCcm(view.awsRelease) !== undefined).flatMap(view =>
    model.objects.flatMap(({ kind, namespace = 'default', name, place, loadBalancer }) => loadBalancer === undefined ? []
      : serviceRefusals(parseRelease(view.awsRelease!), loadBalancer).map(({ says, fix }) => ({
        place, message: `${kind} ${namespace}/${name}: ${nameOf(view)}, release ${view.awsRelease}, refuses ${says}`, fix,
      })))),
};
