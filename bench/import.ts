import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Figure, pairedRatio } from './bench';

const ROOT = resolve(__dirname, '..');
const LIBRARY = resolve(ROOT, 'lib', 'index.js');

/** Time that a fresh Node process spends in `require`, in milliseconds. */
function importTime(modules: readonly string[]): number {
  const script = `const s = process.hrtime.bigint(); for (const m of ${JSON.stringify(modules)}) require(m); console.log(Number(process.hrtime.bigint() - s) / 1e6);`;
  const run = spawnSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return Number(run.stdout);
}

/** Importing the compiled library after its peers, against the peers alone. */
export function importBench(): Figure[] {
  if (!existsSync(LIBRARY)) throw new Error(`'${LIBRARY}' does not exist; run 'npx projen compile' first: the import of compiled code is measured`);
  const peers = ['cdk8s', 'cdk8s-plus-27'];
  return [{
    name: 'import',
    value: pairedRatio(9, () => importTime([...peers, LIBRARY]), () => importTime(peers)),
    atMost: 1.15,
    unit: 'ratio',
    about: 'import of cdk8s, cdk8s-plus-27 and this library / of the two alone',
  }];
}
