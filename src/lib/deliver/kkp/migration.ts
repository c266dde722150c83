import { checkKkp } from './checks';
import { KkpOptions } from './options';
import { mapOf, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { editSource } from '../../edit/yaml/source-edit';
import { kkpRelease, KkpRelease } from '../../facts/kkp';
import { refuseUnsafeWord } from '../../installers/documents';
import { ccmDeployment, kcmDeployment, KkpStage, providerOf } from '../../installers/kkp/deployments';
import { FEATURES, KkpDocuments, readKkp } from '../../installers/kkp/documents';
import { Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { madeWithParents } from '../kubeadm/component-edits';

const RESTART: SourcePath = ['spec', 'template', 'metadata', 'annotations', 'forceRestart'];

/** The Deployments that may exist at once in one step of KKP's own way, and what it is. */
export interface KkpMix {
  readonly name: string;
  readonly objects: readonly Manifest[];
}

/**
 * The migration of a cluster of KKP, as a value. Phase `n` is the cluster as it is; `mixed` turns the feature on; `n-plus-1` rolls the machines;
 * `disabled` is the same, when KKP has called it complete.
 */
export class KkpMigration {
  public readonly documents: KkpDocuments;
  public readonly release: KkpRelease;
  public readonly provider: string;

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(public readonly options: KkpOptions) {
    refuseUnsafeWord('forceRestart', options.forceRestart);
    this.release = kkpRelease(options.kkpRelease);
    this.documents = readKkp(options.configs, this.release);
    checkKkp(this.documents, this.release, options);
    this.provider = providerOf(this.documents.cluster)!;
  }

  /** The given files with the changes of the phase; every other line stays byte for byte. */
  public files(phase: MigrationPhase): { readonly path: string; readonly content: string }[] {
    return [...this.documents.files].map(([path, documents]) => ({
      path, content: editSource(documents.map(document => ({ document, edits: this.edits(document, phase) }))),
    }));
  }

  public cluster(phase: MigrationPhase): SourceDocument {
    return this.files(phase).flatMap(({ path, content }) => parseSources(content, { file: path })).find(({ data }) => data.kind === 'Cluster')!;
  }

  /** Every mix of Deployments that KKP goes through: it makes the cloud-controller-manager only when kube-controller-manager has rolled. */
  public mixes(): readonly KkpMix[] {
    const ccm = { objects: this.provider === 'aws' ? [ccmDeployment(this.cluster(MigrationPhase.MIXED), this.options.version, this.release)] : [] };
    return [
      {
        name: 'KKP replaces kube-controller-manager: pods with the three controllers, and pods without them',
        objects: [this.kcm('in-tree'), this.kcm('migrating')],
      },
      { name: 'kube-controller-manager without the three controllers, and no cloud-controller-manager yet', objects: [this.kcm('migrating')] },
      {
        name: 'kube-controller-manager without the three controllers, and the cloud-controller-manager',
        objects: [this.kcm('migrating'),
          ...ccm.objects],
      },
      {
        name: 'KKP replaces kube-controller-manager once more, beside the cloud-controller-manager',
        objects: [this.kcm('migrating'), this.kcm('external'), ...ccm.objects],
      },
      { name: 'the end', objects: [this.kcm('external'), ...ccm.objects] },
    ];
  }

  public kcm(stage: KkpStage): Manifest {
    const cluster = stage === 'in-tree' ? this.documents.cluster : this.cluster(MigrationPhase.MIXED);
    return kcmDeployment(cluster, this.provider, this.options.version, stage);
  }

  private edits(document: SourceDocument, phase: MigrationPhase): SourceEdit[] {
    if (phase === MigrationPhase.N) return [];
    if (document === this.documents.cluster) return this.featureEdits(document);
    return document.data.kind === 'MachineDeployment' && phase !== MigrationPhase.MIXED ? this.restartEdits(document) : [];
  }

  private featureEdits(cluster: SourceDocument): SourceEdit[] {
    const wanted = ['externalCloudProvider', ...this.release.setsCcmClusterName && this.provider !== 'vsphere' ? ['ccmClusterName'] : []];
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

  private restartEdits(document: SourceDocument): SourceEdit[] {
    const today = document.value(RESTART);
    const value = this.options.forceRestart;
    if (today === value) {
      throw document.error(document.offset(RESTART), `${RESTART.join('.')} is '${value}' already, so nothing would roll; give another value as `
        + 'forceRestart');
    }
    return today === undefined ? [madeWithParents(document, RESTART, value)] : [{ op: 'replace', path: RESTART, value }];
  }
}
