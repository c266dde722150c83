import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** What a run runs: the commit, with `+` where the checkout has changes that are not committed (pages of results aside). */
export function thisCommit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short=7', 'HEAD') + (git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : '+');
  } catch {
    return 'unknown'; // no checkout of git, or no git
  }
}
