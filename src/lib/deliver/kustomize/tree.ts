import { GivenBase } from './given-base';
import { layerFiles } from './layer';
import { checkKustomizable } from './supported';
import { Manifest } from '../../kubernetes/manifest';
import { BundleFile } from '../bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder, objectKey, objectTitle, steadyPhase } from '../composed-phase';
import { isWorkload } from '../workload';

/**
 * The tree `base/` and `overlays/<phase>/`. The base is the furthest phase, the state that stays; each overlay holds what differs in its phase.
 *
 * @param given base that exists, on top of which ours is written as patches
 * @throws if kustomize cannot say a phase, or the given base lacks the workload that is patched
 */
export function kustomizeTree(phases: readonly ComposedPhase[], given?: GivenBase): BundleFile[] {
  const steady = steadyPhase(phases);
  for (const phase of phases) {
    checkComposedPhase(phase);
    phase.objects.forEach(checkKustomizable);
  }
  if (steady.objects.length === 0) {
    throw new Error(`phase '${steady.phase}' has no object, so there is no base for the others; give an App or Chart that holds its objects`);
  }
  if (given) checkWorkloads(given, steady);
  return [
    ...below('base', layerFiles({ below: given?.resource, from: given?.objects ?? [], to: steady.objects })),
    ...inOrder(phases).flatMap(
      ({ phase, objects }) => below(`overlays/${phase}`, layerFiles({ below: '../../base', from: steady.objects, to: objects })),
    ),
  ];
}

/** Without its workload a given base is none of a cloud-controller-manager, or one under another name that would then run beside ours. */
function checkWorkloads(given: GivenBase, steady: ComposedPhase): void {
  const workloads = steady.objects.filter(isWorkload);
  // In whichever form: a patch changes a DaemonSet to a Deployment.
  const there = new Set(given.objects.filter(isWorkload).map(formless));
  if (workloads.length === 0 || workloads.some(object => there.has(formless(object)))) return;
  const has = given.objects.filter(isWorkload).map(objectTitle).join(', ') || 'no DaemonSet and no Deployment';
  throw new Error(`base '${given.title}' lacks ${workloads.map(objectTitle).join(' or ')}, which the patches of phase '${steady.phase}' need; it `
    + `has ${has}; `
    + 'give a base with that workload, or name yours as in the base (`metadata.name` of the Ccm)');
}

function formless(object: Manifest): string {
  return objectKey({ ...object, kind: '' });
}

function below(folder: string, files: readonly BundleFile[]): BundleFile[] {
  return files.map(({ path, content }) => ({ path: `${folder}/${path}`, content }));
}
