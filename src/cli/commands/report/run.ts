import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { htmlOf } from './html';
import { parseState } from '../../../lib/plan/state';
import { makeReport } from '../../../lib/report/make-report';
import { renderJson } from '../../../lib/report/render/json';
import { renderMarkdown } from '../../../lib/report/render/markdown';
import { Report } from '../../../lib/report/report';
import { ExitCode, InputError, Io } from '../../io';
import { planOptionsOf } from '../../plan-options';
import { asInput, readApp } from '../plan/read-app';
import type { ReportFlags } from '../report';
import { readInertKinds } from '../verify/read-acceptances';

const RENDERERS: Readonly<Record<ReportFlags['format'], (report: Report) => string | Promise<string>>> = {
  markdown: renderMarkdown, html: htmlOf, json: renderJson,
};

/** Exit code 1 where a step is refused, or a finding is an error. */
export async function run(dir: string, flags: ReportFlags, io: Io): Promise<ExitCode> {
  const files = readApp(dir, io.cwd);
  const report = asInput(dir, () => makeReport(files, {
    from: flags.from === undefined ? undefined : parseState('--from', flags.from),
    to: flags.to === undefined ? undefined : parseState('--to', flags.to),
    plan: planOptionsOf(flags, readInertKinds(flags.accepted, io.cwd)),
  }));
  const text = await RENDERERS[flags.format](report);
  if (flags.output === undefined) {
    io.out(text);
  } else {
    write(resolve(io.cwd, flags.output), text);
  }
  return report.safe ? ExitCode.OK : ExitCode.FINDING;
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
}
