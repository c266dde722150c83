import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE_DIR } from '../scripts/cache-dir';

/** What an app in Python has, at the versions that tests run with. */
export const PYTHON_REQUIREMENTS = join(__dirname, 'python', 'requirements.txt');

/** A Python that has what some requirements name, or why there is none. */
export interface VenvPython {
  readonly python?: string;
  readonly missing?: string;
}

/**
 * The Python of a virtual environment of the project's own. Made on first use, which takes up to a minute; named after what is in it, so that a
 * change of the requirements makes a new one.
 *
 * @param name what it is for
 * @param requirements file with the versions of all packages in it
 * @param atStart what each of its processes runs first
 */
export function venvPython(name: string, requirements: string, atStart?: string): VenvPython {
  const content = [requirements, ...atStart === undefined ? [] : [atStart]].map(file => readFileSync(file, 'utf8')).join('');
  const folder = `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;
  const python = join(CACHE_DIR, folder, 'bin', 'python');
  if (existsSync(python)) return { python };
  mkdirSync(CACHE_DIR, { recursive: true });
  // Made under another name and renamed when complete: several test processes may do this at once, and one may be killed.
  const draft = mkdtempSync(join(CACHE_DIR, `${folder}-`));
  try {
    execFileSync('python3', ['-m', 'venv', draft], { stdio: 'pipe' });
    // Modules are compiled when they are first imported: of most packages only a few ever are.
    const flags = ['--quiet', '--disable-pip-version-check', '--no-compile'];
    execFileSync(join(draft, 'bin', 'python'), ['-m', 'pip', 'install', ...flags, '-r', requirements], { stdio: 'pipe' });
    if (atStart !== undefined) {
      const lib = join(draft, 'lib');
      for (const version of readdirSync(lib)) copyFileSync(atStart, join(lib, version, 'site-packages', 'sitecustomize.py'));
    }
    settle(join(draft, 'bin'), draft, join(CACHE_DIR, folder));
    if (!existsSync(python)) renameSync(draft, join(CACHE_DIR, folder));
    return { python };
  } catch (error) {
    if (existsSync(python)) return { python };
    return { missing: `${name} could not be installed for Python: ${(error as Error).message.split('\n')[0]}` };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Programs name the Python that they run with by its path. */
function settle(bin: string, draft: string, folder: string): void {
  for (const name of readdirSync(bin)) {
    const file = join(bin, name);
    if (!lstatSync(file).isFile()) continue; // links, and folders of compiled modules
    const text = readFileSync(file, 'latin1');
    if (text.startsWith('#!')) writeFileSync(file, text.replaceAll(draft, folder), 'latin1');
  }
}
