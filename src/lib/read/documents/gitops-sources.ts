import { ObjectAt } from './documents';
import { Data, DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { parseImage } from '../../kubernetes/image';
import { onceFor } from '../../kubernetes/once-for';

/** A folder that an object of Flux or Argo CD applies, and what it does to what is in it. */
export interface GitOpsSource {
  readonly tool: 'Flux' | 'Argo CD';
  /** The folder in its repository, without slashes at its ends; empty: all of it. */
  readonly folder: string;
  /** Whether the folder is said; else it is all of the repository, or none. */
  readonly hasFolder: boolean;
  /** The namespace that it puts everything in. */
  readonly namespace?: string;
  /** Why it applies nothing. */
  readonly off?: string;
  /** Its fields of patches, as they are written. */
  readonly patches: DataMap;
  /** Repositories of the images that it replaces. */
  readonly images: readonly string[];
  /** Names of the workloads that it scales. */
  readonly replicas: readonly string[];
  /** Fields that change all objects in a way that is not read, `namePrefix`. */
  readonly others: readonly string[];
  /** Whether it replaces `${...}` in texts. */
  readonly substitutes: boolean;
  /** Where the folder comes from. */
  readonly sourceRef?: { readonly kind?: Data; readonly name?: Data };
  /** Which files of the folder it takes, where it takes plain files. */
  readonly directory?: { readonly include: string; readonly exclude: string; readonly isRecursive: boolean };
}

const FLUX = 'kustomize.toolkit.fluxcd.io';
const ARGO = 'argoproj.io';
/** What changes all names, or adds what is elsewhere. */
const OTHERS = ['namePrefix', 'nameSuffix', 'components'];

/** Whether an object is of Flux or Argo CD, whatever its kind is. */
export function isGitOps({ apiVersion }: Pick<ObjectAt, 'apiVersion'>): boolean {
  return [FLUX, ARGO].includes(groupOf(apiVersion));
}

/** The folders that an object applies; undefined: it is of no kind that does. */
export const gitOpsSources = onceFor((object: ObjectAt): readonly GitOpsSource[] | undefined => {
  const group = groupOf(object.apiVersion);
  const spec = mapOf(object.data.spec);
  if (group === FLUX && object.kind === 'Kustomization') return [ofFlux(spec)];
  if (group !== ARGO || !['Application', 'ApplicationSet'].includes(object.kind)) return undefined;
  // A set has a template of an Application.
  const own = object.kind === 'Application' ? spec : mapOf(mapOf(spec.template).spec);
  const isOff = String(mapOf(mapOf(object.data.metadata).annotations)['argocd.argoproj.io/skip-reconcile']) === 'true';
  return [own.source, ...listOf(own.sources)].filter(isMap).filter(({ chart }) => chart === undefined).map(source => ofArgo(source, isOff));
});

/** A patch of the Applications that a set makes. */
export function templatePatchOf({ data }: ObjectAt): string | undefined {
  return stringOf(mapOf(data.spec).templatePatch);
}

/** https://fluxcd.io/flux/components/kustomize/kustomizations/ */
function ofFlux(spec: DataMap): GitOpsSource {
  const { patches, patchesStrategicMerge, patchesJson6902 } = spec;
  return {
    tool: 'Flux',
    folder: folderOf(stringOf(spec.path) ?? ''),
    hasFolder: true,
    namespace: stringOf(spec.targetNamespace),
    ...spec.suspend === true ? { off: 'is suspended' } : {},
    patches: { patches, patchesStrategicMerge, patchesJson6902 } as DataMap,
    images: listOf(spec.images).map(image => shownOf(mapOf(image).name)),
    replicas: [],
    others: given(spec, OTHERS),
    substitutes: isMap(spec.postBuild),
    sourceRef: mapOf(spec.sourceRef),
  };
}

/** https://argo-cd.readthedocs.io/en/stable/user-guide/directory/, .../kustomize/ and .../operator-manual/config-management-plugins/ */
function ofArgo(source: DataMap, isOff: boolean): GitOpsSource {
  const { path, kustomize, helm, plugin } = source;
  const { namespace, patches, images, replicas, ...others } = mapOf(kustomize);
  const { include, exclude, recurse } = mapOf(source.directory);
  const isPlain = kustomize === undefined && helm === undefined && plugin === undefined;
  return {
    tool: 'Argo CD',
    folder: folderOf(stringOf(path) ?? ''),
    hasFolder: typeof path === 'string',
    namespace: stringOf(namespace),
    ...isOff ? { off: 'is not reconciled' } : {},
    patches: { patches } as DataMap,
    // `old=new:tag`.
    images: listOf(images).map(image => parseImage(String(image).split('=')[0]).repository),
    replicas: listOf(replicas).map(replica => shownOf(mapOf(replica).name)),
    others: [...given(others as DataMap, OTHERS), ...given(source, ['helm', 'plugin'])],
    substitutes: false,
    ...isPlain ? { directory: { include: stringOf(include) ?? '', exclude: stringOf(exclude) ?? '', isRecursive: recurse === true } } : {},
  };
}

function folderOf(path: string): string {
  return path.replace(/^(?:\.?\/)+|(?<!\/)\/+$|^\.$/g, '');
}

function given(spec: DataMap, keys: readonly string[]): readonly string[] {
  return keys.filter(key => Array.isArray(spec[key]) ? listOf(spec[key]).length > 0 : Boolean(spec[key]));
}
