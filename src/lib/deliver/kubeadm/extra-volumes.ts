import type { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { KubeadmVolume } from '../../installers/kubeadm/generated-pods';
import { namedItemEdits } from '../document-edits';

/** Edits of `extraVolumes`. */
export function volumeEdits(document: SourceDocument, path: SourcePath, added: readonly KubeadmVolume[], removed: readonly string[]): SourceEdit[] {
  const value = document.value(path) ?? [];
  if (!Array.isArray(value)) throw document.errorIn(path, `is ${JSON.stringify(value)}, expected a list`);
  const volumes = value as unknown as Partial<KubeadmVolume>[];
  const gone = volumes.flatMap(({ mountPath }, index) => (removed.includes(String(mountPath)) ? [index] : []));
  const missing = added.filter((volume) => !isThere(document, path, volumes, volume));
  const items = missing.map(({ name, hostPath, mountPath, readOnly, pathType }): [string, Data] =>
    [name, { name, hostPath, mountPath, readOnly, pathType }]);
  return namedItemEdits(document, path, volumes.map(({ name }) => String(name)), gone, items);
}

function isThere(document: SourceDocument, path: SourcePath, volumes: readonly Partial<KubeadmVolume>[], wanted: KubeadmVolume): boolean {
  const index = volumes.findIndex(({ mountPath, name }) => mountPath === wanted.mountPath || name === wanted.name);
  if (index < 0) return false;
  const { name, mountPath, hostPath } = volumes[index];
  if (mountPath === wanted.mountPath && hostPath === wanted.hostPath) return true;
  throw document.errorAt([...path, index],
    `extra volume '${name}' mounts '${hostPath}' at '${mountPath}', expected '${wanted.hostPath}' at '${wanted.mountPath}'; rename it or choose `
      + 'another path');
}
