import { Manifest } from '../../kubernetes/manifest';
import { objectTitle } from '../composed-phase';

/** Annotations that are instructions to kustomize: it acts on them or takes them away (sigs.k8s.io/kustomize/kyaml kio/kioutil, api/konfig). */
const OWN_ANNOTATIONS = /^(?:internal\.)?config\.(?:kubernetes|k8s)\.io\/|^kustomize\.config\.k8s\.io\//;

/** @throws if kustomize would not give the object back as it is */
export function checkKustomizable(object: Manifest): void {
  if (/List$/.test(object.kind) && 'items' in object) {
    throw new Error(`${objectTitle(object)} is a list, which kustomize takes apart; give each of its items as an object of its own`);
  }
  if (object.apiVersion.startsWith('kustomize.config.k8s.io/')) {
    throw new Error(`${objectTitle(object)} is configuration of kustomize and not an object of a cluster; leave it out of the App or Chart`);
  }
  const annotation = Object.keys(object.metadata.annotations as object | undefined ?? {}).find(name => OWN_ANNOTATIONS.test(name));
  if (annotation) throw new Error(`${objectTitle(object)} has the annotation '${annotation}', which kustomize reads and takes away; leave it out`);
}
