import { setTimeout as sleep } from 'node:timers/promises';
import { runApply, runPlan, runRemove, runVerify, TagRun } from './actions';
import { TagAction, TagFlags } from './flags';
import { progressTo } from './progress';
import { inFlags, taggerProps } from './props';
import { ec2ThroughSdk } from '../../../aws/ec2-sdk';
import { RecordFile } from '../../../aws/record-store';
import { Tagger } from '../../../aws/tagger';
import { taggerOptions } from '../../../aws/tagger-options';
import { orInputError } from '../../aws-flags';
import { ExitCode, Io } from '../../io';

const ACTIONS: Readonly<Record<TagAction, (run: TagRun) => Promise<ExitCode>>> = {
  plan: runPlan, apply: runApply, verify: runVerify, remove: runRemove,
};

/** Errors are in the words of the command. */
export function run(name: TagAction, flags: TagFlags, io: Io): Promise<ExitCode> {
  return orInputError(async () => {
    const props = taggerProps(flags, io.cwd);
    const tagger = new Tagger(taggerOptions(props, name !== 'remove'), {
      ec2: ec2ThroughSdk(props),
      store: new RecordFile(props.recordFile),
      sleep,
      progress: progressTo(io),
    });
    return ACTIONS[name]({ tagger, io, flags, recordFile: props.recordFile });
  }, inFlags);
}
