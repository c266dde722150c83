import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { Values } from './bench';
import { PACKAGE_BYTES } from './figures';
import { checkCompiled } from './library';

/** What npm downloads. */
export function packageBench(): Values {
  checkCompiled();
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: resolve(__dirname, '..'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 100_000_000,
  });
  const [{ size }] = JSON.parse(said) as { readonly size: number }[];
  return { package: { value: size / PACKAGE_BYTES } };
}
