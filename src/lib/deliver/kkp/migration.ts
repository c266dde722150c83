import { checkKkp } from './checks';
import { featureEdits, restartEdits } from './edits';
import { KkpOptions } from './options';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { kkpRelease, KkpRelease } from '../../facts/kkp';
import { refuseUnsafeWord } from '../../installers/documents';
import { ccmDeployment, kcmDeployment, KkpStage, providerOf } from '../../installers/kkp/deployments';
import { KkpDocuments, readKkp } from '../../installers/kkp/documents';
import { Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { GapMigration } from '../gap-migration';
import { InstallerMix, InstallerState } from '../installer';

/**
 * The migration of a cluster of KKP, as a value. Phase `n` is the cluster as it is; `mixed` turns the feature on; `n-plus-1` rolls the machines;
 * `disabled` is the same, when KKP has called it complete.
 */
export class KkpMigration extends GapMigration {
  public readonly cluster: string;
  public readonly documents: KkpDocuments;
  public readonly release: KkpRelease;
  public readonly provider: string;

  /** @throws if an option or an object is wrong, or they contradict each other */
  public constructor(public readonly options: KkpOptions) {
    super();
    refuseUnsafeWord('forceRestart', options.forceRestart);
    this.release = kkpRelease(options.kkpRelease);
    this.documents = readKkp(options.configs, this.release);
    this.cluster = options.clusterId;
    checkKkp(this.documents, this.release, options);
    this.provider = providerOf(this.documents.cluster)!;
  }

  public clusterOf(phase: MigrationPhase): SourceDocument {
    return this.written(phase).find(({ data }) => data.kind === 'Cluster')!;
  }

  /** KKP makes the cloud-controller-manager only when kube-controller-manager has rolled. */
  public states() {
    const ccm = this.provider === 'aws' ? [ccmDeployment(this.clusterOf(MigrationPhase.MIXED), this.options.version, this.release)] : [];
    const state = (name: string, ...objects: readonly Manifest[]): InstallerState => ({ name, machines: new Map(), objects });
    return {
      before: state('kube-controller-manager with the three controllers', this.kcm('in-tree')),
      off: state('kube-controller-manager without the three controllers', this.kcm('migrating')),
      withCcm: state('the cloud-controller-manager beside it', this.kcm('migrating'), ...ccm),
      end: state('the end', this.kcm('external'), ...ccm),
    } as const;
  }

  /** Every mix that KKP goes through, in its order. */
  public mixes() {
    const { before, off, withCcm, end } = this.states();
    return {
      rolling: this.mix('KKP replaces kube-controller-manager: pods with the three controllers, and pods without them', before, off),
      off: this.mix('kube-controller-manager without the three controllers, and no cloud-controller-manager yet', off),
      on: this.mix('kube-controller-manager without the three controllers, and the cloud-controller-manager', withCcm),
      rollingAgain: this.mix('KKP replaces kube-controller-manager once more, beside the cloud-controller-manager', withCcm, end),
      end: this.mix('the end', end),
    } as const;
  }

  public override mix(name: string, ...states: readonly InstallerState[]): InstallerMix {
    return {
      ...super.mix(name, ...states),
      unmodelled: this.provider === 'aws' ? undefined : `what KKP runs as cloud-controller-manager of ${this.provider} is not modelled; look at its `
        + 'Deployment and at the flags of kube-controller-manager in the seed cluster',
    };
  }

  private kcm(stage: KkpStage): Manifest {
    const cluster = stage === 'in-tree' ? this.documents.cluster : this.clusterOf(MigrationPhase.MIXED);
    return kcmDeployment(cluster, this.provider, this.options.version, stage);
  }

  protected edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[] {
    if (phase === MigrationPhase.N) return [];
    if (document === this.documents.cluster) return featureEdits(document, this.release, this.provider);
    return document.data.kind === 'MachineDeployment' && phase !== MigrationPhase.MIXED ? restartEdits(document, this.options.forceRestart) : [];
  }
}
