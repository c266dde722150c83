import type { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { placeFor, removeItems } from '../../edit/yaml/source-edit';
import { KubeadmVolume } from '../../installers/kubeadm/generated-pods';

/** Edits of `extraVolumes`. */
export function volumeEdits(document: SourceDocument, path: SourcePath, added: readonly KubeadmVolume[], removed: readonly string[]): SourceEdit[] {
  const value = document.value(path) ?? [];
  if (!Array.isArray(value)) throw document.errorAt(path, `${path.join('.')} is ${JSON.stringify(value)}, expected a list`);
  const volumes = value as unknown as Partial<KubeadmVolume>[];
  const gone = volumes.flatMap(({ mountPath }, index) => (removed.includes(String(mountPath)) ? [index] : []));
  const missing = added.filter((volume) => !isThere(document, path, volumes, volume));
  if (missing.length === 0) return gone.length === 0 ? [] : removeItems(document, path, gone);
  const values = missing.map(({ name, hostPath, mountPath, readOnly, pathType }) => ({ name, hostPath, mountPath, readOnly, pathType }));
  if (!document.node(path)) return [{ op: 'set-key', path: path.slice(0, -1), key: 'extraVolumes', value: values }];
  const names = volumes.map(({ name }) => String(name));
  return [
    ...gone.map((index) => ({ op: 'remove' as const, path, index })),
    ...values.map((volume) => ({ op: 'insert' as const, path, index: placeFor(names, volume.name), value: volume })),
  ];
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
