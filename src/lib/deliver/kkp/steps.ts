import { KkpMigration } from './migration';
import { nameOf } from '../../installers/documents';
import { KKP_GAPS, seedNamespace } from '../../installers/kkp/deployments';
import { COMPLETED, MIGRATION_ANNOTATIONS } from '../../installers/kkp/documents';
import { MigrationPhase } from '../../migration/migration-phase';
import { InstallerOrder, InstallerRow } from '../installer';

/** Annotation of Machines whose kubelet is external. MC@v1.55.0 pkg/admission/machines.go:92. */
const MACHINE_ANNOTATION = 'v1.kubelet-flags.machine-controller.kubermatic.io/ExternalCloudProvider';
const NO_WAY_BACK = 'no rollback is possible: once enabled, KKP refuses to disable externalCloudProvider (\'feature gate "externalCloudProvider" '
  + 'cannot be disabled once it\'s enabled\')';
const NO_GAP = 'none';

/** What the user runs to go into a phase, and what proves each step. */
export function kkpOrder(migration: KkpMigration, phase: MigrationPhase): InstallerOrder {
  return ORDERS[phase](migration);
}

const ORDERS: Readonly<Record<MigrationPhase, (migration: KkpMigration) => InstallerOrder>> = {
  [MigrationPhase.N]: () => ({
    steps: [],
    back: [],
    backTo: 'not-started',
    noWayBack: 'nothing was changed, so nothing has to be taken back; from phase \'mixed\' on no rollback is possible',
  }),
  [MigrationPhase.MIXED]: migration => ({ steps: enable(migration), back: [], noWayBack: NO_WAY_BACK }),
  [MigrationPhase.N_PLUS_1]: migration => ({ steps: rollMachines(migration), back: [], noWayBack: NO_WAY_BACK }),
  [MigrationPhase.DISABLED]: migration => ({ steps: [completed(migration)], back: [], noWayBack: NO_WAY_BACK }),
};

function enable(migration: KkpMigration): InstallerRow[] {
  const { options: { clusterId }, documents: { cluster }, provider } = migration;
  const { rolling, off, on } = migration.mixes();
  const namespace = seedNamespace(cluster);
  const args = `kubectl -n ${namespace} get deployment controller-manager -o `
    + 'jsonpath=\'{.spec.template.spec.containers[?(@.name=="controller-manager")].args}\'';
  const annotations = MIGRATION_ANNOTATIONS.map(name => ({
    command: `kubectl get cluster ${clusterId} -o jsonpath='{.metadata.annotations}'`,
    expected: `has ${name}; if not, the webhook did not see the feature change from false to true, and no migration has begun`,
  }));
  const features = { externalCloudProvider: true, ...migration.release.setsCcmClusterName && provider !== 'vsphere' ? { ccmClusterName: true } : {} };
  return [
    {
      id: 'enable',
      title: 'Turn externalCloudProvider on, on the seed cluster',
      why: `${NO_WAY_BACK}. The webhook sets the annotations; we do not. KKP then replaces kube-controller-manager by one without the three `
        + 'controllers',
      run: [`kubectl patch cluster ${clusterId} --type=merge -p '${JSON.stringify({ spec: { features } })}'`],
      proof: annotations,
      gap: 'begins when a kube-controller-manager without them becomes the leader, at the latest when the last old one stops: declared by the '
        + `method of KKP, for ${KKP_GAPS.join(', ')}`,
      wayBack: 'none',
      rolls: 'kube-controller-manager and kube-apiserver in the seed cluster',
      mix: rolling,
    },
    {
      id: 'controllers-off',
      title: 'Wait until every kube-controller-manager has the three controllers off',
      why: 'KKP makes the cloud-controller-manager only then; this order keeps the two from running simultaneously',
      run: [],
      proof: [
        { command: `kubectl -n ${namespace} rollout status deployment/controller-manager --timeout=10m`, expected: 'successfully rolled out' },
        { command: args, expected: '--controllers *,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service' },
      ],
      gap: `lasts: no process runs ${KKP_GAPS.join(', ')}`,
      wayBack: 'none',
      mix: off,
    },
    {
      id: 'ccm',
      title: 'Wait for the cloud-controller-manager in the seed cluster',
      why: 'the gap ends when it is available',
      run: [],
      proof: [{
        command: `kubectl -n ${namespace} rollout status `
          + `deployment/${provider === 'aws' ? 'aws-cloud-controller-manager' : `${provider}-cloud-controller-manager`} --timeout=10m`,
        expected: 'successfully rolled out',
      }, {
        command: `kubectl -n ${namespace} get deployment machine-controller -o jsonpath='{.spec.template.spec.containers[*].args}'`,
        expected: 'has -node-external-cloud-provider (before machine-controller 1.35: -external-cloud-provider): new Machines are external',
      }, {
        command: `kubectl get cluster ${clusterId} -o jsonpath='${completedPath(migration)}'`,
        expected: 'False: the condition exists, and Machines are left (True immediately where there is no Machine)',
      }],
      gap: 'ends with this step',
      wayBack: 'none',
      mix: on,
    },
  ];
}

function rollMachines(migration: KkpMigration): InstallerRow[] {
  const { documents: { machineDeployments }, options: { forceRestart } } = migration;
  const patch = JSON.stringify({ spec: { template: { metadata: { annotations: { forceRestart } } } } });
  const names = machineDeployments.map(
    document => ({ name: nameOf(document), namespace: String(document.value(['metadata', 'namespace']) ?? 'kube-system') }),
  );
  const { on } = migration.mixes();
  return [{
    id: 'roll-machines',
    title: 'Roll every MachineDeployment of the user cluster',
    why: 'Machines are deleted and recreated, and only new ones are external; one that is left keeps the migration from being complete',
    run: names.length === 0
      ? ['for name in $(kubectl -n kube-system get machinedeployments -o name); do', '  kubectl -n kube-system patch "$name" --type=merge -p '
        + `'${patch}'`, 'done']
      : names.map(({ name, namespace }) => `kubectl -n ${namespace} patch machinedeployment ${name} --type=merge -p '${patch}'`),
    proof: [{
      command: 'kubectl -n kube-system get machines -o json | jq -r \'.items[] | [.metadata.name, .metadata.annotations'
        + `["${MACHINE_ANNOTATION}"]] | @tsv'`,
      expected: 'every Machine has "true"',
    }],
    gap: NO_GAP,
    wayBack: 'none',
    rolls: 'every machine of every MachineDeployment',
    mix: on,
  }];
}

/** A list to KKP 2.19, a mapping from 2.20 on. */
function completedPath({ release: { release } }: KkpMigration): string {
  return release === '2.18' || release === '2.19' ? `{.status.conditions[?(@.type=="${COMPLETED}")].status}` : `{.status.conditions.${COMPLETED}.`
    + 'status}';
}

function completed(migration: KkpMigration): InstallerRow {
  const { end } = migration.mixes();
  const { options: { clusterId } } = migration;
  return {
    id: 'completed',
    title: 'Wait until KKP calls the migration complete',
    why: `the condition ${COMPLETED} is True when every Machine has the annotation; with no Machine at all it is True immediately`,
    run: [],
    proof: [{
      command: `kubectl get cluster ${clusterId} -o jsonpath='${completedPath(migration)}'`,
      expected: 'True (reason CSIKubeletMigrationSuccess); False with CSIKubeletMigrationInProgress while Machines are left',
    }],
    gap: NO_GAP,
    wayBack: 'none',
    mix: end,
  };
}
