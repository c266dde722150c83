import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** What a run itself writes. */
const WRITTEN = ['docs/benchmarks.md', 'docs/pictures/fleet.svg'];

/** The commit that is measured, as the page names it. */
export function measuredCommit(): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: resolve(__dirname, '..'), encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD');
  const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...WRITTEN.map(path => `:!${path}`));
  return changes === '' ? `\`${commit}\`` : `\`${commit}\`, with changes that are not committed`;
}
