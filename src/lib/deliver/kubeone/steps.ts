import { KubeOneMigration } from './migration';
import { KUBEONE_GAPS } from '../../installers/kubeone/machines';
import { MigrationPhase } from '../../migration/migration-phase';
import { InstallerOrder } from '../installer';

const KCM = 'kubectl -n kube-system get pods -l component=kube-controller-manager -o jsonpath=\'{range '
  + '.items[*]}{.metadata.name}{"\\t"}{.spec.containers[0].command}{"\\n"}{end}\'';
const ANNOTATION = 'v1.kubelet-flags.machine-controller.kubermatic.io/ExternalCloudProvider';
const NO_WAY_BACK = 'no rollback is possible: KubeOne has no command for it. \'external: false\' and \'kubeone apply\' must never be run: on AWS '
  + 'KubeOne does not see the cloud-controller-manager and would write the '
  + 'in-tree flags beside it, so that the controllers run twice';

/**
 * What the user runs to go into a phase, and what proves each step.
 *
 * @param phasesFolder folder that has those of all phases, in the commands
 */
export function kubeOneOrder(migration: KubeOneMigration, phase: MigrationPhase, phasesFolder: string): InstallerOrder {
  return ORDERS[phase](migration, phasesFolder);
}

const ORDERS: Readonly<Record<MigrationPhase, (migration: KubeOneMigration, phasesFolder: string) => InstallerOrder>> = {
  [MigrationPhase.N]: (migration, phasesFolder) => ({
    steps: [{
      id: 'apply',
      title: 'Bring the cluster to a state that KubeOne calls healthy',
      why: 'the migration refuses to begin otherwise (\'the target cluster is not healthy, please run \'kubeone apply\' first\'), and \'kubeone '
        + 'apply\' is refused between its two runs',
      run: [`kubeone apply ${files(migration, `${phasesFolder}/n`)}`],
      proof: [{ command: KCM, expected: 'every kube-controller-manager has --cloud-provider=aws' }],
      gap: 'none',
      wayBack: 'nothing was changed',
      mix: migration.mixes().asItIs,
    }],
    back: [],
    backTo: 'not-started',
    noWayBack: 'nothing was changed, so nothing has to be taken back; from phase \'mixed\' on no rollback is possible',
  }),
  [MigrationPhase.MIXED]: (migration, phasesFolder) => ({
    steps: [
      {
        id: 'first-run',
        title: 'First run of kubeone migrate to-ccm-csi',
        why: 'one control-plane node after the other is drained, gets new manifests with the three controllers off, and is given back; when all '
          + 'have, the cloud-controller-manager and the CSI driver are applied',
        run: [`kubeone migrate to-ccm-csi ${files(migration, `${phasesFolder}/mixed`)}`],
        proof: [{
          command: KCM,
          expected: 'every kube-controller-manager has --controllers=*,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service',
        }],
        gap: 'begins when a kube-controller-manager with them off becomes the leader, and ends when the cloud-controller-manager runs: declared by '
          + `the method of KubeOne, for ${KUBEONE_GAPS.join(', ')}. `
          + 'A node takes up to ten minutes: two of waiting, and up to two for each of kubelet, API server and kube-controller-manager',
        wayBack: 'none',
        rolls: 'control-plane nodes, drained and changed in place one after the other',
        mix: migration.mixes().firstRun,
      },
      {
        id: 'ccm',
        title: 'Wait for the cloud-controller-manager',
        why: 'KubeOne applies it when every control-plane node has the three controllers off; this order keeps the two from running simultaneously',
        run: [],
        proof: [{
          command: 'kubectl -n kube-system rollout status daemonset/aws-cloud-controller-manager --timeout=10m',
          expected: 'successfully rolled out',
        }],
        gap: 'ends with this step',
        wayBack: 'none',
        mix: migration.mixes().ccmStarts,
      },
    ],
    back: [],
    noWayBack: NO_WAY_BACK,
  }),
  [MigrationPhase.N_PLUS_1]: migration => ({
    steps: [{
      id: 'roll-machines',
      title: 'Roll every MachineDeployment',
      why: 'KubeOne says so at the end of the first run. Only new Machines are external. Do not run \'kubeone apply\' here: on AWS it is refused '
        + 'until the second run',
      run: [
        'for name in $(kubectl -n kube-system get machinedeployments -o name); do',
        '  kubectl -n kube-system patch "$name" --type=merge -p '
          + '\'{"spec":{"template":{"metadata":{"annotations":{"forceRestart":"ccm-migration"}}}}}\'',
        'done',
      ],
      proof: [{
        command: `kubectl -n kube-system get machines -o json | jq -r '.items[] | [.metadata.name, .metadata.annotations["${ANNOTATION}"]] | @tsv'`,
        expected: 'every Machine has "true"',
      }],
      gap: 'none',
      wayBack: 'none',
      rolls: 'every machine of every MachineDeployment',
      mix: migration.mixes().ccmStarts,
    }],
    back: [],
    noWayBack: NO_WAY_BACK,
  }),
  [MigrationPhase.DISABLED]: (migration, phasesFolder) => ({
    steps: [{
      id: 'second-run',
      title: 'Second run, with --complete',
      why: 'one control-plane node after the other loses the in-tree provider. KubeOne refuses it while a Machine is not external (\'not all '
        + 'machines are rolled-out or migration not started yet\'); '
        + 'with no Machine at all, and for workers of yours, it checks nothing',
      run: [`kubeone migrate to-ccm-csi ${files(migration, `${phasesFolder}/disabled`)} --complete`],
      proof: [{ command: KCM, expected: 'no kube-controller-manager has --cloud-provider' }],
      gap: 'none: the cloud-controller-manager runs them',
      wayBack: 'none',
      rolls: 'control-plane nodes, drained and changed in place one after the other',
      mix: migration.mixes().secondRun,
    }],
    back: [],
    noWayBack: NO_WAY_BACK,
  }),
};

function files({ documents: { file }, options: { terraformOutput } }: KubeOneMigration, folder: string): string {
  return `-m ${folder}/${file}${terraformOutput === undefined ? '' : ` -t ${terraformOutput}`}`;
}
