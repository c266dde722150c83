import type { StaticPodEdits } from './edits';
import { editedFlags, flagEdits } from './flag-edits';
import { hostPathFileEdits } from './host-path-file-edits';
import { StaticPod } from './static-pod';
import type { SourceEdit } from '../yaml/data-edit';
import { editedSources } from '../yaml/source-edit';

/**
 * The manifest with the edits spliced in: every line that no edit is about stays byte for byte.
 *
 * @throws if an edit contradicts what is there; nothing is half done
 */
export function editStaticPod(pod: StaticPod, edits: StaticPodEdits): StaticPod {
  const all: SourceEdit[] = [...flagEdits(pod, edits), ...imageEdits(pod, edits), ...hostPathFileEdits(pod, edits)];
  const [document] = editedSources([{ document: pod.document, edits: all }]);
  return new StaticPod(document, pod);
}

/**
 * The edits that undo `edits`: applied to the edited manifest they give the text of `pod` again, byte for byte where `edits` only added and
 * replaced. What was removed comes back as data: its comments are gone, and in an unsorted list it comes last.
 */
export function inverseEdits(pod: StaticPod, edits: StaticPodEdits): StaticPodEdits {
  const touched = new Set(editedFlags(edits));
  const before = [...touched].map((name) => ({ name, flag: pod.flag(name) }));
  const removedFiles = (edits.removeHostPathFiles ?? []).flatMap((path) => {
    const mount = pod.mountOf(path);
    const hostPath = mount && pod.volume(mount.name)?.hostPath;
    return mount && hostPath !== undefined ? [{ name: mount.name, path: mount.mountPath, hostPath }] : [];
  });
  return {
    setFlags: before.flatMap(({ name, flag }) => flag ? [{ name, value: flag.value, bare: flag.form === 'bare' }] : []),
    removeFlags: before.flatMap(({ name, flag }) => flag ? [] : [name]),
    image: edits.image && pod.image.tag === edits.image.fromTag ? { fromTag: edits.image.toTag, toTag: edits.image.fromTag } : undefined,
    hostPathFiles: removedFiles,
    removeHostPathFiles: (edits.hostPathFiles ?? []).map(({ path }) => path).filter((path) => !pod.mountOf(path)),
    keepEmptyLists: [
      ...pod.mounts.length === 0 && pod.document.node([...pod.containerPath, 'volumeMounts']) ? ['volumeMounts' as const] : [],
      ...pod.volumes.length === 0 && pod.document.node(['spec', 'volumes']) ? ['volumes' as const] : [],
    ],
  };
}

function imageEdits(pod: StaticPod, { image: edit }: StaticPodEdits): SourceEdit[] {
  if (!edit) return [];
  const path = [...pod.containerPath, 'image'];
  const { repository, tag, digest } = pod.image;
  const written = `${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
  if (digest !== undefined) {
    throw pod.document.error(pod.document.offset(path), `image '${written}' is pinned by digest, so its version cannot be changed by tag; use the `
      + `tag '${edit.fromTag}'`);
  }
  if (tag === edit.toTag) return [];
  if (tag !== edit.fromTag) {
    throw pod.document.error(pod.document.offset(path),
      `image '${written}' has ${tag === undefined ? 'no tag' : `the tag '${tag}'`}, expected '${edit.fromTag}'; `
      + `give the version that this manifest runs, or hand in the manifest of the version with tag '${edit.toTag}'`);
  }
  return [{ op: 'replace', path, value: `${repository}:${edit.toTag}` }];
}
