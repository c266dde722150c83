import { Construct } from 'constructs';
import { checkedPhase, InstallerPhase, writeInstallerPhase } from './installer-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { CONFIGS, MIGRATION, PHASE } from './required-props';
import { InstallerConfigProps } from './shared-props';
import { RKE2 } from '../lib/deliver/rke2/installer';
import { Rke2Migration as Model } from '../lib/deliver/rke2/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { verifyPhase } from '../lib/migration/phase-proof';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `Rke2Migration`. */
export interface Rke2MigrationProps extends MigrationPhaseProps, InstallerConfigProps {
  /** Release of RKE2 with version N+1, for example `v1.27.16+rke2r2`. */
  readonly rke2Release: string;
}

/**
 * The migration of a cluster of RKE2 on AWS, in one phase.
 *
 * `configs` are Rancher's provisioning Cluster (`provisioning.cattle.io/v1`) with the ConfigMaps that its `machineSelectorFiles` name. Without
 * Rancher they are the settings of one server and of one agent, `/etc/rancher/rke2/config.yaml` of each with its drop-ins: files whose names begin
 * with `agent` are the agent's. It writes the same documents with only the migration's changes, and what is applied to the cluster itself.
 *
 * Phase `n` turns Leader Migration on; `mixed` turns servers to version N+1 and starts the cloud-controller-manager; `n-plus-1` turns agents, which
 * Rancher does in `mixed`, too; `disabled` turns Leader Migration off. Every mix of machines on the way, there and back, is checked.
 *
 * @see https://docs.rke2.io/reference/server_config
 * @example
 * new Rke2Migration(this, 'Migration', {
 *   migration: new Migration({
 *     clusterId: 'prod-eu',
 *     fromVersion: KubernetesVersion.of('1.26.15'),
 *     toVersion: KubernetesVersion.of('1.27.16'),
 *   }),
 *   phase: MigrationPhase.MIXED,
 *   rke2Release: 'v1.27.16+rke2r2',
 *   configs: NodeFolder.readFiles('input'),
 * });
 */
export class Rke2Migration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  private readonly written: InstallerPhase<Model>;

  /** @throws if the options contradict each other or the settings, or the phase or a mix of machines on the way into it is not safe */
  public constructor(scope: Construct, id: string, props: Rke2MigrationProps) {
    super(scope, id);
    checkNames('Rke2MigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE, configs: CONFIGS, rke2Release: anyText('one like \'v1.27.16+rke2r2\'') });
    this.phase = props.phase;
    const model = new Model(props);
    verifyPhase(model.migration._model.phase(props.phase));
    this.written = checkedPhase(this, RKE2, model, props);
  }

  /**
   * Writes the files that were handed in, with only the migration's changes: every other line is byte for byte as it was. Beside them
   * `cluster-resources.yaml`, in phase `n` `leader-migration.yaml`, `NOTES.md`, `to-delete.json`, and the plan into the phase and back as `PLAN.md`
   * and `plan.json`.
   *
   * @param outdir folder of the phase, for example `bundles/rke2/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether a file with a password or token in it may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return writeInstallerPhase(this, outdir, this.written, commitSecrets);
  }
}
