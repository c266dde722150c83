import { KubeOneMigration, KubeOneMix } from '../../deliver/kubeone/migration';
import { ccmDaemonSet, KUBEONE_GAPS, nodeFiles } from '../../installers/kubeone/machines';
import { renderYaml } from '../../installers/render-yaml';
import { MigrationPhase } from '../../migration/migration-phase';
import { Verdict } from '../../proof/verdict';
import { buildModel } from '../../read/build-model';
import { certainVerdict } from '../../verify/certain';

/** What the checks say about a mix. The method leaves the three controllers without a runner for a while, which is declared. */
export function proveMix(migration: KubeOneMigration, { stages, hasCcm }: Pick<KubeOneMix, 'stages' | 'hasCcm'>): Verdict {
  const { release, options: { version } } = migration;
  const cluster = migration.cluster(MigrationPhase.MIXED);
  return certainVerdict(`a mix of nodes that are ${stages.join(' and ')}`, buildModel({
    directories: [
      ...stages.map(stage => ({ name: stage, files: nodeFiles(cluster, release, version, stage) })),
      ...hasCcm ? [{ name: 'addons', files: new Map([['ccm-aws.yaml', { text: renderYaml(ccmDaemonSet(cluster, release, version)) }]]) }] : [],
    ],
    declaredGaps: KUBEONE_GAPS,
  }));
}
