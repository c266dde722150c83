import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { EXTERNAL } from '../../installers/kubeone/documents';
import { valueEdits } from '../document-edits';

/** What says that the cloud provider is external. */
export function externalEdits(document: SourceDocument): SourceEdit[] {
  return valueEdits(document, EXTERNAL, true);
}
