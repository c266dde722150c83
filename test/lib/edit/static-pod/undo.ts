import { StaticPodEdits } from '../../../../src/lib/edit/static-pod/edit';
import { StaticPod } from '../../../../src/lib/edit/static-pod/static-pod';

/** The edits that undo others: what those added and replaced comes back byte for byte, since an edit touches nothing else. */
export function undo(pod: StaticPod, { setFlags = [], removeFlags = [], image, hostPathFiles = [], removeHostPathFiles = [] }: StaticPodEdits):
StaticPodEdits {
  const before = [...setFlags.map(({ name }) => name), ...removeFlags].map(name => ({ name, flag: pod.flag(name) }));
  const removed = removeHostPathFiles.flatMap(path => pod.mountOf(path) ?? []);
  return {
    setFlags: before.flatMap(({ name, flag }) => flag ? [{ name, value: flag.value, bare: flag.form === 'bare' }] : []),
    removeFlags: before.flatMap(({ name, flag }) => flag ? [] : [name]),
    image: image && pod.image.tag === image.fromTag ? { fromTag: image.toTag, toTag: image.fromTag } : undefined,
    hostPathFiles: removed.map(({ name, mountPath }) => ({ name, path: mountPath, hostPath: pod.volume(name)!.hostPath! })),
    removeHostPathFiles: hostPathFiles.map(({ path }) => path).filter(path => !pod.mountOf(path)),
  };
}
