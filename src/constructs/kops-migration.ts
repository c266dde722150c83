import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { checkedPhase, InstallerPhase, writeInstallerPhase } from './installer-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { CONFIGS, MIGRATION, PHASE } from './required-props';
import { InstallerConfigProps, StepChartProps } from './shared-props';
import { StepCharts } from './step-charts';
import { KOPS } from '../lib/deliver/kops/installer';
import { KopsMigration as Model } from '../lib/deliver/kops/migration';
import { kopsOptionsOf } from '../lib/deliver/kops/options';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `KopsMigration`. */
export interface KopsMigrationProps extends MigrationPhaseProps, InstallerConfigProps, StepChartProps {
  /** Release of kops that applies every phase, for example `1.25`. */
  readonly kopsRelease: string;
  /**
   * Address of the manifest of access to the migration Lease, for kops to apply. Only needed
   * where kops adds none: for version N 1.22.
   * @default - the objects are in the Chart, and you apply them
   */
  readonly leaseAccessManifest?: string;
}

/**
 * The migration of a cluster that kops makes on AWS, in one phase: the user's own Cluster and InstanceGroups with only the migration's changes.
 * `configs` is what `kops get -o yaml` prints before the migration.
 *
 * kops turns Leader Migration on by itself for 1.23 and 1.24, so phase `n` is 1.23 and phase `mixed` 1.24; only what it does not do by itself is
 * written. It writes no configuration file, so the built-in default of the two releases is the only configuration. Every mix of nodes on the way is
 * checked.
 *
 * @see https://kops.sigs.k8s.io/cluster_spec/
 * @example
 * new KopsMigration(this, 'Migration', {
 *   migration: new Migration({
 *     clusterId: 'prod.example.com', fromVersion: KubernetesVersion.of('1.23.17'), toVersion: KubernetesVersion.of('1.24.17'),
 *   }),
 *   phase: MigrationPhase.MIXED,
 *   kopsRelease: '1.25',
 *   configs: NodeFolder.readFiles('input'),
 * });
 */
export class KopsMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  private readonly written: InstallerPhase<Model>;
  private readonly stepCharts: StepCharts;

  /** @throws if the options contradict each other, the Cluster or the release of kops, or a mix of nodes on the way into the phase is not safe */
  public constructor(scope: Construct, id: string, props: KopsMigrationProps) {
    super(scope, id);
    checkNames('KopsMigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE, configs: CONFIGS, kopsRelease: anyText('one like \'1.25\'') });
    const { configs, kopsRelease, leaseAccessManifest } = props;
    this.phase = props.phase;
    const model = new Model(kopsOptionsOf(props.migration, { configs, kopsRelease, leaseAccessManifest }));
    this.written = checkedPhase(this, KOPS, model, props);

    const objects = model.leaseAccess(props.phase);
    this.stepCharts = new StepCharts(this, props.chartPrefix, ['10-lease-access']);
    if (objects.length === 0) return;
    const parent = new Construct(this.stepCharts.parent('10-lease-access'), 'lease-access');
    for (const object of objects) writeObject(parent, object.id, object.manifest);
  }

  /** The Chart that holds the access to the migration Lease, where kops gives none by itself. */
  public get charts(): Chart[] {
    return this.stepCharts.charts;
  }

  /**
   * Writes the files that were handed in, with only the migration's changes spliced in, and `NOTES.md`.
   *
   * Beside them the plan into the phase and back as `PLAN.md` and `plan.json`, and `to-delete.json` with the objects that this phase no longer has:
   * kops deletes nothing.
   *
   * @param outdir folder of the phase, for example `bundles/kops/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether a file with a password or token in it may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return writeInstallerPhase(this, outdir, this.written, commitSecrets);
  }
}
