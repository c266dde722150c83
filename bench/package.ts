import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Figure } from './bench';
import { checkCompiled } from './library';

/** Bytes of the tarball at most. */
const MOST = 2_500_000;

/** What npm downloads. */
export function packageBench(): Figure[] {
  checkCompiled();
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: resolve(__dirname, '..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 100_000_000,
  });
  const [{ size }] = JSON.parse(said) as { readonly size: number }[];
  return [{ name: 'package', value: size / MOST, atMost: 1, unit: 'ratio', about: `bytes of the tarball / ${MOST}` }];
}
