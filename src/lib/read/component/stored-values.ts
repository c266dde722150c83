import { PlacedText, placedText } from './referenced-file';
import { isMap, mapOf, shownOf } from '../../edit/yaml/data';
import { firstOfEach, grouped } from '../../kubernetes/once-for';
import { isPlaceholder } from '../../text/placeholder';
import { ObjectAt } from '../documents/documents';

/** Values by their key. */
export type Values = ReadonlyMap<string, PlacedText>;

/** What the ConfigMaps and Secrets of a cluster hold, each by `namespace/name`. */
export interface StoredValues {
  readonly configMaps: ReadonlyMap<string, Values>;
  readonly secrets: ReadonlyMap<string, Values>;
}

/** More combinations of objects of one name are not told apart: then all are of one version. */
const MAX_STATES = 16;

/** What the objects of the input hold, in at least one state: two of one kind and name, an old one and a new one, are two states of the cluster. */
export function storedValues(objects: readonly ObjectAt[]): readonly StoredValues[] {
  const stored = objects.filter(({ kind }) => kind === 'ConfigMap' || kind === 'Secret')
    .map(object => ({ key: `${object.kind} ${object.namespace ?? 'default'}/${object.name}`, values: valuesOf(object) }));
  const lists = [...grouped(stored, ({ key }) => key)]
    .map(([key, all]) => firstOfEach(all, ({ values }) => JSON.stringify([...values].map(([own, { text }]) => [own, text]).sort()))
      .map(({ values }) => [key, values] as const));
  return states(lists).map(state => ({ configMaps: ofKind('ConfigMap', state), secrets: ofKind('Secret', state) }));
}

type Named = readonly [string, Values];

function states(lists: readonly (readonly Named[])[]): readonly (readonly Named[])[] {
  const common = lists.flatMap(list => list.length === 1 ? list : []);
  const several = lists.filter(({ length }) => length > 1);
  const count = several.reduce((product, { length }) => product * length, 1);
  if (count > MAX_STATES) {
    const most = Math.max(...several.map(({ length }) => length));
    return Array.from({ length: most }, (_, index) => [...common, ...several.map(list => list[Math.min(index, list.length - 1)])]);
  }
  return several.reduce<readonly (readonly Named[])[]>((all, list) => all.flatMap(state => list.map(one => [...state, one])), [common]);
}

function ofKind(kind: string, state: readonly Named[]): ReadonlyMap<string, Values> {
  return new Map(state.flatMap(([key, values]) => key.startsWith(`${kind} `) ? [[key.slice(kind.length + 1), values] as const] : []));
}

/** What a ConfigMap or a Secret holds. */
export function valuesOf(object: ObjectAt): Values {
  const { kind, data, file, document, base } = object;
  return kind === 'Secret' ? ofSecret(object) : new Map(Object.entries(mapOf(data.data)).map(([key, value]) =>
    [key, placedText(file, document, [...base, 'data', key], String(value))]));
}

/** Plain texts win over encoded ones: k8s.io/kubernetes@v1.26.15 pkg/apis/core/v1/conversion.go Convert_v1_Secret_To_core_Secret. */
function ofSecret({ data, file, document, base }: ObjectAt): Values {
  const encoded = Object.entries(mapOf(data.data)).map(([key, value]): [string, PlacedText] => {
    const { text, placeOf } = placedText(file, document, [...base, 'data', key], shownOf(value));
    return [key, { text: isPlaceholder(text) ? text : Buffer.from(text, 'base64').toString('utf8'), placeOf: () => placeOf(0) }];
  });
  const plain = Object.entries(isMap(data.stringData) ? data.stringData : {})
    .map(([key, value]): [string, PlacedText] => [key, placedText(file, document, [...base, 'stringData', key], String(value))]);
  return new Map([...encoded, ...plain]);
}
