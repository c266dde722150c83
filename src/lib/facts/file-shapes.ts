import { generatedFileTypes } from './generated';
import { lazy } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Shape } from '../kubernetes/pod/shape';

/** Fields that are kept as they are, whatever they hold. */
const RAW: readonly string[] = ['NamedExtension.extension'];

/** How a file of a package is decoded, with the fields of all releases that were read. */
function fileShape(pattern: RegExp, root: string): Shape {
  const types = new Map<string, { readonly [field: string]: string }>();
  // Oldest first: a field is what the newest release that has it says.
  for (const { package: of, name, fields } of generatedFileTypes().rows) if (pattern.test(of)) types.set(name, { ...types.get(name), ...fields });
  const shapeOf = (text: string): Shape => {
    if (text.startsWith('[]')) return { list: shapeOf(text.slice('[]'.length)) };
    if (text.startsWith('map[]')) return { map: shapeOf(text.slice('map[]'.length)) };
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
  if (!(version._facts.minorVersion in read)) return true;
  const own = `/${apiVersion.slice(apiVersion.indexOf('/') + 1)}`;
  return rows.some(({ name, package: of, from, to }) => name === kind && of.endsWith(own)
    && KubernetesVersion.of(from).minor <= version.minor && version.minor <= KubernetesVersion.of(to).minor);
}

/** A kubeconfig. */
export const KUBECONFIG_SHAPE = lazy(() => fileShape(/^k8s\.io\/client-go\/tools\/clientcmd\//, 'Config'));
