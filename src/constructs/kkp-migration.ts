import { Construct } from 'constructs';
import { checkedPhase, InstallerPhase, writeInstallerPhase } from './installer-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { CONFIGS, MIGRATION, PHASE } from './required-props';
import { InstallerConfigProps } from './shared-props';
import { gapOptionsOf } from '../lib/deliver/gap-options';
import { KKP } from '../lib/deliver/kkp/installer';
import { KkpMigration as Model } from '../lib/deliver/kkp/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `KkpMigration`. */
export interface KkpMigrationProps extends MigrationPhaseProps, InstallerConfigProps {
  /** Release of KKP, for example `2.22`: it decides the API group, and which clouds and versions can be moved. */
  readonly kkpRelease: string;
  /**
   * Value of the annotation `forceRestart` of MachineDeployments. They roll when it changes; its text means nothing.
   * @default 'ccm-migration'
   */
  readonly forceRestart?: string;
}

/**
 * The migration of a cluster of the Kubermatic Kubernetes Platform, in one phase.
 *
 * `configs` are the Cluster and, where you have them, its MachineDeployments. It writes them with only the migration's changes: `mixed` turns the
 * feature on, `n-plus-1` rolls the machines, `disabled` is when KKP calls it complete.
 *
 * The feature cannot be turned off again. KKP switches the controllers off and starts the cloud-controller-manager then, so no process runs them
 * for a while: a declared gap, without Leader Migration. AWS can be moved from KKP 2.22 on, with Kubernetes 1.24 to 1.26.
 *
 * @see https://docs.kubermatic.com/kubermatic/v2.22/tutorials-howtos/ccm-migration/
 * @example
 * new KkpMigration(this, 'Migration', {
 *   migration: new Migration({
 *     clusterId: 'crh4xbxz5f',
 *     fromVersion: KubernetesVersion.of('1.24.17'),
 *     toVersion: KubernetesVersion.of('1.24.17'),
 *     strategy: MigrationStrategy.controllersOffThenOn(),
 *   }),
 *   phase: MigrationPhase.MIXED,
 *   kkpRelease: '2.22',
 *   configs: NodeFolder.readFiles('input'),
 * });
 */
export class KkpMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  private readonly written: InstallerPhase<Model>;

  /** @throws if the options contradict each other, the Cluster or the release of KKP, or a mix on the way into the phase is not safe */
  public constructor(scope: Construct, id: string, props: KkpMigrationProps) {
    super(scope, id);
    checkNames('KkpMigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE, configs: CONFIGS, kkpRelease: anyText('one like \'2.22\'') });
    const { configs, kkpRelease, forceRestart = 'ccm-migration' } = props;
    this.phase = props.phase;
    const model = new Model({ ...gapOptionsOf('KKP', props.migration), configs, kkpRelease, forceRestart });
    this.written = checkedPhase(this, KKP, model, props);
  }

  /**
   * Writes the files that were handed in, with only the migration's changes: every other line is byte for byte as it was. Beside them `NOTES.md`, the
   * plan into the phase as `PLAN.md` and `plan.json`, and `to-delete.json`, which is empty: KKP deletes what it made.
   *
   * @param outdir folder of the phase, for example `bundles/kkp/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether a file with a password or token in it may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return writeInstallerPhase(this, outdir, this.written, commitSecrets);
  }
}
