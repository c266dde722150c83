import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { writeObject } from './api-object';
import { checkedPhase, InstallerPhase, writeInstallerPhase } from './installer-folder';
import { MigrationPhaseProps } from './migration-phase-props';
import { CONFIGS, MIGRATION, PHASE } from './required-props';
import { InstallerConfigProps, StepChartProps } from './shared-props';
import { StepCharts } from './step-charts';
import { CLUSTER_API } from '../lib/deliver/cluster-api/installer';
import { ClusterApiMigration as Model } from '../lib/deliver/cluster-api/migration';
import { Manifest } from '../lib/kubernetes/manifest';
import { MigrationPhase } from '../lib/migration/migration-phase';
import { verifyPhase } from '../lib/migration/phase-proof';
import { checkNames } from '../lib/options/check-names';
import { checkRequired, anyText } from '../lib/text/required-props';

/** Options for `ClusterApiMigration`. */
export interface ClusterApiMigrationProps extends MigrationPhaseProps, InstallerConfigProps, StepChartProps {
  /** Minor of Cluster API in the management cluster, for example `1.9`. */
  readonly clusterApiRelease: string;
  /**
   * Names of the AWSMachineTemplates for version N+1, by the names of those for version N. Needed for templates with a fixed AMI, whose Kubernetes is
   * that of version N.
   * @default - the same templates: Cluster API looks the AMI up by version
   */
  readonly upgradedMachineTemplates?: { readonly [template: string]: string };
  /**
   * Images of version N+1, by the names of the objects that fix one of version N and can be changed: an AWSMachinePool (`awsLaunchTemplate`), or an
   * AWSCluster whose `imageLookupFormat` does not ask for the version. Where a ClusterClass makes the machines, an AWSMachineTemplate of it.
   * @default - none: Cluster API looks the image up by version
   */
  readonly upgradedImages?: { readonly [object: string]: string };
}

/** Steps in the order in which they are applied, and the Charts for them. */
const STEPS = [
  ['cluster', '10-cluster'], ['control-plane', '20-control-plane'], ['workers', '30-workers'], ['machine-pools', '40-machine-pools'],
] as const;

/**
 * The migration of a cluster that Cluster API makes on AWS, in one phase.
 *
 * `configs` are KubeadmControlPlane, AWSCluster, KubeadmConfigTemplates, and, where you have them, Cluster, MachineDeployments and
 * AWSMachineTemplates. It writes your own objects with only the migration's changes, and a ClusterResourceSet for what the cluster itself needs.
 * Phase `n` must have been rolled out completely before `mixed`, which rolls the control plane; `n-plus-1` rolls the workers. Every mix of machines
 * on the way is checked.
 *
 * For a Cluster with `spec.topology`, `configs` are the Cluster, its ClusterClass and the templates of it: the class gets a variable and patches,
 * which are the same in every phase, and the Cluster its value, its version and the workers that wait.
 *
 * Objects for the management cluster go to the Chart that encloses it, else to one Chart per apply step below the App.
 *
 * @see https://cluster-api.sigs.k8s.io/tasks/control-plane/kubeadm-control-plane
 * @example
 * new ClusterApiMigration(this, 'Migration', {
 *   migration: new Migration({
 *     clusterId: 'prod-eu', // the name of the Cluster
 *     fromVersion: KubernetesVersion.of('1.26.15'),
 *     toVersion: KubernetesVersion.of('1.27.16'),
 *   }),
 *   phase: MigrationPhase.MIXED,
 *   clusterApiRelease: '1.9',
 *   configs: NodeFolder.readFiles('input'),
 *   upgradedMachineTemplates: { 'prod-eu-workers': 'prod-eu-workers-1-27' },
 * });
 */
export class ClusterApiMigration extends Construct {
  /** Phase that is written. */
  public readonly phase: MigrationPhase;
  private readonly written: InstallerPhase<Model>;
  private readonly stepCharts: StepCharts;

  /** @throws if the options contradict each other, the objects or the versions, or the phase or a mix of machines on the way into it is not safe */
  public constructor(scope: Construct, id: string, props: ClusterApiMigrationProps) {
    super(scope, id);
    checkNames('ClusterApiMigrationProps', props);
    checkRequired(props, { migration: MIGRATION, phase: PHASE, configs: CONFIGS, clusterApiRelease: anyText('one like \'1.9\'') });
    this.phase = props.phase;
    const model = new Model(props);
    verifyPhase(model.migration._model.phase(props.phase));
    this.written = checkedPhase(this, CLUSTER_API, model, props);

    const objects = model.objects(props.phase);
    this.stepCharts = new StepCharts(this, props.chartPrefix, STEPS.map(([, chart]) => chart));
    for (const [step, chart] of STEPS) {
      const own = objects.filter(object => object.step === step).map(({ manifest }) => ({ id: idOf(manifest), manifest }));
      const all = step === 'cluster' ? [...model.resourceSet(props.phase), ...own] : own;
      if (all.length === 0) continue;
      const parent = new Construct(this.stepCharts.parent(chart), step);
      for (const { id: objectId, manifest } of all) writeObject(parent, objectId, manifest);
    }
  }

  /** The Charts that hold its objects, in the order in which they are applied. */
  public get charts(): Chart[] {
    return this.stepCharts.charts;
  }

  /**
   * Writes the files that were handed in, with only the migration's changes spliced in, `cluster-resources.yaml` with the ClusterResourceSet,
   * `NOTES.md`, `to-delete.json`, and the plan into the phase and back as `PLAN.md` and `plan.json`.
   *
   * @param outdir folder of the phase, for example `bundles/cluster-api/mixed`; not below the output folder of cdk8s
   * @param commitSecrets whether a file with a password or token in it may be committed; false if left out: see `NodeFiles.write`
   * @returns paths written, relative to `outdir`
   * @throws if `outdir` is below the output folder of cdk8s
   */
  public write(outdir: string, commitSecrets: boolean = false): string[] {
    return writeInstallerPhase(this, outdir, this.written, commitSecrets);
  }
}

function idOf({ kind, metadata }: Manifest): string {
  return `${kind}-${metadata.name}`;
}
