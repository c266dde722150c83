import { parseState, PlanStateName } from '../../../lib/plan/state';
import { makeReport } from '../../../lib/report/make-report';
import { styleFor } from '../../colours';
import { ExitCode, InputError, Io } from '../../io';
import { planOptionsOf } from '../../plan-options';
import type { DiffFlags } from '../diff';
import { asInput, readApp } from '../plan/read-app';
import { rendered } from '../report/rendered';
import { readInertKinds } from '../verify/read-acceptances';

/** Exit code 1 where a step is refused, or a finding is an error. */
export function run([from, to]: readonly [string, string], dir: string, flags: DiffFlags, io: Io): ExitCode {
  const [first, last] = [state('<from>', from), state('<to>', to)];
  const files = readApp(dir, io.cwd);
  const report = asInput(dir, () => makeReport(files, { from: first, to: last, plan: planOptionsOf(flags, readInertKinds(flags.accepted, io.cwd)) }));
  io.out(rendered(report, flags.format, styleFor(io)));
  return report.safe ? ExitCode.OK : ExitCode.FINDING;
}

function state(argument: string, text: string): PlanStateName {
  try {
    return parseState(argument, text);
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
