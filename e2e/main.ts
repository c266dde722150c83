/**
 * Runs the migration for real: `tsx e2e/main.ts [--quick] [--schedules=3] [--docs=docs] [--keep] [scenario...]`. Exit code 0 when every
 * scenario went as it must, 1 when one did not, 3 when something that is needed is not installed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BINARIES } from './binaries';
import { EXIT_FAILED, EXIT_MISSING } from './exit-codes';
import { killLive } from './lib/managed-process';
import { Programs } from './lib/programs';
import { requirements, toolVersions } from './lib/requirements';
import { writeResults } from './lib/results';
import { Result, runScenario } from './lib/scenario';
import { table } from './lib/table';
import { allScenarios, QUICK } from './scenarios/all';

const DEFAULT_SCHEDULES = 3;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter(arg => !arg.startsWith('--'));
  const schedules = Number(args.find(arg => arg.startsWith('--schedules='))?.slice('--schedules='.length) ?? DEFAULT_SCHEDULES);
  const scenarios = (args.includes('--quick') ? QUICK : allScenarios(schedules)).filter(({ name }) => names.length === 0 || names.includes(name));
  const { python, missing } = requirements();
  if (!python) {
    print(`cannot run: ${missing.join('; ')}`);
    return EXIT_MISSING;
  }
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-e2e-'));
  const programs = new Programs();
  programs.buildAll(print);
  const results: Result[] = [];
  for (const scenario of scenarios) {
    const result = await runScenario(scenario, { folder, python, programs }, print);
    result.problems.forEach(problem => print(`[${scenario.name}] FAILED: ${problem}`));
    results.push(result);
  }
  print(table(results, programs.standIns));
  const docs = args.find(arg => arg.startsWith('--docs='))?.slice('--docs='.length);
  if (docs) writeResults(docs, results, programs.standIns, [...Object.keys(BINARIES), ...toolVersions(python)]);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  if (failed > 0 || args.includes('--keep')) print(`logs are in ${folder}`);
  else rmSync(folder, { recursive: true });
  print(`${results.length - failed} passed, ${failed} failed`);
  return failed > 0 ? EXIT_FAILED : 0;
}

// However the run ends, its processes end with it; moto ends when its standard input closes.
process.once('exit', killLive);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT_FAILED));

void main(process.argv.slice(2)).then(code => { process.exitCode = code; });
