import { mentionIn } from './mentions';
import { Data, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { valuesOf } from '../component/stored-values';
import { ObjectAt } from '../documents/documents';
import { packedTexts } from '../documents/packed-texts';

/** An object that a release of Helm has put into the cluster. */
export interface ReleasedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** What Helm keeps of one of its releases, in a Secret or a ConfigMap: helm.sh/helm/v3@v3.17.3 pkg/storage/driver/util.go encodeRelease. */
export interface HelmRelease {
  readonly name: string;
  /** Objects that name a controller manager; none of a release that another one has taken the place of. */
  readonly managers: readonly ReleasedObject[];
}

/** The objects of a text, parsed within the bounds of the whole input. @throws `SourceError` if it is no YAML */
export type ParseObjects = (text: string) => readonly ObjectAt[];

/** A release that cannot be decoded is searched like any text. */
export function helmRelease(object: ObjectAt, parse: ParseObjects): HelmRelease | undefined {
  const { kind, data } = object;
  const isStored = kind === 'Secret' ? data.type === 'helm.sh/release.v1' : kind === 'ConfigMap' && labelsOf(object).owner === 'helm';
  const stored = isStored ? valuesOf(object).get('release')?.text : undefined;
  const release = stored === undefined ? undefined : opened(stored);
  if (release === undefined) return undefined;
  const status = stringOf(mapOf(release.info).status) ?? stringOf(labelsOf(object).status);
  const texts = [release.manifest, ...listOf(release.hooks).map(hook => mapOf(hook).manifest)].map(text => stringOf(text) ?? '');
  const namespace = stringOf(release.namespace) ?? object.namespace ?? 'default';
  const managers = status === 'superseded' || status === 'uninstalled' ? [] : texts.map(text => managersIn(text, namespace, parse));
  return managers.includes(undefined) ? undefined : { name: stringOf(release.name) ?? object.name, managers: managers.flatMap(found => found ?? []) };
}

function labelsOf({ data }: ObjectAt): { readonly [key: string]: Data } {
  return mapOf(mapOf(data.metadata).labels);
}

function opened(stored: string): { readonly [key: string]: Data } | undefined {
  const text = packedTexts(stored)[0]?.text;
  try {
    const release = text === undefined ? undefined : JSON.parse(text) as Data;
    return isMap(release) && typeof release.manifest === 'string' ? release : undefined;
  } catch {
    return undefined;
  }
}

/** Documents without a mention are left alone. Undefined: one with it cannot be read. */
function managersIn(manifest: string, namespace: string, parse: ParseObjects): readonly ReleasedObject[] | undefined {
  const objects = attempt(() => manifest.split(/^---.*$/m).filter(text => mentionIn(text) !== undefined).flatMap(text => parse(text)),
    () => undefined);
  return objects?.map(({ apiVersion, kind, name, namespace: own }) => ({ apiVersion, kind, name, namespace: own ?? namespace }));
}
