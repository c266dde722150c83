import { isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { CCM } from '../../kubernetes/component';
import { Doubt } from '../../view/model';
import { placedText } from '../component/referenced-file';
import { valuesOf } from '../component/stored-values';
import { ObjectAt, placeAt } from '../documents/documents';
import { FileContent } from '../input/input';

/** What a ClusterResourceSet applies. */
interface Applied {
  readonly set: ObjectAt;
  readonly kind: string;
  readonly name: string;
}

function resourcesOf(sets: readonly ObjectAt[]): readonly Applied[] {
  return sets.flatMap(set => listOf(mapOf(set.data.spec).resources).filter(isMap)
    .map(({ kind, name }) => ({ set, kind: String(kind), name: String(name) })));
}

/** The manifests that ClusterResourceSets hold in ConfigMaps and Secrets. */
export function applied(objects: readonly ObjectAt[], sets: readonly ObjectAt[]): readonly [string, FileContent][] {
  const used = resourcesOf(sets);
  return objects.filter(({ kind, name }) => used.some(one => one.kind === kind && one.name === name)).flatMap(object =>
    [...valuesOf(object)].map(([key, { text, placeOf }]): [string, FileContent] =>
      [`${object.kind} ${object.name}/${/\.(ya?ml|json)$/.test(key) ? key : `${key}.yaml`}`, { text, origin: placeOf }]));
}

/** What a ClusterResourceSet applies from objects that the input does not have. */
export function missing(objects: readonly ObjectAt[], sets: readonly ObjectAt[]): readonly Doubt[] {
  const isThere = (kind: string, name: string) => objects.some(object => object.kind === kind && object.name === name);
  return resourcesOf(sets).filter(({ kind, name }) => !isThere(kind, name)).map(({ set, kind, name }) => ({
    place: placeAt(set.file, set.document, [...set.base, 'spec', 'resources']),
    what: `ClusterResourceSet ${set.name} applies ${kind} ${name}, which is not in the input`,
    why: 'It may hold a cloud-controller-manager.',
    fix: 'Add the manifests that it applies to the input.',
    mayRun: [CCM],
  }));
}

/** What `kubeadm upgrade` makes the static pods of next; nothing where the input has the pods. */
export function kubeadmConfiguration(objects: readonly ObjectAt[]): readonly [string, FileContent][] {
  if (objects.some(({ kind, name }) => kind === 'Pod' && name.startsWith('kube-controller-manager'))) return [];
  return objects.filter(({ kind, name }) => kind === 'ConfigMap' && name === 'kubeadm-config').flatMap(({ data, file, document, base }) => {
    const text = stringOf(mapOf(data.data).ClusterConfiguration);
    if (text === undefined) return [];
    return [['kubeadm-config.yaml', { text, origin: placedText(file, document, [...base, 'data', 'ClusterConfiguration'], text).placeOf }]];
  });
}
