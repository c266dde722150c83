import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { ec2ThroughSdk } from '../../aws/ec2-sdk';
import { RecordFile } from '../../aws/record-store';
import { Tagger } from '../../aws/tagger';
import { taggerOptions } from '../../aws/tagger-options';
import { orInputError } from '../aws-flags';
import { CliCommand } from '../command';
import { ExitCode, Io } from '../io';
import { runApply, runPlan, runRemove, runVerify, TagRun } from './tag/actions';
import { addTagOptions, inFlags, TagAction, TagFlags, taggerProps } from './tag/flags';
import { progressTo } from './tag/progress';

/** `ccm-migration tag plan|apply|verify|remove`. */
export const tagCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const tag = program.command('tag').description('Plan, apply, check and take back the cluster tags of EC2 resources.');
    const add = (name: TagAction, description: string, action: (run: TagRun) => Promise<ExitCode>): Command => (
      addTagOptions(tag.command(name).description(description), name)
        .action((flags: TagFlags) => finish(orInputError(() => run(name, flags, io, action), inFlags)))
    );
    add('plan', 'Show which tags would be added, which stay and which are in conflict.', runPlan);
    add('apply', 'Add the missing tags; without --yes, only show the plan.', runApply)
      .option('--yes', 'change something')
      .option('--skip-conflicts', 'go on without the resources in conflict');
    add('verify', 'Show what the cloud-controller-manager would stumble over at start, in its own words.', runVerify);
    add('remove', 'Remove what apply added and nobody changed since; without --yes, only show it.', runRemove)
      .option('--yes', 'change something');
  },
};

async function run(name: TagAction, flags: TagFlags, io: Io, action: (run: TagRun) => Promise<ExitCode>): Promise<ExitCode> {
  const props = taggerProps(flags, io.cwd);
  const tagger = new Tagger(taggerOptions(props, name !== 'remove'), {
    ec2: await ec2ThroughSdk(props),
    store: new RecordFile(props.recordFile),
    sleep,
    progress: progressTo(io),
  });
  return action({ tagger, io, flags, recordFile: props.recordFile });
}
