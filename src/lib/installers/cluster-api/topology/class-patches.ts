import { renderGoTemplate, TemplateData } from './go-template';
import { applyOperations, PatchOperation, PatchRefused } from './json-patch';
import { GivenPlace } from './made-document';
import { TemplateProblem } from './template-problem';
import { Data, DataMap, listOf, mapOf, SourcePath, stringOf } from '../../../edit/yaml/data';
import { parseSource, SourceDocument } from '../../../edit/yaml/source-document';
import { SourceError } from '../../../edit/yaml/source-error';

/** Which part of a cluster a template is of: what selectors of patches name. */
export type TemplateRole =
  | { readonly part: 'infrastructureCluster' | 'controlPlane' }
  | { readonly part: 'machineDeploymentClass' | 'machinePoolClass'; readonly className: string };

/** A path that a patch of the class has set. */
export interface PatchedPath extends GivenPlace {
  readonly pointer: string;
}

export interface PatchedTemplate {
  readonly data: DataMap;
  readonly patched: readonly PatchedPath[];
}

/** What a template becomes by the patches of its class, in their order. */
export function patchedTemplate(
  clusterClass: SourceDocument, template: SourceDocument, role: TemplateRole, variables: TemplateData,
): PatchedTemplate {
  let data: Data = template.data as Data;
  const patched: PatchedPath[] = [];
  listOf(clusterClass.value(['spec', 'patches'])).forEach((patch, index) => {
    const path: SourcePath = ['spec', 'patches', index];
    const { enabledIf, definitions, external, name } = mapOf(patch);
    if (external !== undefined && mapOf(external).generateExtension === undefined && mapOf(external).generatePatchesExtension === undefined) return;
    if (external !== undefined) {
      throw clusterClass.errorAt([...path, 'external'], `patch '${String(name)}' asks a Runtime Extension for its `
        + 'operations, which are not in the input; write them as definitions with jsonPatches');
    }
    const matching = listOf(definitions).map(mapOf).map(({ selector, jsonPatches }, at) => ({ selector: mapOf(selector), jsonPatches, at }))
      .filter(({ selector }) => matches(selector, template, role));
    if (matching.length === 0) return;
    if (enabledIf !== undefined && enabledIf !== '' && valueOf(clusterClass, [...path, 'enabledIf'], variables) !== true) return;
    for (const { jsonPatches, at } of matching) {
      listOf(jsonPatches).map(mapOf).forEach((operation, number) => {
        const own: SourcePath = [...path, 'definitions', at, 'jsonPatches', number];
        const made = operationOf(clusterClass, own, operation, variables);
        try {
          data = applyOperations(data, [made]);
        } catch (error) {
          if (!(error instanceof PatchRefused)) throw error;
          throw clusterClass.errorAt(own, `patch '${String(name)}' is refused by Cluster API: ${error.message}; correct its path`);
        }
        patched.push({ pointer: made.path.replace(/\/(?:-|0)$/, ''), document: clusterClass, path: own });
      });
    }
  });
  return { data: mapOf(data), patched };
}

/** Whether a patch is for a template: matchesSelector of json_patch_generator.go. */
export function matches(selector: DataMap, template: SourceDocument, role: TemplateRole): boolean {
  if (selector.apiVersion !== template.data.apiVersion || selector.kind !== template.data.kind) return false;
  const own = mapOf(selector.matchResources)[role.part];
  if (!('className' in role)) return own === true;
  return listOf(mapOf(own).names).some(name => {
    const text = stringOf(name) ?? '';
    if (text.startsWith('*')) return role.className.endsWith(text.slice(1));
    return text.endsWith('*') ? role.className.startsWith(text.slice(0, -1)) : text === role.className;
  });
}

function operationOf(
  clusterClass: SourceDocument, path: SourcePath, { op, path: pointer, value, valueFrom }: DataMap, variables: TemplateData,
): PatchOperation {
  if (typeof pointer !== 'string' || op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw clusterClass.errorAt(path, `op ${JSON.stringify(op ?? null)} of path ${JSON.stringify(pointer ?? null)} is none that a `
      + 'ClusterClass may have; use add, replace or remove with a path below /spec');
  }
  if (op === 'remove') return { op, path: pointer };
  if (value !== undefined) return { op, path: pointer, value };
  const { variable, template } = mapOf(valueFrom);
  if (template !== undefined) return { op, path: pointer, value: valueOf(clusterClass, [...path, 'valueFrom', 'template'], variables) };
  const found = variableAt(String(variable), variables);
  if (found === undefined) {
    throw clusterClass.errorAt([...path, 'valueFrom'], `variable '${String(variable)}' has no value here; give it one in `
      + 'spec.topology.variables of the Cluster, or a default in the ClusterClass');
  }
  return { op, path: pointer, value: found };
}

/** `a.b[0].c` */
function variableAt(name: string, variables: TemplateData): Data | undefined {
  const steps = name.replace(/\[(\d+)\]/g, '.$1').split('.');
  return steps.reduce<Data | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    const map = mapOf(value);
    return Object.hasOwn(map, step) ? map[step] : undefined;
  }, variables);
}

/** What a template of the class says: its text is YAML. */
function valueOf(clusterClass: SourceDocument, path: SourcePath, variables: TemplateData): Data {
  try {
    const text = renderGoTemplate(String(clusterClass.value(path)), variables);
    if (text.trim() === '') return null;
    return parseSource(`value:\n${text.split('\n').map(line => `  ${line}`).join('\n')}\n`, { file: 'value' }).data.value ?? null;
  } catch (error) {
    if (!(error instanceof TemplateProblem) && !(error instanceof SourceError)) throw error;
    const why = error instanceof SourceError ? `its text is no YAML (${error.problem})` : `it has ${error.message}, which is not read here`;
    throw clusterClass.errorAt(path, `${path.at(-1) === 'enabledIf' ? 'enabledIf' : 'the template'} `
      + `${JSON.stringify(String(clusterClass.value(path)).slice(0, 80))} is not understood: ${why}; write it with fields, eq, ne, not, and, or and `
      + 'semverCompare');
  }
}
