import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CACHE_DIR } from './cache-dir';

const ROOT = resolve(__dirname, '..');
const CACHE = join(CACHE_DIR, 'bin');

/** A Go program of this repository: one main package, built with the versions of one module file. */
export interface GoBinary {
  /** Name of the file in the cache, before the hash. */
  readonly name: string;
  /** Folder of the module, from the root of the repository. */
  readonly dir: string;
  /** Module file in that folder, where one source is built with several sets of versions. @default go.mod */
  readonly modfile?: string;
  /** Main package: of the module itself, or one that it requires, which is then built as upstream wrote it. @default . */
  readonly package?: string;
  readonly tags?: string;
  /** Name to start it under, where one program is several and tells by its name which of them to be. */
  readonly startedAs?: string;
  /** Module whose required version the program reports as its own: Kubernetes gets it from the linker. */
  readonly stamp?: string;
}

/** What keeps Go programs from being built here, if anything. */
export function goMissing(): string | undefined {
  const found = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', env: { ...process.env, GOTOOLCHAIN: 'local' } });
  if (found.error || found.status !== 0) return 'go (1.21 or newer) is not installed';
  const [, minor] = /^go1\.(\d+)/.exec(found.stdout.trim()) ?? [];
  return Number(minor) >= 21 ? undefined : `go 1.21 or newer is needed to select a toolchain, found ${found.stdout.trim()}`;
}

/** Path of the program in the cache; it is built first if its sources, versions or toolchain changed. */
export function goBinary(binary: GoBinary): string {
  const program = built(binary);
  return binary.startedAs ? link(program, binary.startedAs) : program;
}

/** A link of this name to the program, in a folder of the program's own. */
function link(program: string, name: string): string {
  const path = join(`${program}.as`, name);
  if (existsSync(path)) return path;
  mkdirSync(`${program}.as`, { recursive: true });
  try {
    symlinkSync(join('..', basename(program)), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
  }
  return path;
}

/** All that decides what the program says, as a hash: sources, versions, toolchain. It is the same on every platform, and nothing is built for it. */
export function sourceHash(binary: GoBinary): string {
  const { words, files } = recipeOf(binary);
  return contentHash([...words, binary.startedAs ?? ''], files);
}

/** How a program is built, and from what. */
interface Recipe {
  readonly dir: string;
  readonly toolchain: string;
  readonly args: readonly string[];
  readonly words: readonly string[];
  readonly files: readonly string[];
}

function recipeOf(binary: GoBinary): Recipe {
  const dir = join(ROOT, binary.dir);
  const modfile = join(dir, binary.modfile ?? 'go.mod');
  const mod = readFileSync(modfile, 'utf8');
  const toolchain = pinned(mod, /^toolchain (\S+)$/m, modfile, 'a toolchain line');
  const args = [
    'build', '-trimpath', '-buildvcs=false', '-mod=readonly',
    ...(binary.modfile ? [`-modfile=${binary.modfile}`] : []),
    ...(binary.tags ? ['-tags', binary.tags] : []),
    '-ldflags', linkerFlags(binary.stamp && pinned(mod, requirement(binary.stamp), modfile, `a version of ${binary.stamp}`)),
  ];
  return { dir, toolchain, args, words: [toolchain, ...args, binary.package ?? ''], files: sources(dir, modfile, binary.package ?? '.') };
}

/**
 * A quarter less of processor time, for the same program: debug information is not made, which the linker drops anyway (`-s -w`), and the compiler
 * collects its garbage less often, as long as it has memory.
 */
const QUICKER = { args: ['-gcflags=all=-dwarf=false'], env: { GOGC: '400', GOMEMLIMIT: '1500MiB' } } as const;

/** Path of the program in the cache, whether it is there or not. */
export function goBinaryPath(binary: GoBinary): string {
  const { words, files } = recipeOf(binary);
  return join(CACHE, `${binary.name}-${contentHash([process.platform, process.arch, words], files)}`);
}

function built(binary: GoBinary): string {
  const path = goBinaryPath(binary);
  if (existsSync(path)) return path;

  const { dir, toolchain, args } = recipeOf(binary);
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${path}.${process.pid}`; // renamed when complete: two builds at once both end with a whole file
  const build = spawnSync('go', [...args, ...QUICKER.args, '-o', unfinished, binary.package ?? '.'], {
    cwd: dir, encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...QUICKER.env, ...process.env, GOTOOLCHAIN: toolchain, CGO_ENABLED: '0' },
  });
  if (build.status !== 0) throw new Error(`go build of ${binary.dir} (${binary.modfile ?? 'go.mod'}) failed:\n${build.stderr}${build.error ?? ''}`);
  renameSync(unfinished, path);
  return path;
}

function sources(dir: string, modfile: string, pkg: string): string[] {
  const main = join(dir, pkg.startsWith('./') ? pkg : '.'); // another package's source is pinned by the versions
  const own = readdirSync(main).filter((name) => name.endsWith('.go')).sort().map((name) => join(main, name));
  const sums = modfile.replace(/\.mod$/, '.sum'); // there is none where the standard library is enough
  return [modfile, ...existsSync(sums) ? [sums] : [], ...own];
}

function contentHash(words: readonly unknown[], files: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of files) hash.update('\0').update(readFileSync(file, 'utf8'));
  return hash.digest('hex').slice(0, 16);
}

function requirement(module: string): RegExp {
  return new RegExp(`^(?:require\\s+|\\t)${module.replace(/[.]/g, '\\.')} (v\\S+)`, 'm');
}

function pinned(mod: string, pattern: RegExp, file: string, what: string): string {
  const found = pattern.exec(mod);
  if (!found) throw new Error(`${file} has no ${what.replace(/^an? /, '')}; pin ${what} there`);
  return found[1];
}

/** Kubernetes components answer `/version` and `--version` from these variables; unset, kubectl cannot parse the answer. */
function linkerFlags(version: string | undefined): string {
  if (!version) return '-s -w';
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const values = {
    gitVersion: version, gitMajor: major, gitMinor: minor, gitCommit: '0'.repeat(40), gitTreeState: 'clean', buildDate: '1970-01-01T00:00:00Z',
  };
  const variables = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap(
    (pkg) => Object.entries(values).map(([name, value]) => `-X ${pkg}.${name}=${value}`),
  );
  return ['-s -w', ...variables].join(' ');
}
