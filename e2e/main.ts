/** Runs the migration for real; `--help` says how. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accept, Acceptance, ACCEPTANCES } from './accepted/accepted';
import { BINARIES, MIGRATION } from './binaries';
import { EXIT_FAILED, EXIT_MISSING, EXIT_USAGE } from './exit-codes';
import { endJourneys, runApart } from './journey-process';
import { thisCommit } from './lib/commit';
import { CAN_CONTAIN } from './lib/containment';
import { killLive } from './lib/managed-process';
import { Programs } from './lib/programs';
import { requirements, toolVersions } from './lib/requirements';
import { writeResults } from './lib/results';
import { rowOf } from './lib/row';
import { Journey, Result } from './lib/scenario';
import { table } from './lib/table';
import { writeTraces } from './lib/trace-file';
import { parseOptions } from './options';
import { journeysOf } from './scenarios/all';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function namesOf(journeys: readonly Journey[]): readonly string[] {
  return journeys.flatMap(({ scenarios }) => scenarios.map(({ name }) => name));
}

/** The journeys that have one of these scenarios, each as far as the last of them; `ccm-hop-*` is all whose names begin so. */
function selected(journeys: readonly Journey[], patterns: readonly string[]): readonly Journey[] {
  const known = namesOf(journeys);
  const matched = (pattern: string) => known.filter(name => pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);
  const unknown = patterns.filter(pattern => matched(pattern).length === 0);
  const names = patterns.flatMap(matched);
  if (unknown.length > 0) throw new Error(`no scenario is called '${unknown.join('\', \'')}'; there are: ${known.join(', ')}`);
  return journeys.flatMap(journey => {
    const last = journey.scenarios.reduce((found, { name }, index) => names.includes(name) ? index : found, -1);
    return last < 0 ? [] : [{ ...journey, scenarios: journey.scenarios.slice(0, last + 1) }];
  });
}

async function main(args: readonly string[]): Promise<number> {
  const { options: { docs, traces, keep, clusters, ...extent }, names } = parseOptions(args);
  const known = journeysOf(extent);
  const acceptances = extent.quick ? [] : ACCEPTANCES.filter(({ name }) => names.length === 0 || names.includes(name));
  const others = names.filter(name => !acceptances.some(acceptance => acceptance.name === name));
  const journeys = names.length === 0 ? known : selected(known, others);
  const { python, missing } = requirements();
  if (!python) {
    print(`cannot run: ${missing.join('; ')}`);
    return EXIT_MISSING;
  }
  if (!CAN_CONTAIN) print('this machine does not allow mounts: the cloud-controller-manager runs without the limits of its security contexts');
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-e2e-'));
  chmodSync(folder, 0o711); // a cloud-controller-manager of another user finds its files by their names
  const programs = new Programs();
  const started = [...journeys.flatMap(({ starts = [] }) => starts), ...acceptances.map(({ release }) => `kube-apiserver ${release}` as const)];
  const migrates = journeys.length === 0 || journeys.some(({ steadyState }) => steadyState === undefined);
  programs.build([...migrates ? Object.values(MIGRATION) : [], ...started.map(name => BINARIES[name])], print);
  const commit = thisCommit();
  const results: Result[] = [];
  const standIns = new Map<string, string>();
  const accepted: Acceptance[] = [];
  const writeDocs = () => {
    if (docs) writeResults(docs, found(), { scenarios: namesOf(known), releases: ACCEPTANCES.map(({ release }) => release) });
  };
  const found = () => ({
    rows: results.map(result => rowOf(result, commit)),
    accepted: accepted.map(({ release, accepted: count, refused }) => ({ release, accepted: count, refused: refused.length, commit })),
    standIns: Object.fromEntries(standIns),
    versions: [...Object.keys(BINARIES), ...toolVersions(python)],
  });
  const waiting = [
    ...journeys.map(journey => async () => {
      results.push(...await runApart(journey, { extent, folder, python }, standIns, print));
      if (traces) writeTraces(traces, results);
      writeDocs(); // at once: of a run that is cut, what its journeys found is kept
    }),
    ...acceptances.map(({ release, name }) => async () => {
      accepted.push(await accept(release, join(folder, name), print));
      writeDocs();
    }),
  ];
  await Promise.all(Array.from({ length: clusters }, async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await run();
  }));
  const order = namesOf(journeys);
  const rows = [...found().rows].sort((a, b) => order.indexOf(a.scenario) - order.indexOf(b.scenario));
  if (rows.length > 0) print(table(rows, standIns));
  const kept = results.filter(({ isKept }) => isKept).length;
  if (extent.quick) print(`${kept} of ${results.length} scenarios were seen before, of the same files (CACHE=off runs them again)`);
  const failed = results.filter(({ problems }) => problems.length > 0).length + accepted.filter(({ refused }) => refused.length > 0).length;
  if (failed > 0 || keep) print(`logs are in ${folder}`);
  else rmSync(folder, { recursive: true });
  print(`${results.length + accepted.length - failed} passed, ${failed} failed`);
  return failed > 0 ? EXIT_FAILED : 0;
}

// However the run ends, its processes end with it; moto ends when its standard input closes.
process.once('exit', () => {
  endJourneys();
  killLive();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT_FAILED));

main(process.argv.slice(2)).then(
  code => { process.exitCode = code; },
  (error: Error) => {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = EXIT_USAGE;
  },
);
