import { checkKubeOne } from './checks';
import { externalEdits } from './edits';
import { KubeOneOptions } from './options';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { kubeOneRelease, KubeOneRelease } from '../../facts/kubeone';
import { refuseUnsafeWord } from '../../installers/documents';
import { KubeOneDocuments, readKubeOne } from '../../installers/kubeone/documents';
import { ccmDaemonSet, KubeOneStage, nodeFiles } from '../../installers/kubeone/machines';
import { MigrationPhase } from '../../migration/migration-phase';
import { GapMigration } from '../gap-migration';
import { InstallerState } from '../installer';

/**
 * The migration of a cluster of KubeOne, as a value. Phase `n` is the cluster as it is; `mixed` is the first run of `kubeone migrate to-ccm-csi`;
 * `n-plus-1` rolls the machines; `disabled` is the second run. The document is the same from `mixed` on.
 */
export class KubeOneMigration extends GapMigration {
  public readonly cluster: string;
  public readonly documents: KubeOneDocuments;
  public readonly release: KubeOneRelease;

  /** @throws if an option or the document is wrong, or they contradict each other */
  public constructor(public readonly options: KubeOneOptions) {
    super();
    refuseUnsafeWord('terraformOutput', options.terraformOutput);
    this.release = kubeOneRelease(options.kubeOneRelease);
    this.documents = readKubeOne(options.configs, this.release);
    this.cluster = options.clusterId;
    checkKubeOne(this.documents, this.release, options);
  }

  public states() {
    return {
      before: this.state('in-tree', false),
      off: this.state('off', false),
      withCcm: this.state('off', true),
      end: this.state('external', true),
    } as const;
  }

  /** Every mix that KubeOne goes through, in its order. */
  public mixes() {
    const { before, off, withCcm, end } = this.states();
    return {
      asItIs: this.mix('control-plane nodes as they are', before),
      firstRun: this.mix('control-plane nodes with the three controllers on, and with them off; no cloud-controller-manager yet', before, off),
      ccmStarts: this.mix('every control-plane node with the three controllers off, and the cloud-controller-manager', withCcm),
      secondRun: this.mix(
        'control-plane nodes with the three controllers off, and without a cloud provider; the cloud-controller-manager', withCcm, end,
      ),
      end: this.mix('control-plane nodes without a cloud provider, and the cloud-controller-manager', end),
    } as const;
  }

  public state(stage: KubeOneStage, hasCcm: boolean): InstallerState {
    const { release, options: { version } } = this;
    const [cluster] = this.written(MigrationPhase.MIXED);
    return {
      name: stage,
      machines: nodeFiles(cluster, release, version, stage),
      objects: hasCcm ? [ccmDaemonSet(cluster, release, version)] : [],
    };
  }

  protected edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[] {
    return phase === MigrationPhase.N ? [] : externalEdits(document);
  }
}
