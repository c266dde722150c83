import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import Table from 'cli-table3';
import { Bench, Figure } from './bench';
import { fleetBench } from './fleet';
import { packageBench } from './package';
import { benchmarksPage } from './page';
import { planBench } from './plan';
import { plot } from './plot';
import { safetyBench } from './safety';
import { startBench } from './start';
import { synthBench } from './synth';
import { tagsBench } from './tags';
import { verifyBench } from './verify';

/** All benchmarks, by the part they are about. */
const BENCHES: readonly Bench[] = [packageBench, startBench, synthBench, fleetBench, safetyBench, verifyBench, tagsBench, planBench];

const DOCS = resolve(__dirname, '..', 'docs');

async function main(): Promise<void> {
  const figures: Figure[] = [];
  for (const bench of BENCHES) figures.push(...await bench());
  if (process.argv.includes('--docs')) {
    const { length, [0]: { model } } = cpus();
    writeFileSync(resolve(DOCS, 'benchmarks.md'), benchmarksPage(figures, `Node ${process.version}, ${length} processors, ${model}`));
    const curves = figures.flatMap(({ curves: found = [] }) => found);
    writeFileSync(resolve(DOCS, 'pictures', 'fleet.svg'), plot('Objects of a cluster', 'milliseconds of each', curves));
    return;
  }
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(Object.fromEntries(figures.map(figure => [figure.name, {
      value: rounded(figure), goal: `<= ${figure.atMost}`, met: figure.value <= figure.atMost, unit: figure.unit,
    }])), undefined, 2));
    return;
  }
  const table = new Table({ head: ['name', 'value', 'goal', 'met', 'what'], style: { head: [], border: [] } });
  for (const figure of figures) {
    table.push([figure.name, rounded(figure), `<= ${figure.atMost}`, figure.value <= figure.atMost ? 'yes' : 'NO', figure.about]);
  }
  console.log(table.toString());
}

function rounded({ value }: Figure): number {
  return Math.round(value * 1000) / 1000;
}

main().catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
