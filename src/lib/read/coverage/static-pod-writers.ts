import { unread } from './unread-part';
import { DataMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { POD_FOLDERS } from '../../facts/inputs/node-paths';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** A container that may write into the folder of static pods of its node: the kubelet starts whatever is there. */
export function staticPodWriters({ document, file }: ObjectAt, path: SourcePath, { name, volumeMounts }: DataMap, of: string): readonly Doubt[] {
  const mounted = listOf(volumeMounts).map(mapOf).filter(({ readOnly }) => readOnly !== true).map(mount => mount.name);
  if (mounted.length === 0) return NO_DOUBT.isRight;
  const volumes = listOf(document.value([...path.slice(0, typeof path.at(-1) === 'number' ? -2 : -1), 'volumes'])).map(mapOf);
  return volumes.filter(volume => mounted.includes(volume.name))
    .map(({ hostPath }) => String(mapOf(hostPath).path ?? '').replace(/\/+/g, '/').replace(/\/$/, ''))
    .filter(folder => POD_FOLDERS.some(own => `${folder}/`.startsWith(`${own}/`))).slice(0, 1)
    .map(folder => unread(`container '${String(name ?? '')}' of ${of} may write static pods: ${folder} of its nodes is not readOnly`,
      placeAt(file, document, path)));
}
