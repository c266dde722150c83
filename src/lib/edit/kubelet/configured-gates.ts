import { GateSetting } from '../../kubernetes/feature-gates';
import { SourceDocument } from '../yaml/source-document';

/** `featureGates` of a kubelet's configuration, each with its line. What is no boolean there is left out. */
export function configuredGates(document: SourceDocument): readonly (GateSetting & { readonly on: boolean; readonly line: number })[] {
  const { featureGates } = document.data;
  return typeof featureGates !== 'object' || featureGates === null ? [] : Object.entries(featureGates).flatMap(([name, on]) =>
    typeof on === 'boolean' ? [{ name, on, text: `${name}: ${on}`, line: document.line(['featureGates', name]) }] : []);
}
