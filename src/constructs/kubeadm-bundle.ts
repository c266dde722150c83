import { CONFIGS, MIGRATION } from './required-props';
import { InstallerConfigProps } from './shared-props';
import { writeOutput } from '../files/output-folder';
import { kubeadmSide } from '../lib/deliver/kubeadm/side';
import { generatedNode } from '../lib/installers/kubeadm/generated-node';
import { NodeSide } from '../lib/kubernetes/node';
import { Migration } from '../lib/migration/migration';
import { checkNames } from '../lib/options/check-names';
import { contentHash } from '../lib/text/content-hash';
import { printable } from '../lib/text/printable';
import { checkRequired } from '../lib/text/required-props';
import { pathProblem } from '../lib/text/safe-path';

/** Options for `KubeadmBundle`. */
export interface KubeadmBundleProps extends InstallerConfigProps {
  /** The migration. Without nodes of its own, what kubeadm makes of `configs` stands for them. */
  readonly migration: Migration;
}

/**
 * kubeadm's own configuration for both sides of a migration.
 *
 * `configs` are those that were given to `kubeadm init` and `kubeadm join`. The files that were handed in with only the migration's changes, the
 * ClusterConfiguration alone, and a folder for `--patches` if the migration has `nodes`. Without it the next `kubeadm upgrade` brings
 * `--cloud-provider=aws` back. Applied with `kubeadm init phase upload-config kubeadm --config <side>/cluster-configuration.yaml`, before
 * `kubeadm upgrade`.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubeadm-config.v1beta3/
 * @example
 * new KubeadmBundle({
 *   migration: new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.27.16'), nodes: NodeFolder.read('input') }),
 *   configs: NodeFolder.readFiles('input'),
 * }).write('bundles/kubeadm');
 */
export class KubeadmBundle {
  private readonly migration: Migration;
  private readonly configs: { readonly [file: string]: string };
  private readonly hasNodes: boolean;

  /** @throws if the options contradict each other, the manifests or the versions, or a key of `configs` is no name for a file */
  public constructor(props: KubeadmBundleProps) {
    checkNames('KubeadmBundleProps', props);
    checkRequired(props, { migration: MIGRATION, configs: CONFIGS });
    const { migration, configs } = props;
    const name = Object.keys(configs).find(file => file.includes('/') || pathProblem(file) !== undefined);
    if (name !== undefined) {
      throw new Error(`the keys of configs must be file names, got '${printable(name)}'; accepted: letters, digits and '._+=:@,%~-', for `
        + 'example \'init.yaml\'');
    }
    if (Object.keys(configs).length === 0) {
      throw new Error('configs is empty; hand in the files given to \'kubeadm init --config\' and \'kubeadm join --config\'');
    }
    this.configs = configs;
    this.hasNodes = migration._hasNodes;
    this.migration = this.hasNodes ? migration : migration._for({ nodes: [generatedNode(configs)] });
  }

  /**
   * Writes one folder per side, and an index of what is ours. Stale files of an earlier call are removed, all other files stay.
   *
   * @param outdir folder of the bundle, for example `bundles/kubeadm`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if a configuration is not kubeadm's, or contradicts the migration
   */
  public write(outdir: string): string[] {
    const files = Object.values(NodeSide).flatMap(side =>
      kubeadmSide(this.migration, side, this.configs, this.hasNodes).map(({ path, content }) => ({ path: `${side}/${path}`, content })));
    return writeOutput(outdir, files, files.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
  }
}
