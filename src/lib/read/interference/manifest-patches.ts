import { partsOfPatch, patchDecides } from '../../edit/deciding-fields';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { groupOf, isCustomResource, isInertKind } from '../../facts/inert-kinds';
import { parseImage } from '../../kubernetes/image';
import { onceFor } from '../../kubernetes/once-for';
import { ChangeTarget } from '../documents/change-targets';
import { ObjectAt } from '../documents/documents';
import { GitOpsSource, gitOpsSources, isGitOps, templatePatchOf } from '../documents/gitops-sources';
import { selects, wildcard } from '../documents/label-match';

/** A workload, and what is asked of it. */
interface Patched {
  readonly object: ObjectAt;
  readonly template: SourcePath;
  readonly targets: readonly ChangeTarget[];
  readonly objects: readonly ObjectAt[];
}

/** Keys below which custom resources have what they change: `patches`, `overrideRules`, `overlays`, `transformers`. */
const PATCHES = /patch|overrid|overlay|mutat|transform/i;
/** Keys that say beside those what is changed. */
const SELECTS = /selector|target|match|resources?$/i;
/** Objects of machines and of clouds, whose patches are read with them or are for no pods: Cluster API, Crossplane. */
const OTHERS = /(?:^|\.)(?:cluster\.x-k8s\.io|crossplane\.io|upbound\.io|kyverno\.io|gatekeeper\.sh)$/;

/** Whether a custom resource has a patch of other objects, whatever its kind is. */
export const mayPatch = onceFor(({ apiVersion, kind, data }: ObjectAt): boolean => {
  const group = groupOf(apiVersion);
  if (!isCustomResource(apiVersion) || isInertKind(apiVersion, kind) || OTHERS.test(group)) return false;
  return isGitOps({ apiVersion }) || hasKey(data.spec, PATCHES);
});

function hasKey(value: Data | undefined, pattern: RegExp, depth = 0): boolean {
  if (depth > 12) return true;
  if (Array.isArray(value)) return value.some(one => hasKey(one, pattern, depth + 1));
  return isMap(value) && Object.entries(value).some(([key, one]) => pattern.test(key) || hasKey(one, pattern, depth + 1));
}

/** The first object that a custom resource may change: by a patch of its kind, or by what Flux and Argo CD do to all of a folder. */
export function patchedTarget(policy: ObjectAt, patched: Patched): ChangeTarget | undefined {
  if (!mayPatch(policy)) return undefined;
  return sourcesOf(policy).flatMap(({ source, found }) => {
    const reach = source === undefined ? 'unknown' : reachOf(source.folder, patched);
    if (reach === 'other') return [];
    if (source !== undefined && changesAll(source, reach, patched)) return [patched.targets[0]];
    if (found.length === 0) return [];
    // What builds a folder of the input, or hands its objects on, may add labels to them.
    const hasAll = source !== undefined && reach === 'unknown';
    const asked = hasAll ? patched.targets : patched.targets.map(one => ({ ...one, labels: { ...one.labels, open: 'all' as const } }));
    return asked.find(target => found.some(one => refersTo(one, target) && patchDecides(one.patch, target.selected))) ?? [];
  })[0];
}

/** What is deployed from where, with the objects that it says it changes: the same for each workload. */
const sourcesOf = onceFor((policy: ObjectAt): readonly { readonly source?: GitOpsSource; readonly found: readonly DataMap[] }[] => {
  const sources = gitOpsSources(policy);
  const templated = templatePatchOf(policy);
  const of = (spec: DataMap) => references(spec, policy);
  if (sources === undefined) return [{ found: of(mapOf(policy.data.spec)) }];
  return [
    ...sources.map(source => ({ source, found: of(source.patches) })),
    ...templated === undefined ? [] : [{ found: of({ patches: templated }) }],
  ];
});

/** Whether a folder of a repository is the one that an object is in. `unknown`: the input has no folder of that path. */
function reachOf(folder: string, { object, objects }: Patched): 'covers' | 'other' | 'unknown' {
  if (folder === '') return 'covers';
  if (/\{\{|\$\{/.test(folder)) return 'unknown';
  const isBelow = (file: string) => `/${file}`.includes(`/${folder}/`);
  return isBelow(object.file) ? 'covers' : objects.some(({ file }) => isBelow(file)) ? 'other' : 'unknown';
}

/** What is done to all objects of a folder. Of one that is not in the input, only what fits this object counts. */
function changesAll(source: GitOpsSource, reach: 'covers' | 'unknown', { object, template }: Patched): boolean {
  const containers = ['initContainers', 'containers'].flatMap(list => listOf(object.document.value([...template, 'spec', list])));
  const own = containers.map(one => parseImage(String(mapOf(one).image ?? '')).repository);
  return (reach === 'covers' && (source.others.some(field => field !== 'helm') || isMoved(source, object)))
    || source.images.some(image => own.includes(image))
    || source.replicas.includes(object.name)
    // Flux fills in what has braces only.
    || (source.substitutes && object.document.text.includes('${'));
}

/** What takes a whole repository to another namespace than that of the object is of another repository. */
function isMoved({ folder, namespace }: GitOpsSource, object: ObjectAt): boolean {
  return namespace !== undefined && namespace !== object.namespace && folder !== '';
}

/** All objects that a resource says it changes. */
function references(spec: DataMap, { apiVersion, data }: ObjectAt): readonly DataMap[] {
  const found: DataMap[] = [];
  const look = (value: Data | undefined, parent: DataMap, { within, beside }: { readonly within: boolean; readonly beside: boolean }): void => {
    if (typeof value === 'string') {
      if (within && /\bkind\b/.test(value)) for (const one of partsOfPatch(value)) look(one, {}, { within, beside });
    } else if (Array.isArray(value)) {
      for (const one of value) look(one, parent, { within, beside });
    } else if (isMap(value)) {
      const metadata = mapOf(value.metadata);
      const kind = value.kind ?? value.resourceType ?? value.resourceKind;
      const name = value.name ?? value.resourceName ?? metadata.name;
      if (typeof kind === 'string' && (within || beside)) {
        const patch = parent.patch ?? (value.metadata === undefined ? null : value);
        found.push({ ...value, kind, name, namespace: value.namespace ?? metadata.namespace, patch } as DataMap);
      }
      const hasPatches = Object.keys(value).some(key => PATCHES.test(key));
      for (const [key, one] of Object.entries(value)) {
        look(one, value, { within: within || PATCHES.test(key), beside: beside || (hasPatches && SELECTS.test(key)) });
      }
    }
  };
  look(spec, {}, { within: false, beside: false });
  // Without a selector, a policy of Karmada is for all objects: https://karmada.io/docs/userguide/scheduling/override-policy.
  const isForAll = groupOf(apiVersion) === 'policy.karmada.io' && listOf(mapOf(data.spec).resourceSelectors).length === 0;
  return isForAll ? [{ kind: '*' }, ...found] : found;
}

/** Whether a reference, whose parts may be patterns or filled in later, is to an object. */
export function refersTo({ kind, group, apiVersion, name, namespace, selector, labelSelector }: DataMap, target: ChangeTarget): boolean {
  const is = (pattern: Data | undefined, text: string | undefined) => {
    const wanted = stringOf(pattern) ?? '';
    return wanted === '' || text === undefined || /\{\{|\$\{/.test(wanted) || wildcard(wanted, text) || asPattern(wanted, text);
  };
  const version = stringOf(apiVersion);
  const labels = selector ?? labelSelector;
  return (is(kind, target.kind) || is(kind, target.kind.toLowerCase()) || is(kind, target.resource))
    && is(stringOf(group) ?? (version === undefined ? undefined : groupOf(version)), target.group)
    && is(name, target.name) && (target.namespace === undefined || is(namespace, target.namespace))
    && (labels === undefined || selects(labels, target.labels) !== 'no');
}

/** Targets of kustomize are patterns of the whole text: kustomize api/types/selector.go. */
export function asPattern(pattern: string, text: string): boolean {
  try {
    return pattern.length < 300 && new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return true;
  }
}
