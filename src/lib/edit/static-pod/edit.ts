import type { StaticPodEdits } from './edits';
import { flagEdits } from './flag-edits';
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
