import { TagFlags } from './flags';
import { failureLines, findingLines, planLines, removalLines } from './text';
import { TagOutcome, Tagger } from '../../../aws/tagger';
import { ClusterTagAction, ClusterTagPlan, ClusterTagSeverity } from '../../../lib/tags/cluster-tag-plan';
import { printableJson } from '../../../lib/text/printable';
import { ExitCode, Io } from '../../io';

/** What an action works with. */
export interface TagRun {
  readonly tagger: Tagger;
  readonly io: Io;
  readonly flags: TagFlags;
  readonly recordFile: string;
}

export async function runPlan({ tagger, io, flags }: TagRun): Promise<ExitCode> {
  const plan = await tagger.plan();
  print(io, flags, plan, planLines(plan));
  return hasConflict(plan) ? ExitCode.FINDING : ExitCode.OK;
}

export async function runApply(run: TagRun): Promise<ExitCode> {
  const { tagger, io, flags, recordFile } = run;
  const plan = await tagger.plan();
  const text = flags.format === 'text';
  // The plan comes first, before anything is changed.
  if (text) io.out(planLines(plan).join('\n') + '\n');
  const refused = hasConflict(plan) && !flags.skipConflicts;
  if (refused || !flags.yes) {
    const why = refused ? 'nothing was changed: resolve the conflicts, or continue without these resources by --skip-conflicts'
      : 'nothing was changed: run again with --yes to add the tags';
    if (text) io.out(`\n${why}\n`);
    else json(io, { plan, applied: false, changed: 0, failures: [] });
    return hasConflict(plan) ? ExitCode.FINDING : ExitCode.OK;
  }
  const outcome = await tagger.apply(plan);
  if (text) io.out(['', ...failureLines(outcome), `added ${outcome.changed} tags; 'tag remove' takes them back by ${recordFile}`].join('\n') + '\n');
  else json(io, { plan, applied: true, changed: outcome.changed, failures: failures(outcome) });
  return outcome.failures.length > 0 || hasConflict(plan) ? ExitCode.FINDING : ExitCode.OK;
}

export async function runVerify({ tagger, io, flags }: TagRun): Promise<ExitCode> {
  const findings = await tagger.verify();
  print(io, flags, { findings }, findingLines(findings));
  return findings.some(finding => finding.severity === ClusterTagSeverity.ERROR) ? ExitCode.FINDING : ExitCode.OK;
}

export async function runRemove({ tagger, io, flags }: TagRun): Promise<ExitCode> {
  const plan = await tagger.planRemoval();
  const text = flags.format === 'text';
  if (text) io.out(removalLines(plan).join('\n') + '\n');
  if (!flags.yes) {
    if (text) io.out('\nnothing was changed: run again with --yes to remove the tags; a node that loses its tag while a CCM runs can be deleted\n');
    else json(io, { plan, applied: false, changed: 0, failures: [] });
    return ExitCode.OK;
  }
  const outcome = await tagger.remove(plan);
  if (text) io.out(['', ...failureLines(outcome), `removed ${outcome.changed} tags`].join('\n') + '\n');
  else json(io, { plan, applied: true, changed: outcome.changed, failures: failures(outcome) });
  return outcome.failures.length > 0 ? ExitCode.FINDING : ExitCode.OK;
}

function hasConflict(plan: ClusterTagPlan): boolean {
  return plan.changes.some(change => change.action === ClusterTagAction.CONFLICT);
}

function print(io: Io, flags: TagFlags, data: unknown, lines: readonly string[]): void {
  if (flags.format === 'json') json(io, data);
  else io.out(lines.join('\n') + '\n');
}

function json(io: Io, data: unknown): void {
  io.out(printableJson(data) + '\n');
}

function failures(outcome: TagOutcome): unknown {
  return outcome.failures.flatMap(({ tags, code, message }) => tags.map(({ resourceId, key }) => ({ resourceId, key, code, message })));
}
