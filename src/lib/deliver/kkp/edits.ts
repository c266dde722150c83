import type { SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KkpRelease } from '../../facts/kkp';
import { FEATURES } from '../../installers/kkp/documents';
import { entryEdits, valueEdits } from '../document-edits';

const RESTART: SourcePath = ['spec', 'template', 'metadata', 'annotations', 'forceRestart'];

/** What turns the feature on. */
export function featureEdits(cluster: SourceDocument, release: KkpRelease, provider: string): SourceEdit[] {
  const wanted = ['externalCloudProvider', ...release.setsCcmClusterName && provider !== 'vsphere' ? ['ccmClusterName'] : []];
  return entryEdits(cluster, FEATURES, Object.fromEntries(wanted.map(name => [name, true])));
}

/**
 * What makes a MachineDeployment roll.
 *
 * @throws if it has that value already
 */
export function restartEdits(document: SourceDocument, value: string): SourceEdit[] {
  if (document.value(RESTART) !== value) return valueEdits(document, RESTART, value);
  throw document.errorIn(RESTART, `is '${value}' already, so nothing would roll; give another value as forceRestart`);
}
