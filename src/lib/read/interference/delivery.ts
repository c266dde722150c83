import { asPattern } from './manifest-patches';
import { NeededObject } from './needs';
import { partsOfPatch, patchDecides, selectedLabels } from '../../edit/deciding-fields';
import { Data, DataMap, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { parseImage } from '../../kubernetes/image';
import { holdAll, parseLabelSelector } from '../../kubernetes/label-selector';
import { onceFor } from '../../kubernetes/once-for';
import { ARGO_GLOB, compileGlob, GIT_GLOB, globMatches } from '../../text/glob';
import { Doubt } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { GitOpsSource, gitOpsSources } from '../documents/gitops-sources';

/** Part of an object of Flux or Argo CD that applies the files of a folder. */
interface Delivery extends GitOpsSource {
  readonly object: ObjectAt;
  readonly allPatches: readonly DataMap[];
  /** Whether it leaves out a file, by its path below the folder. */
  leavesOut(path: string): boolean;
}

/**
 * What Flux or Argo CD make of a workload and of what it needs: an object of the input says so, and applies a folder of the input.
 *
 * @param isChange whether they apply something else; else they do not apply it
 */
export function deliveryDoubts(needed: readonly NeededObject[], objects: readonly ObjectAt[], isChange: boolean): readonly Doubt[] {
  const all = deliveries(objects);
  const applied = all.length === 0 ? [] : needed.flatMap(({ object }) => object === undefined || object.kind === 'Namespace' ? [] : [object]);
  return applied.flatMap(object => changesOf(object, all)).filter(one => one.isChange === isChange).map(({ delivery: { object }, what }) => ({
    place: placeAt(object.file, object.document, object.base),
    what: `${object.kind} ${object.name} ${what}`,
    fix: `Give what it makes of its folder, and leave ${object.kind} ${object.name} out of the input; or let it leave the object as it is.`,
  }));
}

function changesOf(object: ObjectAt, all: readonly Delivery[]) {
  const covering = all.flatMap(delivery => {
    const below = pathBelow(delivery, object);
    return below === undefined ? [] : [{ delivery, below }];
  });
  const name = `${object.kind} ${object.name}`;
  const reasons = covering.map(({ delivery, below }) => ({
    delivery,
    why: delivery.off === undefined ? delivery.leavesOut(below) ? `of ${delivery.tool} leaves ${name} out` : undefined
      : `of ${delivery.tool}, which applies ${name}, ${delivery.off}`,
  }));
  const applying = reasons.filter(({ why }) => why === undefined);
  if (applying.length === 0) return reasons.slice(0, 1).map(({ delivery, why }) => ({ delivery, what: why!, isChange: false }));
  return applying.flatMap(({ delivery }) => {
    const what = changeOf(delivery, object);
    return what === undefined ? [] : [{ delivery, what: `of ${delivery.tool} ${what} of ${name}`, isChange: true }];
  });
}

/** What it changes of an object. */
function changeOf({ namespace, allPatches, images, replicas, others, substitutes }: Delivery, object: ObjectAt): string | undefined {
  const text = JSON.stringify(object.data);
  const isMoved = namespace !== undefined && !/^Cluster|^(?:PriorityClass|RuntimeClass)$/.test(object.kind) && object.namespace !== namespace;
  if (isMoved) return `changes the namespace (${namespace})`;
  if (allPatches.some(patch => patchMatches(patch, object))) return 'has patches';
  if (images.some(image => text.includes(`"${image}`) && imagesOf(text).includes(image))) return 'changes an image';
  if (replicas.includes(object.name)) return 'changes the replicas';
  if (others.length > 0) return `changes the ${others[0]}`;
  return substitutes && /\$\{\w/.test(text) ? 'replaces variables' : undefined;
}

function imagesOf(text: string): readonly string[] {
  return [...text.matchAll(/"image":"([^"]+)"/g)].map(([, image]) => parseImage(image).repository);
}

/** Path of the file of an object below the folder that is applied; undefined: it is not below. */
function pathBelow({ folder: path, namespace }: Delivery, { file, namespace: own = 'default' }: ObjectAt): string | undefined {
  // All of a repository into another namespace: it is another repository's.
  if (path === '') return namespace === undefined || namespace === own ? file : undefined;
  const at = `/${file}`.lastIndexOf(`/${path}/`);
  return at === -1 ? undefined : file.slice(at + path.length + 1);
}

const deliveries = onceFor((objects: readonly ObjectAt[]): readonly Delivery[] => objects.flatMap(object =>
  (gitOpsSources(object) ?? []).filter(({ tool, hasFolder, folder }) => tool === 'Flux' || (hasFolder && !folder.includes('{{')))
    .map(source => deliveryOf(object, source, objects))));

function deliveryOf(object: ObjectAt, source: GitOpsSource, objects: readonly ObjectAt[]): Delivery {
  const { folder, sourceRef, directory, patches } = source;
  const from = sourceRef === undefined ? [] : objects.filter(one =>
    one.kind === sourceRef.kind && one.name === sourceRef.name && groupOf(one.apiVersion) === 'source.toolkit.fluxcd.io');
  const off = source.off ?? (from.some(({ data }) => mapOf(data.spec).suspend === true) ? 'is suspended' : undefined);
  const ignored = from.map(({ data }) => stringOf(mapOf(data.spec).ignore)).filter(ignore => ignore !== undefined);
  return {
    ...source,
    object,
    off,
    leavesOut: below => ignored.some(ignore => isIgnored(ignore, folder === '' ? below : `${folder}/${below}`))
      || (directory !== undefined && isLeftOut(below, folder, directory)),
    allPatches: [
      ...listOf(patches.patches), ...listOf(patches.patchesJson6902), ...listOf(patches.patchesStrategicMerge).map((patch): Data => ({ patch })),
    ].map(mapOf),
  };
}

/** Whether a source of plain files does not take one. Of all of a repository, it is not known how deep a file is. */
function isLeftOut(below: string, folder: string, { include, exclude, isRecursive }: NonNullable<GitOpsSource['directory']>): boolean {
  return (!isRecursive && below.includes('/') && folder !== '') || (include !== '' && !globMatches(include, below, ARGO_GLOB))
    || (exclude !== '' && globMatches(exclude, below, ARGO_GLOB));
}

/** The last line that matches a file or a folder that it is in decides: git-scm.com/docs/gitignore. */
function isIgnored(ignore: string, path: string): boolean {
  const parts = path.split('/');
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const line of ignore.split(/\r?\n/).map(text => text.trim()).filter(text => text !== '' && !text.startsWith('#'))) {
    const isBack = line.startsWith('!');
    const own = line.replace(/^!/, '').replace(/\/$/, '');
    const matches = compileGlob(own.includes('/') ? own.replace(/^\//, '') : `**/${own}`, GIT_GLOB);
    if (ways.some(matches)) ignored = !isBack;
  }
  return ignored;
}

/** Whether a patch is about an object, and may change what runs. */
function patchMatches({ target, patch }: DataMap, object: ObjectAt): boolean {
  if (!patchDecides(patch, selectedLabels(object))) return false;
  if (isMap(target)) return targetMatches(target, object);
  const parts = partsOfPatch(patch);
  return parts.length === 0 || parts.some(one => !isMap(one) || (one.kind === object.kind && mapOf(one.metadata).name === object.name));
}

/** The parts of a target are whole expressions, and those that are left out match all: sigs.k8s.io/kustomize/api@v0.13.5 types/selector.go. */
function targetMatches(target: DataMap, { apiVersion, kind, name, namespace, data }: ObjectAt): boolean {
  const is = (asked: Data | undefined, own: string) => !asked || asPattern(String(asked), own);
  const has = (asked: Data | undefined, list: string) =>
    stringOf(asked) === undefined || textSelects(String(asked), mapOf(mapOf(data.metadata)[list]));
  return is(target.group, groupOf(apiVersion)) && is(target.version, apiVersion.slice(apiVersion.indexOf('/') + 1)) && is(target.kind, kind)
    && is(target.name, name) && is(target.namespace, namespace ?? 'default') && has(target.labelSelector, 'labels')
    && has(target.annotationSelector, 'annotations');
}

/** What Kubernetes does not take as a selector matches. */
export function textSelects(selector: string, labels: DataMap): boolean {
  const parsed = parseLabelSelector(selector);
  return 'problem' in parsed || holdAll(parsed.requirements, labels);
}
