import { ObjectAt } from './documents';
import { isMap, SourcePath } from '../../edit/yaml/data';
import { POD_TEMPLATES } from '../../facts/inputs/workloads';

/**
 * The same, and where the kind is not known and has a template as workloads have it: whatever runs it, its pods count as running. Objects of Cluster
 * API and of installers have templates of machines.
 */
export function likelyTemplateOf(object: ObjectAt): SourcePath | undefined {
  const path = [...object.base, 'spec', 'template'];
  return templateOf(object)
    ?? (isMap(object.document.value(path)) && Array.isArray(object.document.value([...path, 'spec', 'containers'])) ? path : undefined);
}

/** Path of the pod template in an object, if it makes pods. `extensions` had the kinds of `apps` before it. */
export function templateOf({ kind, apiVersion, base }: ObjectAt): SourcePath | undefined {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')).replace(/^extensions$/, 'apps') : '';
  const path = POD_TEMPLATES.get(`${group}/${kind}`);
  return path && [...base, ...path];
}
