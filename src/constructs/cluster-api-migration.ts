import { ApiObject, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { chartParent } from './chart-parent';
import { refuseManifestFolder, renderJson, writeOutput } from './output-folder';
import { verifyClusterApiPhase } from '../lib/deliver/cluster-api/cluster-api-proof';
import { ClusterApiMigration as Model } from '../lib/deliver/cluster-api/migration';
import { ClusterApiOptions } from '../lib/deliver/cluster-api/options';
import { Manifest } from '../lib/kubernetes/manifest';
import { contentHash } from '../lib/migration/index-file';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { verifyPhase } from '../lib/migration/phase-proof';

/** Options for `ClusterApiMigration`. */
export interface ClusterApiMigrationProps extends ClusterApiOptions {
  /** Phase that is written. */
  readonly phase: MigrationPhase;
  /**
   * Chart for the ClusterResourceSet, its ConfigMaps and the Cluster, applied first.
   * @default - the enclosing Chart
   */
  readonly clusterChart?: Chart;
  /**
   * Chart for the KubeadmControlPlane and every object that belongs to no other step, applied second.
   * @default - the enclosing Chart
   */
  readonly controlPlaneChart?: Chart;
  /**
   * Chart for the objects of the workers, applied last.
   * @default - the enclosing Chart
   */
  readonly workersChart?: Chart;
}

/** Steps in the order in which they are applied, and the Charts for them. */
const STEPS = [['cluster', 'clusterChart'], ['control-plane', 'controlPlaneChart'], ['workers', 'workersChart']] as const;

/**
 * The migration of a cluster that Cluster API makes on AWS, in one phase: the user's own KubeadmControlPlane, AWSCluster, KubeadmConfigTemplates and
 * MachineDeployments with only the migration's changes, and a ClusterResourceSet for what the cluster itself needs.
 *
 * A KubeadmControlPlane has one spec, so the step from `n` to `n-plus-1` is its rolling update. Phase `n` must have been rolled out completely before; phase
 * `mixed` starts the roll of the control plane, and lasts as long; phase `n-plus-1` rolls the workers. Every mix of machines on the way is checked.
 *
 * Objects go to Charts for the management cluster; the files that were handed in, with the same changes spliced in, are written by `write(...)`.
 *
 * @see https://cluster-api.sigs.k8s.io/tasks/control-plane/kubeadm-control-plane
 * @example
 * new ClusterApiMigration(this, 'Migration', {
 *   clusterId: 'prod-eu',
 *   clusterApiRelease: '1.9',
 *   fromVersion: KubernetesVersion.of('1.26.15'),
 *   toVersion: KubernetesVersion.of('1.27.16'),
 *   phase: MigrationPhase.MIXED,
 *   configs: NodeFolder.readFiles('input'),
 * });
 */
export class ClusterApiMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  /** What whoever applies the phase must know: order, what rolls, what comes back and what does not. */
  public readonly notes: string[];
  private readonly model: Model;

  /** @throws if the options contradict each other, the objects or the versions, or the phase or a mix of machines on the way into it is not safe */
  public constructor(scope: Construct, id: string, props: ClusterApiMigrationProps) {
    super(scope, id);
    this.phase = props.phase;
    this.model = new Model(props);
    this.model.migration.checkPhase(props.phase);
    verifyPhase(this.model.migration, props.phase);
    verifyClusterApiPhase(this.model, props.phase);
    this.notes = this.model.notes(props.phase);

    const objects = this.model.objects(props.phase);
    for (const [step, prop] of STEPS) {
      const parent = new Construct(chartParent(this, props[prop], prop, `the objects of step '${step}'`), step);
      if (step === 'cluster') {
        for (const { id: objectId, manifest } of this.model.resourceSet(props.phase)) new ApiObject(parent, objectId, manifest);
      }
      for (const { manifest } of objects.filter(object => object.step === step)) new ApiObject(parent, idOf(manifest), manifest);
    }
  }

  /**
   * Writes the files that were handed in, with only the migration's changes: every other line is byte for byte as it was. Beside them `NOTES.md`, and
   * `to-delete.json` with the objects of the cluster that this phase no longer has: a ClusterResourceSet deletes nothing.
   *
   * @param outdir folder of the phase, for example `bundles/cluster-api/mixed`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string): string[] {
    refuseManifestFolder(this, outdir);
    const files = [
      ...this.model.files(this.phase),
      { path: 'NOTES.md', content: `# Phase \`${this.phase}\`\n\n${this.notes.map(note => `- ${note}\n`).join('')}` },
      { path: 'to-delete.json', content: renderJson({ objects: this.model.toDelete(this.phase) }) },
    ];
    return writeOutput(outdir, files, files.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
  }
}

function idOf({ kind, metadata }: Manifest): string {
  return `${kind}-${metadata.name}`;
}
