/** Builds the programs of an end-to-end run into the cache, with `--quick` those of a quick one, or those named: `tsx e2e/build.ts [name...]`. */
import { statSync } from 'node:fs';
import { BINARIES, MIGRATION } from './binaries';
import { EXIT_MISSING } from './exit-codes';
import { GoBinary, goBinary, goMissing } from '../scripts/go-binary';

const missing = goMissing();
if (missing) {
  process.stderr.write(`${missing}\n`);
  process.exit(EXIT_MISSING);
}
const wanted = process.argv.slice(2).filter(word => word !== '--quick');
const ofRun: Readonly<Record<string, GoBinary>> = process.argv.includes('--quick') ? MIGRATION : BINARIES;
const programs = new Map(Object.values(ofRun).map(binary => [binary.name, binary])); // several components are one program
for (const binary of [...programs.values()].filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const start = Date.now();
  const path = goBinary(binary);
  process.stdout.write(`${binary.name}: ${((Date.now() - start) / 1000).toFixed(0)} s, ${(statSync(path).size / 1e6).toFixed(0)} MB\n`);
}
