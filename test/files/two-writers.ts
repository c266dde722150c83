/** Writes one of two sets of files, `a` and `b`, to an output folder again and again, and says on standard output how each try ended. */
import { existsSync, writeFileSync } from 'node:fs';
import { writeOutput } from '../../src/files/output-folder';

const [, , outdir, set, tries] = process.argv;
const FILES = 40;

const files = (round: number) => Array.from({ length: FILES }, (_, index) => ({ path: `${set}/${index}`, content: `${set} ${round}` }));

// Both begin when both are there.
writeFileSync(`${outdir}.ready-${set}`, '');
while (!['a', 'b'].every(each => existsSync(`${outdir}.ready-${each}`)));
for (let round = 0; round < Number(tries); round++) {
  try {
    const written = files(round);
    writeOutput(outdir, written, written.map(({ path }) => ({ path })));
    console.log('ok');
  } catch (error) {
    console.log((error as Error).message);
  }
}
