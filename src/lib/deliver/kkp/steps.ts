import { KkpMigration } from './migration';
import { GAPS } from '../../installers/controllers-off';
import { seedNamespace } from '../../installers/kkp/deployments';
import { COMPLETED, MIGRATION_ANNOTATIONS } from '../../installers/kkp/documents';
import { MigrationPhase } from '../../migration/migration-phase';
import { gapOrder, GapRow, rollMachines } from '../gap-migration';
import { InstallerOrder } from '../installer';
import { rolledOut } from '../proofs';

const NO_WAY_BACK = 'no rollback is possible: once enabled, KKP refuses to disable externalCloudProvider (\'feature gate "externalCloudProvider" '
  + 'cannot be disabled once it\'s enabled\')';

/** What the user runs to go into a phase, and what proves each step. */
export function kkpOrder(migration: KkpMigration, phase: MigrationPhase): InstallerOrder {
  return gapOrder(phase, NO_WAY_BACK, STEPS[phase](migration));
}

const STEPS: Readonly<Record<MigrationPhase, (migration: KkpMigration) => GapRow[]>> = {
  [MigrationPhase.N]: () => [],
  [MigrationPhase.MIXED]: enable,
  [MigrationPhase.N_PLUS_1]: migration => [{
    ...rollMachines(migration.options.forceRestart, migration.documents.machineDeployments),
    title: 'Roll every MachineDeployment of the user cluster',
    why: 'Machines are deleted and recreated, and only new ones are external; one that is left keeps the migration from being complete',
    mix: migration.mixes().on,
  }],
  [MigrationPhase.DISABLED]: migration => [{
    id: 'completed',
    title: 'Wait until KKP calls the migration complete',
    why: `the condition ${COMPLETED} is True when every Machine has the annotation; with no Machine at all it is True immediately`,
    proof: [{
      command: completedCommand(migration),
      expected: 'True (reason CSIKubeletMigrationSuccess); False with CSIKubeletMigrationInProgress while Machines are left',
    }],
    mix: migration.mixes().end,
  }],
};

function enable(migration: KkpMigration): GapRow[] {
  const { options: { clusterId }, documents: { cluster }, provider } = migration;
  const { rolling, off, on } = migration.mixes();
  const namespace = seedNamespace(cluster);
  const features = { externalCloudProvider: true, ...migration.release.setsCcmClusterName && provider !== 'vsphere' ? { ccmClusterName: true } : {} };
  return [
    {
      id: 'enable',
      title: 'Turn externalCloudProvider on, on the seed cluster',
      why: `${NO_WAY_BACK}. The webhook sets the annotations; we do not. KKP then replaces kube-controller-manager by one without the three `
        + 'controllers',
      run: [`kubectl patch cluster ${clusterId} --type=merge -p '${JSON.stringify({ spec: { features } })}'`],
      proof: MIGRATION_ANNOTATIONS.map(name => ({
        command: `kubectl get cluster ${clusterId} -o jsonpath='{.metadata.annotations}'`,
        expected: `has ${name}; if not, the webhook did not see the feature change from false to true, and no migration has begun`,
      })),
      gap: 'begins when a kube-controller-manager without them becomes the leader, at the latest when the last old one stops: declared by the '
        + `method of KKP, for ${GAPS.join(', ')}`,
      rolls: 'kube-controller-manager and kube-apiserver in the seed cluster',
      mix: rolling,
    },
    {
      id: 'controllers-off',
      title: 'Wait until every kube-controller-manager has the three controllers off',
      why: 'KKP makes the cloud-controller-manager only then; this order keeps the two from running simultaneously',
      proof: [rolledOut('deployment/controller-manager', namespace), {
        command: `kubectl -n ${namespace} get deployment controller-manager -o `
          + 'jsonpath=\'{.spec.template.spec.containers[?(@.name=="controller-manager")].args}\'',
        expected: '--controllers *,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service',
      }],
      gap: `lasts: no process runs ${GAPS.join(', ')}`,
      mix: off,
    },
    {
      id: 'ccm',
      title: 'Wait for the cloud-controller-manager in the seed cluster',
      why: 'the gap ends when it is available',
      proof: [rolledOut(`deployment/${provider}-cloud-controller-manager`, namespace), {
        command: `kubectl -n ${namespace} get deployment machine-controller -o jsonpath='{.spec.template.spec.containers[*].args}'`,
        expected: 'has -node-external-cloud-provider (before machine-controller 1.35: -external-cloud-provider): new Machines are external',
      }, {
        command: completedCommand(migration),
        expected: 'False: the condition exists, and Machines are left (True immediately where there is no Machine)',
      }],
      gap: 'ends with this step',
      mix: on,
    },
  ];
}

/** Conditions are a list to KKP 2.19, a mapping from 2.20 on. */
function completedCommand({ options: { clusterId }, release: { release } }: KkpMigration): string {
  const condition = release === '2.18' || release === '2.19' ? `[?(@.type=="${COMPLETED}")]` : `.${COMPLETED}`;
  return `kubectl get cluster ${clusterId} -o jsonpath='{.status.conditions${condition}.status}'`;
}
