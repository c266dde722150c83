import { checkKubeOne } from './checks';
import { KubeOneOptions } from './options';
import { mapOf } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { parseSource, SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { kubeOneRelease, KubeOneRelease } from '../../facts/kubeone';
import { refuseUnsafeWord } from '../../installers/documents';
import { EXTERNAL, KubeOneDocuments, readKubeOne } from '../../installers/kubeone/documents';
import { KubeOneStage } from '../../installers/kubeone/machines';
import { MigrationPhase } from '../../migration/migration-phase';
import { madeWithParents } from '../kubeadm/component-edits';

/** What may exist at once in one step of KubeOne's own way. */
export interface KubeOneMix {
  readonly name: string;
  readonly stages: readonly KubeOneStage[];
  readonly hasCcm: boolean;
}

const FIRST_RUN: KubeOneMix = {
  name: 'control-plane nodes with the three controllers on, and with them off; no cloud-controller-manager yet',
  stages: ['in-tree', 'off'],
  hasCcm: false,
};
const CCM_STARTS: KubeOneMix = {
  name: 'every control-plane node with the three controllers off, and the cloud-controller-manager', stages: ['off'], hasCcm: true,
};
const SECOND_RUN: KubeOneMix = {
  name: 'control-plane nodes with the three controllers off, and without a cloud provider; the cloud-controller-manager',
  stages: ['off', 'external'],
  hasCcm: true,
};
const END: KubeOneMix = {
  name: 'control-plane nodes without a cloud provider, and the cloud-controller-manager', stages: ['external'], hasCcm: true,
};
export const KUBEONE_MIXES = { firstRun: FIRST_RUN, ccmStarts: CCM_STARTS, secondRun: SECOND_RUN, end: END } as const;

/**
 * The migration of a cluster of KubeOne, as a value. Phase `n` is the cluster as it is; `mixed` is the first run of `kubeone migrate to-ccm-csi`;
 * `n-plus-1` rolls the machines; `disabled` is the second run. The document is the same from `mixed` on.
 */
export class KubeOneMigration {
  public readonly documents: KubeOneDocuments;
  public readonly release: KubeOneRelease;

  /** @throws if an option or the document is wrong, or they contradict each other */
  public constructor(public readonly options: KubeOneOptions) {
    refuseUnsafeWord('terraformOutput', options.terraformOutput);
    this.release = kubeOneRelease(options.kubeOneRelease);
    this.documents = readKubeOne(options.configs, this.release);
    checkKubeOne(this.documents, this.release, options);
  }

  /** The given file with the changes of the phase; every other line stays byte for byte. */
  public files(phase: MigrationPhase): { readonly path: string; readonly content: string }[] {
    return [...this.documents.files].map(([path, documents]) => ({
      path, content: editSource(documents.map(document => ({ document, edits: phase === MigrationPhase.N ? [] : externalEdits(document) }))),
    }));
  }

  public cluster(phase: MigrationPhase): SourceDocument {
    const [{ path, content }] = this.files(phase);
    return parseSource(content, { file: path });
  }
}

function externalEdits(document: SourceDocument): SourceEdit[] {
  const parent = EXTERNAL.slice(0, -1);
  if (!('external' in mapOf(document.value(parent)))) return [madeWithParents(document, EXTERNAL, true)];
  return [{ op: 'set-key', path: parent, key: 'external', value: true }, { op: 'remove-key', path: parent, key: 'external' }];
}
