import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { chartParent } from './chart-parent';
import { withLeaderElection } from './leader-election-flags';
import { LeaderElectionProps } from './leader-election-props';
import { NodeFiles } from './node-files';
import { IdentifiedObject } from '../lib/kubernetes/manifest';
import { Migration } from '../lib/migration/migration';
import { MigrationOptions } from '../lib/migration/migration-options';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { verifyPhase } from '../lib/migration/phase-proof';
import { leaseAccessObjects } from '../lib/rbac/lease-access';

/** Options for `CloudControllerMigration`. */
export interface CloudControllerMigrationProps extends MigrationOptions, LeaderElectionProps {
  /** Phase that is written. */
  readonly phase: MigrationPhase;
  /**
   * Chart for the access to the migration Lease, applied first.
   * @default - the enclosing Chart
   */
  readonly leaseAccessChart?: Chart;
  /**
   * Chart for the migration ConfigMap, applied second.
   * @default - the enclosing Chart
   */
  readonly configChart?: Chart;
  /**
   * Chart for the cloud-controller-manager, applied last.
   * @default - the enclosing Chart
   */
  readonly ccmChart?: Chart;
  /**
   * Writes the phase without proof that no controller can run twice or nowhere. Two runners at once create and delete each other's load balancers and routes,
   * and can delete nodes. Every object of the phase is marked with the annotation `ccm-migration/safety-proof: skipped`.
   * @default false - synthesis fails with the counter-example
   */
  readonly unsafeSkipSafetyProof?: boolean;
}

/** Marks what was written without proof. */
const PROOF_SKIPPED = { 'ccm-migration/safety-proof': 'skipped' };

/**
 * The whole migration in one phase: access to the migration Lease, the migration configuration, the cloud-controller-manager, and the files that belong
 * on nodes.
 *
 * Kubernetes objects go to Charts; node files are written by `nodeFiles.write(...)` after `app.synth()`.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/
 * @example
 * new CloudControllerMigration(this, 'Migration', {
 *   clusterId: 'prod-eu',
 *   fromVersion: KubernetesVersion.of('1.26.15'),
 *   toVersion: KubernetesVersion.of('1.27.16'),
 *   phase: MigrationPhase.MIXED,
 * });
 */
export class CloudControllerMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  /** Files that belong on nodes in this phase. */
  public readonly nodeFiles: NodeFiles;
  private readonly marks: Record<string, string>;

  /** @throws if the options contradict each other, the manifests or the versions, the phase does not exist for them, or it is not safe */
  public constructor(scope: Construct, id: string, props: CloudControllerMigrationProps) {
    super(scope, id);
    this.phase = props.phase;
    const migration = new Migration(withLeaderElection(props));
    migration.checkPhase(props.phase);
    this.marks = props.unsafeSkipSafetyProof ? PROOF_SKIPPED : {};
    if (!props.unsafeSkipSafetyProof) verifyPhase(migration, props.phase);

    for (const access of migration.leaseAccess(props.phase)) {
      const objects = leaseAccessObjects(access);
      if (objects.length > 0) this.write(props.leaseAccessChart, 'leaseAccessChart', access.component, objects);
    }
    const configMap = migration.configMap(props.phase);
    if (configMap) this.write(props.configChart, 'configChart', 'config', [configMap]);
    const ccm = migration.ccm(props.phase);
    if (ccm && ccm.objects.length > 0) this.write(props.ccmChart, 'ccmChart', 'ccm', ccm.objects);

    this.nodeFiles = new NodeFiles(this, 'NodeFiles');
    for (const file of migration.nodeFiles(props.phase)) this.nodeFiles.addFile(file);
    this.nodeFiles._setToDelete(() => migration.toDelete(props.phase));
  }

  /** Objects below one construct, in the given Chart or in the one that encloses this construct. */
  private write(chart: Chart | undefined, prop: string, id: string, objects: readonly IdentifiedObject[]): void {
    const { kind, metadata } = objects[0].manifest;
    const parent = new Construct(chartParent(this, chart, prop, `${kind} '${metadata.name}'`), id);
    for (const { id: objectId, manifest } of objects) {
      const object = writeObject(parent, objectId, manifest);
      for (const [key, value] of Object.entries(this.marks)) object.metadata.addAnnotation(key, value);
    }
  }
}
