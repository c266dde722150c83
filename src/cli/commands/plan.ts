import { Option } from 'commander';
import type { Command } from 'commander';
import { STATES } from '../../lib/plan/state';
import { CliCommand } from '../command';
import { Io } from '../io';
import { addPlanOptions, PlanOptionFlags, upgradeFolders } from '../plan-options';

const FORMATS = ['text', 'json', 'markdown'] as const;

/** Flags of `plan`. */
export interface PlanFlags extends PlanOptionFlags {
  readonly from?: string;
  readonly to?: string;
  readonly upgradeFrom?: readonly string[];
  readonly format: typeof FORMATS[number];
  readonly output?: string;
}

/** `ccm-migration plan <app-dir> --from <state> --to <state>`, and `ccm-migration plan <app-dir> --upgrade-from <app-dir>`. */
export const planCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const states = STATES.join(', ');
    addPlanOptions(program.command('plan')
      .description('Plan the steps from one state of the migration to another, each verified, as text, data, runbook or Ansible project. '
        + 'For kops, KKP, KubeOne, Cluster API and RKE2: the commands to run, as text, data or runbook.')
      .argument('<app-dir>', 'folder into which synth wrote dist/ or phases/, nodes/ and bundles/')
      .option('--from <state>', `state that the cluster is in: ${states}`)
      .option('--to <state>', 'state to reach')
      .option('--upgrade-from <app-dir>', 'instead of --from and --to: upgrade the cloud-controller-manager in state disabled, from '
        + 'the app in this folder; repeated, over those in the other folders in their order, each beside API servers that are upgraded before it',
      upgradeFolders)
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'))
      .option('-o, --output <dir>', 'write plan.json, runbook.md, by-hand.sh, report.md and the Ansible project to this folder too; for an '
        + 'installer plan.json and runbook.md'))
      .action((dir: string, flags: PlanFlags) => finish(import('./plan/run.js').then(({ run }) => run(dir, flags, io))));
  },
};
