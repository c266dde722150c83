import { unread } from './unread-part';
import { Data, DataMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { POD_FOLDERS } from '../../facts/inputs/node-paths';
import { onceFor } from '../../kubernetes/once-for';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** Volumes of a pod, which many containers may mount, that are below a folder of static pods. */
const podFolders = onceFor((volumes: readonly Data[]) => volumes.map(mapOf)
  .map(({ name, hostPath }) => ({ name, folder: String(mapOf(hostPath).path ?? '').replace(/\/+/g, '/').replace(/\/$/, '') }))
  .filter(({ folder }) => POD_FOLDERS.some(own => `${folder}/`.startsWith(`${own}/`))));

/** A container that may write into the folder of static pods of its node: the kubelet starts whatever is there. */
export function staticPodWriters({ document, file }: ObjectAt, path: SourcePath, { name, volumeMounts }: DataMap, of: string): readonly Doubt[] {
  const mounted = listOf(volumeMounts).map(mapOf).filter(({ readOnly }) => readOnly !== true).map(mount => mount.name);
  if (mounted.length === 0) return NO_DOUBT.isRight;
  const volumes = listOf(document.value([...path.slice(0, typeof path.at(-1) === 'number' ? -2 : -1), 'volumes']));
  return podFolders(volumes).filter(volume => mounted.includes(volume.name)).slice(0, 1).map(({ folder }) => folder)
    .map(folder => unread(`container '${String(name ?? '')}' of ${of} may write static pods: ${folder} of its nodes is not readOnly`,
      placeAt(file, document, path)));
}
