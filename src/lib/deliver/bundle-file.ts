import { Manifest } from '../kubernetes/manifest';
import { contentHash } from '../text/content-hash';

/** File systems take 255 bytes; a name of an object has up to 253, and kind, namespace and extensions come to it. */
const MAX_NAME = 200;

/** One file of a bundle. */
export interface BundleFile {
  /** Path below the folder of the bundle. */
  readonly path: string;
  readonly content: string;
}

/** Files in a folder of the bundle. */
export function below(folder: string, files: readonly BundleFile[]): BundleFile[] {
  return files.map(({ path, content }) => ({ path: `${folder}/${path}`, content }));
}

/** A file name for each object: kind and name, and the namespace where that is not enough. */
export function fileNames(objects: readonly Manifest[]): Map<Manifest, string> {
  const short = new Map<string, number>();
  for (const object of objects) short.set(shortName(object), (short.get(shortName(object)) ?? 0) + 1);
  const names = new Map<Manifest, string>();
  const taken = new Set<string>();
  for (const object of objects) {
    const wanted = shortened(
      short.get(shortName(object)) === 1 ? shortName(object) : `${shortName(object)}-${slug(object.metadata.namespace ?? 'cluster')}`,
    );
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}-${count}`; // two API groups with one kind, or names that differ in ':' only
    taken.add(name);
    names.set(object, name);
  }
  return names;
}

function shortName({ kind, metadata }: Manifest): string {
  return `${slug(kind)}-${slug(metadata.name)}`;
}

/** With a hash of the whole where it is cut, so that a name does not depend on its neighbours. */
function shortened(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME)}-${contentHash(name).slice(0, 8)}`;
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9.-]+/g, '-').replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
}
