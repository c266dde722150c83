import { Manifest } from '../../kubernetes/manifest';
import { BundleFile } from '../bundle-file';

/** An entry of `configMapGenerator` and the files that it reads. */
export interface GeneratedConfigMap {
  readonly entry: object;
  readonly files: readonly BundleFile[];
}

/** The ConfigMap as the generator makes it of files, under its own name; undefined where the generator cannot say it. */
export function generatedConfigMap(object: Manifest, folder: string): GeneratedConfigMap | undefined {
  const { apiVersion, kind, metadata, data, ...rest } = object;
  const { name, namespace, labels, annotations, ...moreMetadata } = metadata;
  const isPlain = apiVersion === 'v1' && kind === 'ConfigMap' && Object.keys(rest).length === 0 && Object.keys(moreMetadata).length === 0;
  if (!isPlain || typeof data !== 'object' || data === null) return undefined;
  const entries = Object.entries(data as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
  // A key is a file name here: no more than what the API server takes as a key, and not a folder.
  if (entries.length === 0
    || !entries.every(([key, value]) => typeof value === 'string' && /^[-._a-zA-Z0-9]+$/.test(key) && !/^\.\.?$/.test(key))) return undefined;
  return {
    entry: {
      name,
      ...namespace === undefined ? {} : { namespace },
      files: entries.map(([key]) => `${folder}/${key}`),
      options: { ...annotations === undefined ? {} : { annotations }, disableNameSuffixHash: true, ...labels === undefined ? {} : { labels } },
    },
    files: entries.map(([key, value]) => ({ path: `${folder}/${key}`, content: value as string })),
  };
}
