import { Data, DataMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { REFERRING_FIELDS } from '../../facts/inputs/workloads';

/** An object that a pod takes files or variables from, and where it says so. */
export interface PodReference {
  readonly kind: 'ConfigMap' | 'Secret' | 'PersistentVolumeClaim';
  readonly name: string;
  readonly isOptional: boolean;
  readonly path: SourcePath;
}

/** @param at where the spec of the pod is */
export function podReferences(spec: DataMap, at: SourcePath): readonly PodReference[] {
  return [
    ...listOf(spec.volumes).flatMap((volume, index) =>
      [volume, ...listOf(mapOf(mapOf(volume).projected).sources)].flatMap(one => namedIn(one, [...at, 'volumes', index]))),
    ...['initContainers', 'containers'].flatMap(list => listOf(spec[list]).map(mapOf).flatMap(({ env, envFrom }, index) => [
      ...listOf(envFrom).flatMap((one, own) => namedIn(one, [...at, list, index, 'envFrom', own])),
      ...listOf(env).flatMap((one, own) => namedIn(mapOf(one).valueFrom, [...at, list, index, 'env', own])),
    ])),
  ];
}

function namedIn(source: Data | undefined, path: SourcePath): readonly PodReference[] {
  return REFERRING_FIELDS.flatMap(([field, kind]) => {
    const { name, secretName, claimName, optional } = mapOf(mapOf(source)[field]);
    const named = stringOf(secretName ?? claimName ?? name);
    return named === undefined ? [] : [{ kind, name: named, isOptional: optional === true, path }];
  });
}

/** The account that a pod names: the second field is what the first was called. */
export function accountIn({ serviceAccountName, serviceAccount }: DataMap): string | undefined {
  return stringOf(serviceAccountName) ?? stringOf(serviceAccount);
}
