import { generatedFileTypes } from './generated';
import { lazy } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Shape } from '../kubernetes/pod/shape';

/** Fields that are kept as they are, whatever they hold. */
const RAW: readonly string[] = ['AdmissionPluginConfiguration.configuration', 'NamedExtension.extension'];

type Row = ReturnType<typeof generatedFileTypes>['rows'][number];

/** How a file of a package is decoded, with the fields of all releases that were read. */
function fileShape(isOf: (row: Row) => boolean, root: string): Shape {
  const types = new Map<string, { readonly [field: string]: string }>();
  // Oldest first: a field is what the newest release that has it says.
  for (const row of generatedFileTypes().rows) if (isOf(row)) types.set(row.name, { ...types.get(row.name), ...row.fields });
  const shapeOf = (text: string): Shape => {
    if (text.startsWith('[]')) return { list: shapeOf(text.slice('[]'.length)) };
    if (text.startsWith('map[]')) return { map: shapeOf(text.slice('map[]'.length)) };
    // Which of them are pointers, and so take null, is not in the table.
    if (text === 'duration') return 'duration?';
    return text.startsWith('#') ? of(text.slice(1)) : text as Shape;
  };
  const of = (name: string): Shape => ({
    fields: Object.fromEntries(Object.entries(types.get(name)!).map(([field, text]) =>
      [field, RAW.includes(`${name}.${field}`) ? 'any' : shapeOf(text)])),
  });
  return of(root);
}

/** Whether a release reads a file of a kind in a version of its group: of those that were read. */
export function readsFile(kind: string, apiVersion: string, version: KubernetesVersion): boolean {
  const { read, rows } = generatedFileTypes();
  return !(version._facts.minorVersion in read) || rows.some(row => row.name === kind && isOfVersion(row, apiVersion) && isIn(row, version));
}

function isOfVersion({ package: of }: Row, apiVersion: string): boolean {
  return of.endsWith(`/${apiVersion.slice(apiVersion.indexOf('/') + 1)}`);
}

function isIn({ from, to }: Row, version: KubernetesVersion): boolean {
  return KubernetesVersion.of(from).minor <= version.minor && version.minor <= KubernetesVersion.of(to).minor;
}

/** How an API server decodes a file of a kind that it reads: with the fields of its release, or where that was not read, of all. */
export function apiServerFileShape(kind: string, apiVersion: string, version?: KubernetesVersion): Shape {
  const known = version && version._facts.minorVersion in generatedFileTypes().read ? version : undefined;
  const isOf = (row: Row) => row.package.startsWith('k8s.io/apiserver/') && isOfVersion(row, apiVersion) && (known === undefined || isIn(row, known));
  return fileShape(isOf, kind);
}

/** A kubeconfig. */
export const KUBECONFIG_SHAPE = lazy(() => fileShape(({ package: of }) => of.startsWith('k8s.io/client-go/tools/clientcmd/'), 'Config'));
