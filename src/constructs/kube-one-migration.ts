import { Construct } from 'constructs';
import { checkedPhase, InstallerPhase, writeInstallerPhase } from './installer-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { CONFIGS, MIGRATION, PHASE } from './required-props';
import { InstallerConfigProps } from './shared-props';
import { gapOptionsOf } from '../lib/deliver/gap-options';
import { KUBEONE } from '../lib/deliver/kubeone/installer';
import { KubeOneMigration as Model } from '../lib/deliver/kubeone/migration';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `KubeOneMigration`. */
export interface KubeOneMigrationProps extends MigrationPhaseProps, InstallerConfigProps {
  /** Release of KubeOne, for example `1.6`: AWS is moved by 1.5 to 1.7. */
  readonly kubeOneRelease: string;
  /**
   * File with the output of Terraform that KubeOne is given with `-t`, as the plan names it.
   * @default - none: the document has every host
   */
  readonly terraformOutput?: string;
}

/**
 * The migration of a cluster of KubeOne on AWS, in one phase.
 *
 * `configs` is what `kubeone apply -m` is given. It writes your own KubeOneCluster with only the migration's change: `mixed` is the first run of
 * `kubeone migrate to-ccm-csi`, `n-plus-1` rolls the machines, `disabled` is the second run.
 *
 * KubeOne switches the controllers off, node after node, and applies the cloud-controller-manager then, so no process runs them for a while: a
 * declared gap, without Leader Migration and without a way back. AWS is moved by KubeOne 1.5 to 1.7, with Kubernetes 1.22 to 1.26.
 *
 * @see https://docs.kubermatic.com/kubeone/v1.6/guides/ccm-csi-migration/
 * @example
 * new KubeOneMigration(this, 'Migration', {
 *   migration: new Migration({
 *     clusterId: 'prod-eu',
 *     fromVersion: KubernetesVersion.of('1.25.16'),
 *     toVersion: KubernetesVersion.of('1.25.16'),
 *     strategy: MigrationStrategy.controllersOffThenOn(),
 *   }),
 *   phase: MigrationPhase.MIXED,
 *   kubeOneRelease: '1.6',
 *   configs: NodeFolder.readFiles('input'),
 * });
 */
export class KubeOneMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  private readonly written: InstallerPhase<Model>;

  /** @throws if the options contradict each other, the document or the release of KubeOne, or a mix on the way into the phase is not safe */
  public constructor(scope: Construct, id: string, props: KubeOneMigrationProps) {
    super(scope, id);
    checkNames('KubeOneMigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE, configs: CONFIGS, kubeOneRelease: anyText('one like \'1.6\'') });
    const { migration, phase, unsafeIgnoreRules, ...rest } = props;
    this.phase = phase;
    this.written = checkedPhase(this, KUBEONE, new Model({ ...gapOptionsOf('KubeOne', migration), ...rest }), props);
  }

  /**
   * Writes the file that was handed in, with only the migration's change: every other line is byte for byte as it was. Beside it `NOTES.md`, the plan
   * into the phase as `PLAN.md` and `plan.json`, and `to-delete.json`, which is empty: KubeOne leaves nothing behind.
   *
   * @param outdir folder of the phase, for example `bundles/kubeone/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether a file with a password or token in it may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return writeInstallerPhase(this, outdir, this.written, commitSecrets);
  }
}
