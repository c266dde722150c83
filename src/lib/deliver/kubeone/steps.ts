import { KubeOneMigration } from './migration';
import { GAPS } from '../../installers/controllers-off';
import { MigrationPhase } from '../../migration/migration-phase';
import { gapOrder, GapRow, rollMachines } from '../gap-migration';
import { InstallerOrder } from '../installer';
import { kcmHas, rolledOut } from '../proofs';

const NO_WAY_BACK = 'no rollback is possible: KubeOne has no command for it. \'external: false\' and \'kubeone apply\' must never be run: on AWS '
  + 'KubeOne does not see the cloud-controller-manager and would write the '
  + 'in-tree flags beside it, so that the controllers run twice';
const IN_PLACE = 'control-plane nodes, drained and changed in place one after the other';

/**
 * What the user runs to go into a phase, and what proves each step.
 *
 * @param phasesFolder folder that has those of all phases, in the commands
 */
export function kubeOneOrder(migration: KubeOneMigration, phase: MigrationPhase, phasesFolder: string): InstallerOrder {
  const { documents: { file }, options: { terraformOutput } } = migration;
  const files = `-m ${phasesFolder}/${phase}/${file}${terraformOutput === undefined ? '' : ` -t ${terraformOutput}`}`;
  return gapOrder(phase, NO_WAY_BACK, STEPS[phase](migration.mixes(), files));
}

/** @param files of the phase, as KubeOne is given them */
type Steps = (mixes: ReturnType<KubeOneMigration['mixes']>, files: string) => GapRow[];

const STEPS: Readonly<Record<MigrationPhase, Steps>> = {
  [MigrationPhase.N]: (mixes, files) => [{
    id: 'apply',
    title: 'Bring the cluster to a state that KubeOne calls healthy',
    why: 'the migration refuses to begin otherwise (\'the target cluster is not healthy, please run \'kubeone apply\' first\'), and \'kubeone '
      + 'apply\' is refused between its two runs',
    run: [`kubeone apply ${files}`],
    proof: [kcmHas('every kube-controller-manager has --cloud-provider=aws')],
    wayBack: 'nothing was changed',
    mix: mixes.asItIs,
  }],
  [MigrationPhase.MIXED]: (mixes, files) => [
    {
      id: 'first-run',
      title: 'First run of kubeone migrate to-ccm-csi',
      why: 'one control-plane node after the other is drained, gets new manifests with the three controllers off, and is given back; when all '
        + 'have, the cloud-controller-manager and the CSI driver are applied',
      run: [`kubeone migrate to-ccm-csi ${files}`],
      proof: [kcmHas('every kube-controller-manager has --controllers=*,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service')],
      gap: 'begins when a kube-controller-manager with them off becomes the leader, and ends when the cloud-controller-manager runs: declared by '
        + `the method of KubeOne, for ${GAPS.join(', ')}. `
        + 'A node takes up to ten minutes: two of waiting, and up to two for each of kubelet, API server and kube-controller-manager',
      rolls: IN_PLACE,
      mix: mixes.firstRun,
    },
    {
      id: 'ccm',
      title: 'Wait for the cloud-controller-manager',
      why: 'KubeOne applies it when every control-plane node has the three controllers off; this order keeps the two from running simultaneously',
      proof: [rolledOut('daemonset/aws-cloud-controller-manager')],
      gap: 'ends with this step',
      mix: mixes.ccmStarts,
    },
  ],
  [MigrationPhase.N_PLUS_1]: mixes => [{
    ...rollMachines('ccm-migration'),
    title: 'Roll every MachineDeployment',
    why: 'KubeOne says so at the end of the first run. Only new Machines are external. Do not run \'kubeone apply\' here: on AWS it is refused '
      + 'until the second run',
    mix: mixes.ccmStarts,
  }],
  [MigrationPhase.DISABLED]: (mixes, files) => [{
    id: 'second-run',
    title: 'Second run, with --complete',
    why: 'one control-plane node after the other loses the in-tree provider. KubeOne refuses it while a Machine is not external (\'not all '
      + 'machines are rolled-out or migration not started yet\'); '
      + 'with no Machine at all, and for workers of yours, it checks nothing',
    run: [`kubeone migrate to-ccm-csi ${files} --complete`],
    proof: [kcmHas('no kube-controller-manager has --cloud-provider')],
    gap: 'none: the cloud-controller-manager runs them',
    rolls: IN_PLACE,
    mix: mixes.secondRun,
  }],
};
