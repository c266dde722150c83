import { isMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { ObjectView } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** In which list of an object terms stand, and under which name their requirements. */
const TERMS: Readonly<Record<string, readonly [SourcePath, string]>> = {
  StorageClass: [['allowedTopologies'], 'matchLabelExpressions'],
  PersistentVolume: [['spec', 'nodeAffinity', 'required', 'nodeSelectorTerms'], 'matchExpressions'],
};

/** What keeps the volumes of a StorageClass, or a PersistentVolume, to some nodes. */
export function volumeTopology(object: ObjectAt): Pick<ObjectView, 'topologyKeys' | 'hasZoneParameter'> {
  const { kind, file, document, base, data } = object;
  if (!Object.hasOwn(TERMS, kind)) return { topologyKeys: [] };
  const [path, requirements] = TERMS[kind];
  const of = (key: string, at: SourcePath) => ({ key, place: placeAt(file, document, [...base, ...at]) });
  const ofTerms = listOf(document.value([...base, ...path])).flatMap((term, index) =>
    listOf(mapOf(term)[requirements]).flatMap((one, place) => (isMap(one) && typeof one.key === 'string'
      ? [of(one.key, [...path, index, requirements, place, 'key'])] : [])));
  const labels = kind === 'PersistentVolume' ? Object.keys(mapOf(mapOf(data.metadata).labels)) : [];
  const ofLabels = labels.map(key => of(key, ['metadata', 'labels', key]));
  const parameters = Object.keys(mapOf(data.parameters)).map(key => key.toLowerCase());
  return { topologyKeys: [...ofTerms, ...ofLabels], ...parameters.some(key => ['zone', 'zones'].includes(key)) ? { hasZoneParameter: true } : {} };
}
