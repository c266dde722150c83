import { Option } from 'commander';
import type { Command } from 'commander';
import { STATES } from '../../lib/plan/state';
import { CliCommand } from '../command';
import { outputOption } from '../command-io';
import { Io } from '../io';
import { addPlanOptions, PlanOptionFlags } from '../plan-options';

const FORMATS = ['text', 'markdown', 'html', 'json'] as const;

/** Flags of `diff`. */
export interface DiffFlags extends PlanOptionFlags {
  readonly format: typeof FORMATS[number];
}

/** `ccm-migration diff <from> <to> [app-dir]`. */
export const diffCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const states = STATES.join(', ');
    addPlanOptions(program.command('diff')
      .description('Show what lies between two states of a migration, forward or back: what runs where, what changes in manifests and files of '
        + 'nodes, what restarts, what must be deleted, how long no controller may run, and how to turn back.')
      .argument('<from>', `state that the cluster is in: ${states}`)
      .argument('<to>', 'state to reach; an earlier one is the way back')
      .argument('[app-dir]', 'folder into which synth wrote dist/ or phases/, nodes/ and bundles/', '.')
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'))
      .addOption(outputOption()))
      .action((from: string, to: string, dir: string, flags: DiffFlags) =>
        finish(import('./diff/run.js').then(({ run }) => run([from, to], dir, flags, io))));
  },
};
