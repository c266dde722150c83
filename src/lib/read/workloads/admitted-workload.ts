import { WorkloadContext } from './workload-context';
import { readWorkload } from './workload-reader';
import { ReadComponent } from '../component/component-reader';
import { ObjectAt } from '../documents/documents';
import { likelyTemplateOf } from '../documents/pod-templates';
import { asAdmitted } from '../interference/applied-policies';

/** The control-plane components that an object runs, as the API server keeps it where that is known. */
export function readAdmitted(object: ObjectAt, context: WorkloadContext): readonly ReadComponent[] {
  const read = readWorkload(object, context);
  const template = read.length === 0 ? undefined : likelyTemplateOf(object);
  const admitted = template && asAdmitted(object, template, context.objects);
  if (admitted === undefined) return read;
  const changed = readWorkload(admitted.object, { ...context, objects: admitted.objects });
  // Pods that were there before are as the manifest is: they run, and where those of the policy would.
  return read.every(isStarted) && JSON.stringify(read.map(whereOf)) === JSON.stringify(changed.map(whereOf)) ? changed : read;
}

function isStarted({ view: { podDoubts = [] } }: ReadComponent): boolean {
  return podDoubts.every(({ isDoubtful }) => isDoubtful === true);
}

function whereOf({ view: { component, pod } }: ReadComponent) {
  return [component, pod?.nodeTerms, pod?.tolerations, pod?.hostNetwork, pod?.dnsPolicy.value, pod?.serviceAccount];
}
