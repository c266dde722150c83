import { generatedConfigMap } from './config-map-generator';
import { jsonPatch } from './json-patch';
import { renderYaml } from '../../installers/render-yaml';
import { goRegexp } from '../../kubernetes/go-regexp';
import { Manifest } from '../../kubernetes/manifest';
import { BundleFile, fileNames } from '../bundle-file';
import { isWorkload, objectKey } from '../composed-phase';

/** A folder with a kustomization on top of another. */
export interface Layer {
  /** How its kustomization refers to what it stands on; undefined: it stands alone. */
  readonly below?: string;
  /** Objects that are below. */
  readonly from: readonly Manifest[];
  /** Objects that it makes of them. */
  readonly to: readonly Manifest[];
}

/** The patch that takes an object away: the same for each. */
const DELETE_FILE = 'delete.patch.yaml';

/** The files of a layer: what is new as resources, what changes as patches, what goes as deletions. */
export function layerFiles(layer: Layer): BundleFile[] {
  const before = predecessors(layer);
  const kept = layer.to.filter(object => before.has(object));
  const added = layer.to.filter(object => !before.has(object));
  // Nothing stays of what is below, so it is easier to read without it; but kustomize refuses a kustomization that says nothing at all.
  const standsAlone = layer.below === undefined || (kept.length === 0 && added.length > 0);
  const stays = new Set(before.values());
  const gone = standsAlone ? [] : layer.from.filter(object => !stays.has(object));

  const names = fileNames(layer.to);
  const files: BundleFile[] = [];
  const resources: string[] = standsAlone ? [] : [layer.below!];
  const generated: object[] = [];
  const patches: object[] = [];
  for (const object of added) {
    const generator = layer.below === undefined ? undefined : generatedConfigMap(object, names.get(object)!);
    if (generator) {
      generated.push(generator.entry);
      files.push(...generator.files);
    } else {
      resources.push(`${names.get(object)}.yaml`);
      files.push({ path: `${names.get(object)}.yaml`, content: renderYaml(object) });
    }
  }
  for (const object of kept) {
    const operations = jsonPatch(before.get(object), object);
    if (operations.length === 0) continue;
    const path = `${names.get(object)}.patch.yaml`;
    patches.push({ path, target: target(before.get(object)!, layer.from) });
    files.push({ path, content: renderYaml(operations) });
  }
  patches.push(...gone.map(object => ({ path: DELETE_FILE, target: target(object, layer.from) })));
  // kustomize takes neither kind nor name from a patch that has a target, but does not read one without.
  if (gone.length > 0) {
    files.push({
      path: DELETE_FILE, content: renderYaml({ $patch: 'delete', apiVersion: 'v1', kind: 'Any', metadata: { name: 'any' } }),
    });
  }
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    ...resources.length === 0 ? {} : { resources },
    ...generated.length === 0 ? {} : { configMapGenerator: generated },
    ...patches.length === 0 ? {} : { patches },
  };
  return [{ path: 'kustomization.yaml', content: renderYaml(kustomization) }, ...files];
}

/** What each object was below: the same object, or the workload of its name in the other form, since a patch can change a kind too. */
function predecessors({ from, to }: Layer): Map<Manifest, Manifest> {
  const below = new Map(from.map(object => [objectKey(object), object]));
  const above = new Set(to.map(objectKey));
  const pairs = new Map<Manifest, Manifest>();
  for (const object of to) {
    const same = below.get(objectKey(object)) ?? from.find(other => isOtherForm(object, other) && !above.has(objectKey(other)));
    if (same) pairs.set(object, same);
  }
  return pairs;
}

function isOtherForm(object: Manifest, other: Manifest): boolean {
  return isWorkload(object) && isWorkload(other) && objectKey({ ...other, kind: object.kind }) === objectKey(object);
}

/** Kustomize takes the name as a regular expression for the whole name: escaped only where it would not pick this object and no other. */
function target({ apiVersion, kind, metadata: { name, namespace } }: Manifest, all: readonly Manifest[]): object {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : [undefined, apiVersion];
  const picked = all.filter(other => other.kind === kind && matches(name, other.metadata.name));
  // No namespace would pick the objects of that name in every namespace; where there are such, kustomize calls ours `default`.
  const isElsewhere = picked.some(other => other.metadata.namespace !== undefined && other.metadata.namespace !== namespace);
  const wanted = namespace ?? (isElsewhere ? 'default' : undefined);
  const isExact = picked.length > 0 && picked.every(other => other.metadata.name === name);
  return {
    ...group === undefined ? {} : { group },
    version,
    kind,
    name: isExact ? name : name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    ...wanted === undefined ? {} : { namespace: wanted },
  };
}

function matches(expression: string, name: string): boolean {
  try {
    return goRegexp(`^(?:${expression})$`).matches(name);
  } catch {
    return false; // a name may hold what no expression may
  }
}
