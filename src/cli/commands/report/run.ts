import { rendered } from './rendered';
import { parseState } from '../../../lib/plan/state';
import { makeReport } from '../../../lib/report/make-report';
import { styleFor } from '../../colours';
import { ExitCode, Io } from '../../io';
import { planOptionsOf } from '../../plan-options';
import { asInput, readApp } from '../plan/read-app';
import type { ReportFlags } from '../report';
import { readInertKinds } from '../verify/read-acceptances';

/** Exit code 1 where a step is refused, or a finding is an error. */
export async function run(dir: string, flags: ReportFlags, io: Io): Promise<ExitCode> {
  const files = readApp(dir, io.cwd);
  const report = asInput(dir, () => makeReport(files, {
    from: flags.from === undefined ? undefined : parseState('--from', flags.from),
    to: flags.to === undefined ? undefined : parseState('--to', flags.to),
    plan: planOptionsOf(flags, readInertKinds(flags.accepted, io.cwd)),
  }));
  io.out(await rendered(report, flags.format, styleFor(io)));
  return report.safe ? ExitCode.OK : ExitCode.FINDING;
}
