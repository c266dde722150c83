import Table from 'cli-table3';
import { Bench, Figure } from './bench';
import { importBench } from './import';
import { planBench } from './plan';
import { safetyBench } from './safety';
import { startBench } from './start';
import { synthBench } from './synth';
import { tagsBench } from './tags';
import { verifyBench } from './verify';

/** All benchmarks, by the part they are about. */
const BENCHES: readonly Bench[] = [importBench, startBench, synthBench, safetyBench, verifyBench, tagsBench, planBench];

async function main(): Promise<void> {
  const figures: Figure[] = [];
  for (const bench of BENCHES) figures.push(...await bench());
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
