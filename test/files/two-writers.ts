/** Writes one of two sets of files to an output folder again and again, and says on standard output how each try ended. */
import { existsSync } from 'node:fs';
import { writeOutput } from '../../src/constructs/output-folder';

const [, , outdir, set, tries] = process.argv;
const FILES = 40;

const files = (round: number) => Array.from({ length: FILES }, (_, index) => ({ path: `${set}/${index}`, content: `${set} ${round}` }));

// Both begin when both are there.
while (!existsSync(`${outdir}.start`));
for (let round = 0; round < Number(tries); round++) {
  try {
    const written = files(round);
    writeOutput(outdir, written, written.map(({ path }) => ({ path })));
    console.log('ok');
  } catch (error) {
    console.log((error as Error).message);
  }
}
