import { generatedAdmissionPlugins } from './generated';
import { lazy } from './lazy';
import { ReadReleases, readReleases } from './read-releases';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';

const PLUGINS = lazy(() => {
  const { read, rows } = generatedAdmissionPlugins();
  return { read: readReleases(read), byName: grouped(rows, ({ plugin }) => plugin) };
});

/**
 * Whether the API server of a release knows an admission plugin; undefined: that release was not read, or those around it differ. Without a release:
 * whether any does.
 */
export function hasAdmissionPlugin(name: string, version?: KubernetesVersion): boolean | undefined {
  const { read, byName }: { readonly read: ReadReleases; readonly byName: ReadonlyMap<string, readonly { from: string; to: string }[]> } = PLUGINS();
  const rows = byName.get(name) ?? [];
  if (version === undefined) return rows.length > 0 ? undefined : false;
  const row = read.rowAt(rows, version);
  return row === 'unread' ? undefined : row !== undefined;
}
