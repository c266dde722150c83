import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { Bench, Values } from './bench';
import { measuredCommit } from './commit';
import { firstSynthBench } from './first-synth';
import { fleetBench } from './fleet';
import { fleetFilesBench } from './fleet-files';
import { json, table } from './output';
import { packageBench } from './package';
import { benchmarksPage } from './page';
import { planBench } from './plan';
import { plot } from './plot';
import { safetyBench } from './safety';
import { together } from './spread';
import { startBench } from './start';
import { synthBench } from './synth';
import { tagsBench } from './tags';
import { verifyBench } from './verify';
import { verifyProcessBench } from './verify-process';

/** All benchmarks, by the part they are about. */
const BENCHES: Readonly<Record<string, Bench>> = {
  'package': packageBench,
  'start': startBench,
  'first-synth': firstSynthBench,
  'synth': synthBench,
  'fleet': fleetBench,
  'fleet-files': fleetFilesBench,
  'safety': safetyBench,
  'verify': verifyBench,
  'verify-process': verifyProcessBench,
  'tags': tagsBench,
  'plan': planBench,
};

/** Of everything: what a machine does for a while moves one of them, and the spread says so. */
const RUNS = 3;

const DOCS = resolve(__dirname, '..', 'docs');

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const parts = words.filter(word => !word.startsWith('--'));
  const unknown = parts.find(part => !(part in BENCHES));
  if (unknown !== undefined) throw new Error(`there is no part '${unknown}' of the bench; there are ${Object.keys(BENCHES).join(', ')}`);
  const isPage = words.includes('--docs');
  if (isPage && parts.length > 0) throw new Error('the page is of all parts: name none beside --docs');

  const commit = measuredCommit();
  const runs: Values[] = [];
  for (let run = 1; run <= RUNS; run++) runs.push(await measureOnce(run, parts.length > 0 ? parts : Object.keys(BENCHES)));
  const figures = together(runs);
  if (isPage) {
    const { length, [0]: { model } } = cpus();
    writeFileSync(resolve(DOCS, 'benchmarks.md'), benchmarksPage(figures, commit, `Node ${process.version}, ${length} processors, ${model}`));
    const curves = Object.values(runs.at(-1)!).flatMap(({ curves: found = [] }) => found);
    writeFileSync(resolve(DOCS, 'pictures', 'fleet.svg'), plot('Objects of a cluster', 'milliseconds of each', curves));
    return;
  }
  console.log(words.includes('--json') ? json(figures) : table(figures));
}

async function measureOnce(run: number, parts: readonly string[]): Promise<Values> {
  let values: Values = {};
  for (const part of parts) {
    const start = performance.now();
    values = { ...values, ...await BENCHES[part]() };
    console.error(`run ${run} of ${RUNS}: ${part}, ${((performance.now() - start) / 1e3).toFixed(0)} s`);
  }
  return values;
}

main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
