import type { Command } from 'commander';
import { CliCommand } from '../command';
import { Io } from '../io';
import { addTagOptions, TagAction, TagFlags } from './tag/flags';

/** `ccm-migration tag plan|apply|verify|remove`. */
export const tagCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const tag = program.command('tag').description('Plan, apply, check and take back the cluster tags of EC2 resources.');
    const add = (name: TagAction, description: string): Command => (
      addTagOptions(tag.command(name).description(description), name)
        .action((flags: TagFlags) => finish(import('./tag/run.js').then(({ run }) => run(name, flags, io))))
    );
    add('plan', 'Show which tags would be added, which stay and which are in conflict.');
    add('apply', 'Add the missing tags; without --yes, only show the plan.')
      .option('--yes', 'make the changes')
      .option('--skip-conflicts', 'continue without the resources in conflict');
    add('verify', 'Show the tags at which the cloud-controller-manager would fail at start, with its messages.');
    add('remove', 'Remove the tags that apply added and that still have the same value; without --yes, only show them.')
      .option('--yes', 'make the changes');
  },
};
