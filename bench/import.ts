import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Figure, pairedRatio } from './bench';
import { checkCompiled, LIBRARY } from './library';

const ROOT = resolve(__dirname, '..');

/** Time that a fresh Node process spends in `require`, in milliseconds. */
function importTime(modules: readonly string[]): number {
  const script = `const s = process.hrtime.bigint(); for (const m of ${JSON.stringify(modules)}) require(m); `
    + 'console.log(Number(process.hrtime.bigint() - s) / 1e6);';
  const run = spawnSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return Number(run.stdout);
}

/** Importing the compiled library after its peers, against the peers alone. */
export function importBench(): Figure[] {
  checkCompiled();
  // Without cdk8s-plus-27: the library loads it only when asked for, and a regression of that could not be seen with it in the baseline.
  const peers = ['cdk8s', 'constructs'];
  return [{
    name: 'import',
    value: pairedRatio(9, () => importTime([...peers, LIBRARY]), () => importTime(peers)),
    atMost: 1.15,
    unit: 'ratio',
    about: 'import of cdk8s, constructs and this library / of the two alone',
  }];
}
