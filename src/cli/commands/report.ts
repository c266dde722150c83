import { Option } from 'commander';
import type { Command } from 'commander';
import { STATES } from '../../lib/plan/state';
import { CliCommand } from '../command';
import { outputOption } from '../command-io';
import { Io } from '../io';
import { addPlanOptions, PlanOptionFlags, upgradeFolders } from '../plan-options';

const FORMATS = ['markdown', 'html', 'json'] as const;

/** Flags of `report`. */
export interface ReportFlags extends PlanOptionFlags {
  readonly from?: string;
  readonly to?: string;
  readonly upgradeFrom?: readonly string[];
  readonly format: typeof FORMATS[number];
}

/** `ccm-migration report <app-dir>`. */
export const reportCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    addPlanOptions(program.command('report')
      .description('Report what a reviewer has to see of a migration: what changes, whether it is safe and under which assumptions, what restarts, '
        + 'how long no controller may run, and how to turn back.')
      .argument('<app-dir>', 'folder into which synth wrote dist/ or phases/, nodes/ and bundles/')
      .option('--from <state>', `state to begin with: ${STATES.join(', ')} (default: "not-started")`)
      .option('--to <state>', 'state to end with (default: the last phase that is written)')
      .option('--upgrade-from <app-dir>', 'instead of a migration: whether the cloud-controller-manager may go from what the app in this folder '
        + 'has to what this one has; repeated, over those in the other folders in their order', upgradeFolders)
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('markdown'))
      .addOption(outputOption()))
      .action((dir: string, flags: ReportFlags) => finish(import('./report/run.js').then(({ run }) => run(dir, flags, io))));
  },
};
