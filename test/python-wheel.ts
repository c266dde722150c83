import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CACHE_DIR } from '../scripts/cache-dir';

const ROOT = resolve(__dirname, '..');
/** What makes the wheel, beside the package that is packed into it: the translated examples, the task, the packager. */
const MAKERS = ['.jsii.tabl.json', '.projen/tasks.json', 'node_modules/jsii-pacmak/package.json'];

const WHEELS_KEPT = 5;

/**
 * The wheel of what is compiled, made as a release makes it (`npx projen package:python`). That takes a quarter of a minute and asks PyPI for the
 * tools, so it is kept by content.
 *
 * @throws if the package was not compiled, or has an example that was not translated
 */
export function builtWheel(): string {
  const missing = ['.jsii', ...MAKERS].filter(file => !existsSync(join(ROOT, file)));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} missing; run 'npx projen compile' and 'npx projen post-compile' first`);
  const hash = createHash('sha256').update(packedIntegrity());
  for (const file of MAKERS) hash.update(readFileSync(join(ROOT, file), 'utf8'));
  const folder = join(CACHE_DIR, `wheel-${hash.digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) {
    execFileSync('npx', ['projen', 'package:python'], { cwd: ROOT, stdio: 'pipe' });
    mkdirSync(CACHE_DIR, { recursive: true });
    const draft = mkdtempSync(`${folder}-`); // renamed when complete: a test process may be killed
    copyFileSync(wheelIn(join(ROOT, 'dist/python')), join(draft, 'cdk8s_ccm_migration-0.0.0-py3-none-any.whl'));
    renameSync(draft, folder);
    removeOldWheels();
  }
  return wheelIn(folder);
}

/** A fresh environment of Python with the wheel, and what an installed one has beside it. */
export class WheelEnvironment {
  /** @param python that has what the wheel needs */
  public static make(python: string): WheelEnvironment {
    const environment = new WheelEnvironment(mkdtempSync(join(tmpdir(), 'wheel-')));
    execFileSync(python, ['-m', 'venv', '--without-pip', environment.root], { stdio: 'pipe' });
    const { sitePackages } = environment;
    writeFileSync(join(sitePackages, 'dependencies.pth'), `${sitePackagesOf(dirname(dirname(python)))}\n`);
    const pip = (...args: string[]) => execFileSync(
      python, ['-m', 'pip', '--python', environment.python, '--disable-pip-version-check', ...args], { stdio: 'pipe' },
    );
    pip('install', '--quiet', '--no-deps', '--no-index', builtWheel());
    pip('check'); // what the wheel says that it needs
    return environment;
  }

  private constructor(private readonly root: string) {}

  public get python(): string {
    return join(this.bin, 'python');
  }

  /** Folder of the programs: of the command line too. */
  public get bin(): string {
    return join(this.root, 'bin');
  }

  public get sitePackages(): string {
    return sitePackagesOf(this.root);
  }

  public remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function sitePackagesOf(environment: string): string {
  const [version] = readdirSync(join(environment, 'lib'));
  return join(environment, 'lib', version, 'site-packages');
}

/** The same where npm would pack the same bytes. */
function packedIntegrity(): string {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const [{ integrity }] = JSON.parse(printed) as [{ integrity: string }];
  return integrity;
}

/** All but the newest, of which other checkouts may be using some. */
function removeOldWheels(): void {
  const folders = readdirSync(CACHE_DIR).filter(name => /^wheel-[0-9a-f]{12}$/.test(name)).map(name => join(CACHE_DIR, name));
  const newestFirst = folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of newestFirst.slice(WHEELS_KEPT)) rmSync(folder, { recursive: true, force: true });
}

function wheelIn(folder: string): string {
  return join(folder, readdirSync(folder).find(name => name.endsWith('.whl'))!);
}
