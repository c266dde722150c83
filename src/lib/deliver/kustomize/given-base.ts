import { yaml } from '../../edit/yaml/load';
import { Manifest } from '../../kubernetes/manifest';
import { checkObjects } from '../composed-phase';

/** A base that exists. */
export interface GivenBase {
  /** How messages call it. */
  readonly title: string;
  /** How a kustomization refers to it: a path from the folder `base`, or an address. */
  readonly resource: string;
  readonly objects: readonly Manifest[];
}

/** The objects that kustomize makes of a base, whatever it uses: its output as one text. */
export function readBuiltBase(title: string, resource: string, text: string): GivenBase {
  return givenBase(title, resource, objectsOf(title, text));
}

/** Names under which kustomize finds its configuration in a folder. */
const KUSTOMIZATION_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Fields that say nothing about the objects. */
const HARMLESS = ['apiVersion', 'kind', 'metadata'];

/**
 * The objects of a base that only lists files.
 *
 * @param files text by path in the folder
 * @throws if it uses more of kustomize than that: what it then makes is known to kustomize only
 */
export function readGivenBase(title: string, resource: string, files: Readonly<Record<string, string>>): GivenBase {
  const name = KUSTOMIZATION_NAMES.find(candidate => files[candidate] !== undefined);
  if (!name) throw new Error(`base '${title}' has no ${KUSTOMIZATION_NAMES.join(', ')}; give the folder that holds it`);
  const path = `${title}/${name}`;
  const [kustomization] = documents(path, files[name]) as Record<string, unknown>[];
  for (const field of Object.keys(kustomization ?? {})) {
    if (HARMLESS.includes(field) || field === 'resources') continue;
    throw new Error(`'${path}' uses \`${field}\`, but of a given base only \`resources\` that are files are read; give the folder below it that `
      + 'lists the files, '
      + `or as \`base\` a file with the output of 'kubectl kustomize ${title}', and as \`baseResource\` how the bundle refers to the folder`);
  }
  const listed = kustomization?.resources;
  if (!Array.isArray(listed) || listed.length === 0) throw new Error(`'${path}' lists no \`resources\`; give a base with objects`);
  const objects = listed.flatMap((file): Manifest[] => {
    const text = files[String(file).replace(/^\.\//, '')];
    if (text === undefined) {
      throw new Error(`'${path}' lists '${file}', which is not a file in that folder; of a given base only files in its folder are read`);
    }
    return objectsOf(`${title}/${file}`, text);
  });
  return givenBase(title, resource, objects);
}

function givenBase(title: string, resource: string, objects: readonly Manifest[]): GivenBase {
  if (objects.length === 0) throw new Error(`base '${title}' holds no object; give a base of objects`);
  checkObjects(`base '${title}'`, objects);
  return { title, resource, objects };
}

function objectsOf(path: string, text: string): Manifest[] {
  return documents(path, text).map(object => checked(path, object));
}

function documents(path: string, text: string): unknown[] {
  return yaml().parseAllDocuments(text, { version: '1.1' }).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`'${path}' is not YAML: ${error.message.split('\n')[0]}`);
    return document.toJS() as unknown;
  }).filter(value => value !== null);
}

function checked(path: string, object: unknown): Manifest {
  const { apiVersion, kind, metadata } = object as Partial<Manifest>;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof metadata?.name !== 'string') {
    throw new Error(`'${path}' holds something that is not a Kubernetes object with apiVersion, kind and metadata.name; give a base of objects`);
  }
  return object as Manifest;
}
