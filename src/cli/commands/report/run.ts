import { rendered } from './rendered';
import { AppFiles } from '../../../lib/plan/app/app-files';
import { parseState } from '../../../lib/plan/state';
import { ccmUpgradeOver } from '../../../lib/plan/upgrade/ccm-upgrade-chain';
import { makeReport } from '../../../lib/report/make-report';
import { renderUpgradeHtml } from '../../../lib/report/render/upgrade-html';
import { nextOfApps } from '../../../lib/upgrade/next-commands';
import { renderUpgradeJson } from '../../../lib/upgrade/render/json';
import { renderUpgradeMarkdown } from '../../../lib/upgrade/render/markdown';
import { styleFor } from '../../colours';
import { ExitCode, InputError, Io } from '../../io';
import { planOptionsOf } from '../../plan-options';
import { asInput, readApp } from '../plan/read-app';
import type { ReportFlags } from '../report';
import { readInertKinds } from '../verify/read-acceptances';

/** Exit code 1 where a step is refused, or a finding is an error. */
export function run(dir: string, flags: ReportFlags, io: Io): ExitCode {
  const files = readApp(dir, io.cwd);
  if (flags.upgradeFrom !== undefined) return upgradeReport(files, dir, flags.upgradeFrom, flags, io);
  const report = asInput(dir, () => makeReport(files, {
    from: flags.from === undefined ? undefined : parseState('--from', flags.from),
    to: flags.to === undefined ? undefined : parseState('--to', flags.to),
    plan: planOptionsOf(flags, readInertKinds(flags.accepted, io.cwd)),
  }));
  io.out(rendered(report, flags.format, styleFor(io)));
  return report.safe ? ExitCode.OK : ExitCode.FINDING;
}

const UPGRADE_RENDERERS = { markdown: renderUpgradeMarkdown, json: renderUpgradeJson, html: renderUpgradeHtml };

/** The answer of `upgrade`, about what two apps have. Exit code 1 where something stands in the way, or may. */
function upgradeReport(files: AppFiles, dir: string, earlierDirs: readonly string[], flags: ReportFlags, io: Io): ExitCode {
  const unused = (['from', 'to'] as const).find(name => flags[name] !== undefined);
  if (unused) throw new InputError(`--${unused} has no meaning with --upgrade-from, which stays in state disabled; leave it out`);
  const earlier = earlierDirs.map(folder => ({ files: readApp(folder, io.cwd), folder }));
  const upgrade = asInput(dir, () => ccmUpgradeOver(files, earlier, { cluster: flags.cluster, inertKinds: readInertKinds(flags.accepted, io.cwd) }));
  const next = nextOfApps(upgrade, dir, earlierDirs);
  io.out(UPGRADE_RENDERERS[flags.format]({ ...upgrade, ...next.length > 0 && { next } }));
  return upgrade.answer === 'may-go' ? ExitCode.OK : ExitCode.FINDING;
}
