import { mapOf, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { KkpRelease } from '../../facts/kkp';
import { FEATURES } from '../../installers/kkp/documents';
import { madeWithParents } from '../kubeadm/component-edits';

const RESTART: SourcePath = ['spec', 'template', 'metadata', 'annotations', 'forceRestart'];

/** What turns the feature on. */
export function featureEdits(cluster: SourceDocument, release: KkpRelease, provider: string): SourceEdit[] {
  const wanted = ['externalCloudProvider', ...release.setsCcmClusterName && provider !== 'vsphere' ? ['ccmClusterName'] : []];
  const features = cluster.value(FEATURES);
  if (features === undefined || features === null) {
    return [madeWithParents(cluster, FEATURES, Object.fromEntries(wanted.map(name => [name, true])))];
  }
  const today = mapOf(features);
  return wanted.filter(name => today[name] !== true).flatMap((name): SourceEdit[] => [
    { op: 'set-key', path: FEATURES, key: name, value: true },
    ...name in today ? [{ op: 'remove-key', path: FEATURES, key: name } as const] : [],
  ]);
}

/**
 * What makes a MachineDeployment roll.
 *
 * @throws if it has that value already
 */
export function restartEdits(document: SourceDocument, value: string): SourceEdit[] {
  const today = document.value(RESTART);
  if (today === value) {
    throw document.errorAt(RESTART, `${RESTART.join('.')} is '${value}' already, so nothing would roll; give another value as `
      + 'forceRestart');
  }
  return today === undefined ? [madeWithParents(document, RESTART, value)] : [{ op: 'replace', path: RESTART, value }];
}
