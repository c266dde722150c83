import { mapOf } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { EXTERNAL } from '../../installers/kubeone/documents';
import { madeWithParents } from '../kubeadm/component-edits';

/** What says that the cloud provider is external. */
export function externalEdits(document: SourceDocument): SourceEdit[] {
  const parent = EXTERNAL.slice(0, -1);
  if (!('external' in mapOf(document.value(parent)))) return [madeWithParents(document, EXTERNAL, true)];
  return [{ op: 'set-key', path: parent, key: 'external', value: true }, { op: 'remove-key', path: parent, key: 'external' }];
}
