import { Construct } from 'constructs';
import { PhaseBundle } from './phase-bundle';
import { helmFiles } from '../lib/deliver/helm/files';
import { MigrationPhase } from '../lib/migration/migration-phase';

/**
 * Values of upstream's chart `aws-cloud-controller-manager` 0.0.11 for each phase, and the objects that the chart does not make. What the chart cannot say
 * about its own objects is listed on top of the values.
 *
 * @see https://github.com/kubernetes/cloud-provider-aws/tree/master/charts/aws-cloud-controller-manager
 * @example
 * const bundle = new HelmBundle();
 * bundle.addPhase(MigrationPhase.MIXED, app);
 * bundle.write('bundles/helm');
 */
export class HelmBundle {
  private readonly phases = new PhaseBundle();

  public constructor() {}

  /**
   * Adds all objects below an App or Chart to a phase: those of the migration and your own. Can be called several times for a phase with several Charts.
   *
   * @param phase phase whose objects they are
   * @param scope the App or Chart
   * @throws if it is neither, or a construct in it finds itself wrong
   */
  public addPhase(phase: MigrationPhase, scope: Construct): void {
    this.phases.add(phase, scope);
  }

  /**
   * Writes `<phase>/values.yaml`, `<phase>/extra/` and an index of what is ours. A phase without a cloud-controller-manager has no values: the chart is
   * not installed. Files that an earlier call wrote and that are no longer in the set are removed; files of anybody else stay.
   *
   * @param outdir folder of the bundle, for example `bundles/helm`; not below the output folder of cdk8s
   * @returns paths written, relative to `outdir`
   * @throws if the workload is not one that the chart could make
   */
  public write(outdir: string): string[] {
    return this.phases.write(outdir, helmFiles);
  }
}
