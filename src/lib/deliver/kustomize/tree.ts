import { GivenBase } from './given-base';
import { layerFiles } from './layer';
import { Manifest } from '../../kubernetes/manifest';
import { below, BundleFile } from '../bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder, isWorkload, objectKey, objectTitle, steadyPhase } from '../composed-phase';

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

/** Annotations that are instructions to kustomize: it acts on them or takes them away (sigs.k8s.io/kustomize/kyaml kio/kioutil, api/konfig). */
const OWN_ANNOTATIONS = /^(?:internal\.)?config\.(?:kubernetes|k8s)\.io\/|^kustomize\.config\.k8s\.io\//;

/** @throws if kustomize would not give the object back as it is */
function checkKustomizable(object: Manifest): void {
  if (/List$/.test(object.kind) && 'items' in object) {
    throw new Error(`${objectTitle(object)} is a list, which kustomize takes apart; give each of its items as an object of its own`);
  }
  if (object.apiVersion.startsWith('kustomize.config.k8s.io/')) {
    throw new Error(`${objectTitle(object)} is configuration of kustomize and not an object of a cluster; leave it out of the App or Chart`);
  }
  const annotation = Object.keys(object.metadata.annotations as object | undefined ?? {}).find(name => OWN_ANNOTATIONS.test(name));
  if (annotation) throw new Error(`${objectTitle(object)} has the annotation '${annotation}', which kustomize reads and takes away; leave it out`);
}
