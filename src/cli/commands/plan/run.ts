import { join, relative, resolve, sep } from 'node:path';
import { asInput, readApp } from './read-app';
import { collectionFiles, writeCollection } from '../../../files/collection';
import { writeOutput } from '../../../files/output-folder';
import { tableReach } from '../../../lib/facts/table-reach';
import { AppFiles } from '../../../lib/plan/app/app-files';
import { InstallerApp, installerAppIn, routeOf } from '../../../lib/plan/installer-route';
import { PlanOptions } from '../../../lib/plan/options';
import { makePlan, Plan, PlanResult } from '../../../lib/plan/plan';
import { planFiles } from '../../../lib/plan/render/files';
import { renderInstallerJson, renderInstallerMarkdown, renderInstallerText } from '../../../lib/plan/render/installer';
import { renderJson } from '../../../lib/plan/render/json';
import { renderMarkdown } from '../../../lib/plan/render/markdown';
import { COLLECTION_DIR, ProjectFile } from '../../../lib/plan/render/project';
import { renderText } from '../../../lib/plan/render/text';
import { parseState } from '../../../lib/plan/state';
import { makeCcmUpgradeChain } from '../../../lib/plan/upgrade/ccm-upgrade-chain';
import { makeReport } from '../../../lib/report/make-report';
import { renderOverview, REPORT_FILE } from '../../../lib/report/render/markdown';
import { contentHash } from '../../../lib/text/content-hash';
import { printable, printableLines } from '../../../lib/text/printable';
import { styleFor } from '../../colours';
import { ExitCode, InputError, Io } from '../../io';
import { planOptionsOf } from '../../plan-options';
import type { PlanFlags } from '../plan';
import { readAcceptances, readInertKinds } from '../verify/read-acceptances';

/** Exit code 1 where the plan is refused. */
export function run(dir: string, flags: PlanFlags, io: Io): ExitCode {
  const files = readApp(dir, io.cwd);
  const { upgradeFrom } = flags;
  const installer = asInput(dir, () => installerAppIn(files, flags.cluster));
  if (installer) return runInstaller(installer, dir, flags, io);
  const result = upgradeFrom === undefined ? planOf(files, dir, flags, io) : upgradeOf(files, dir, upgradeFrom, flags, io);
  io.out(render(result, flags.format, io));
  if ('refused' in result) return ExitCode.FINDING;
  if (flags.output !== undefined) {
    const folder = resolve(io.cwd, flags.output);
    const collection = collectionFiles();
    const project = planFiles(result.plan, relativeTo(folder, resolve(io.cwd, dir)), collection);
    const report = upgradeFrom === undefined ? [reportFile(files, result.plan, optionsOf(flags, io))] : [];
    write(flags.output, folder, io, [...project, ...report], collection);
  }
  return ExitCode.OK;
}

function planOf(files: AppFiles, dir: string, flags: PlanFlags, io: Io): PlanResult {
  if (flags.accepted !== undefined && readAcceptances(flags.accepted, io.cwd).inertKinds.length === 0) {
    throw new InputError('--accepted has no meaning without --upgrade-from where it names no kind of object; leave it out');
  }
  const [from, to] = statesOf(flags);
  return asInput(dir, () => makePlan(files, parseState('--from', from), parseState('--to', to), optionsOf(flags, io)));
}

function optionsOf(flags: PlanFlags, io: Io): PlanOptions {
  return planOptionsOf(flags, readInertKinds(flags.accepted, io.cwd));
}

function reportFile(files: AppFiles, { from, to }: Plan, plan: PlanOptions): ProjectFile {
  return { path: REPORT_FILE, content: renderOverview(makeReport(files, { from, to, plan })) };
}

function upgradeOf(files: AppFiles, dir: string, earlierDirs: readonly string[], flags: PlanFlags, io: Io): PlanResult {
  const unused = ([['from', '--from'], ['to', '--to'], ...OWN_FLAGS] as const).find(([name]) => flags[name] !== undefined);
  if (unused) throw new InputError(`${unused[1]} has no meaning with --upgrade-from, which stays in state disabled; leave it out`);
  const earlier = earlierDirs.map(one => ({ files: readApp(one, io.cwd), folder: relativeTo(resolve(io.cwd, dir), resolve(io.cwd, one)) }));
  const { accepted: acceptances } = readAcceptances(flags.accepted, io.cwd);
  const inertKinds = readInertKinds(flags.accepted, io.cwd);
  const today = new Date().toISOString().slice(0, 10);
  return asInput(dir, () => makeCcmUpgradeChain(files, earlier, { cluster: flags.cluster, acceptances, today, inertKinds }));
}

function statesOf({ from, to }: PlanFlags): readonly [string, string] {
  if (from !== undefined && to !== undefined) return [from, to];
  throw new InputError(`required option '--${from === undefined ? 'from' : 'to'} <state>' not specified, nor --upgrade-from in place of `
    + 'both');
}

function relativeTo(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/') || '.';
}

/** What only a plan of our own steps has a use for. */
const OWN_FLAGS: readonly (readonly [keyof PlanFlags, string])[] = [['releaseLease', '--release-lease'], ['kcm', '--kcm'], ['volumes', '--volumes'],
  ['nodeGroup', '--node-group']];

function runInstaller(app: InstallerApp, dir: string, flags: PlanFlags, io: Io): ExitCode {
  const unused = ([...OWN_FLAGS, ['upgradeFrom', '--upgrade-from'], ['accepted', '--accepted']] as const).find(([name]) => flags[name] !== undefined);
  if (unused) throw new InputError(`${unused[1]} has no meaning for ${app.installer}, which replaces its machines by itself; leave it out`);
  const [from, to] = statesOf(flags);
  const result = asInput(dir, () => routeOf(app, parseState('--from', from), parseState('--to', to)));
  const [json, markdown] = [renderInstallerJson(result), renderInstallerMarkdown(result)];
  const printed = {
    json: renderInstallerJson(result, tableReach()),
    markdown: printableLines(markdown),
    text: renderInstallerText(result, styleFor(io)),
  };
  io.out(printed[flags.format]);
  if ('refused' in result) return ExitCode.FINDING;
  if (flags.output !== undefined) {
    const project = [{ path: 'plan.json', content: json }, { path: 'runbook.md', content: printableLines(markdown) }];
    write(flags.output, resolve(io.cwd, flags.output), io, project);
  }
  return ExitCode.OK;
}

function render(result: PlanResult, format: PlanFlags['format'], io: Io): string {
  switch (format) {
    case 'json': return renderJson(result, tableReach());
    case 'markdown': return printableLines(renderMarkdown(result));
    case 'text': return renderText(result, styleFor(io));
  }
}

/** What is read of it, in this order. */
const FOR_PEOPLE: readonly string[] = [REPORT_FILE, 'runbook.md'];

/** As a whole, so that a playbook is never half there; what is there and is not of an earlier plan stays, or is refused. */
function write(name: string, folder: string, io: Io, files: readonly ProjectFile[], collection?: ReadonlyMap<string, string>): void {
  try {
    if (collection) writeCollection(join(folder, COLLECTION_DIR), collection, folder);
    writeOutput(folder, files, files.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
  const read = FOR_PEOPLE.filter(one => files.some(({ path }) => path === one));
  io.err(`wrote ${files.length} files to ${printable(name)}: read ${read.join(', then ')}${
    collection === undefined ? '' : `; ${printable(join(name, COLLECTION_DIR))} has the collection that carries it out`}\n`);
}
