import { checkRke2 } from './checks';
import { clusterEdits, configMapName, CONFIGURATION, machineEdits } from './edits';
import { Rke2Options, strategyOf } from './options';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { nameOf } from '../../installers/documents';
import { renderYaml } from '../../installers/render-yaml';
import { readRke2, rke2Documents } from '../../installers/rke2/documents';
import { kubernetesOf, machineFiles } from '../../installers/rke2/machines';
import { KCM } from '../../kubernetes/component';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { NodeSide } from '../../kubernetes/node';
import { MigrationPhase } from '../../migration/migration-phase';
import { BundleFile } from '../bundle-file';
import { allWithParents } from '../document-edits';
import { InstallerState, nodesOf } from '../installer';
import { OwnCcmMigration } from '../own-ccm-migration';

/** The migration of a cluster of RKE2 as a value, by settings of RKE2's own or by a Cluster of Rancher. */
export class Rke2Migration extends OwnCcmMigration {
  public readonly cluster: string;
  public readonly documents: ReturnType<typeof readRke2>;
  public readonly migration: Rke2Options['migration'];

  /** @throws if an option or a setting is wrong, or they contradict each other */
  public constructor(public readonly options: Rke2Options) {
    super();
    const strategy = strategyOf(options.migration);
    this.documents = readRke2(options.configs);
    checkRke2(this.documents, options);
    this.cluster = options.migration.clusterId;
    this.migration = options.migration._for({ strategy, nodes: nodesOf(this.stateAt(undefined)) });
  }

  public override unsaidVersion(phase: MigrationPhase | undefined): KubernetesVersion {
    return kubernetesOf(this.release(phase));
  }

  private release(phase: MigrationPhase | undefined): string {
    if (phase !== undefined && phase !== MigrationPhase.N) return this.options.rke2Release;
    return String(this.documents.cluster?.value(['spec', 'kubernetesVersion']) ?? `v${this.options.migration.fromVersion}`);
  }

  public stateAt(phase: MigrationPhase | undefined): InstallerState {
    const documents = rke2Documents(phase === undefined ? this.documents.all : this.written(phase));
    return {
      name: phase === undefined ? 'the settings that were handed in' : `phase '${phase}'`,
      machines: machineFiles(documents, this.release(phase)),
      objects: [...phase === undefined ? [] : this.applied(phase), ...documents.objects],
    };
  }

  /** With the configuration of Leader Migration: the file itself, or the ConfigMap that Rancher makes it of, if it names the cluster. */
  public override files(phase: MigrationPhase): readonly BundleFile[] {
    const text = phase === MigrationPhase.N ? this.migration._model.configuration(KCM)?.text : undefined;
    const { cluster } = this.documents;
    const metadata = cluster && {
      name: configMapName(cluster),
      namespace: cluster.value(['metadata', 'namespace']) ?? 'fleet-default',
      annotations: { 'rke.cattle.io/object-authorized-for-clusters': nameOf(cluster) }, // rancher/rancher@v2.8.5 pkg/capr/planner/config.go:471-544
    };
    const object = metadata && { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [CONFIGURATION]: text } };
    return [...text === undefined ? [] : [{ path: CONFIGURATION, content: object ? renderYaml(object) : text }], ...super.files(phase)];
  }

  protected edits(document: SourceDocument, phase: MigrationPhase): readonly SourceEdit[] {
    const { documents, migration: { _model: model } } = this;
    const side = phase === MigrationPhase.N ? NodeSide.N : NodeSide.N_PLUS_1;
    const hasFile = side === NodeSide.N && model.configuration(KCM) !== undefined;
    const edits = documents.machines.flatMap(roles => machineEdits(document, documents, roles, side, model.sideSettings(side)));
    return [...allWithParents(document, edits), ...document === documents.cluster ? clusterEdits(document, this.release(phase), hasFile) : []];
  }
}
