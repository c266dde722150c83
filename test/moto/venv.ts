import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR } from '../../scripts/cache-dir';
import { describeNeeding } from '../needs';

const REQUIREMENTS = join(__dirname, 'requirements.txt');

/** A Python that has moto, or why there is none. */
export interface MotoPython {
  readonly python?: string;
  readonly missing?: string;
}

/**
 * The Python of the project's own virtual environment. Made on first use, which takes about a minute; named after what is in it, so that a change of the
 * requirements makes a new one.
 */
export function motoPython(): MotoPython {
  const name = `moto-${createHash('sha256').update(readFileSync(REQUIREMENTS, 'utf8')).digest('hex').slice(0, 12)}`;
  const python = join(CACHE_DIR, name, 'bin', 'python');
  if (existsSync(python)) return { python };
  mkdirSync(CACHE_DIR, { recursive: true });
  // Made under another name and renamed when complete: several test processes may do this at once, and one may be killed.
  const draft = mkdtempSync(join(CACHE_DIR, `${name}-`));
  try {
    execFileSync('python3', ['-m', 'venv', draft], { stdio: 'pipe' });
    execFileSync(join(draft, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS], { stdio: 'pipe' });
    if (!existsSync(python)) renameSync(draft, join(CACHE_DIR, name));
    return { python };
  } catch (error) {
    if (existsSync(python)) return { python };
    return { missing: `moto could not be installed: ${(error as Error).message.split('\n')[0]}` };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** A `describe` that needs moto, required where `REQUIRE_MOTO` is set. */
export function describeMoto(name: string, body: (python: string) => void): void {
  const { python, missing } = motoPython();
  describeNeeding(name, missing, 'REQUIRE_MOTO', () => body(python!));
}
