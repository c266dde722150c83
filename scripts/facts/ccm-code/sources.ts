import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { declarationsOf } from './declarations';
import { lazy } from '../../../src/lib/facts/lazy';

/** A declaration as a release has it. */
export interface Declaration {
  readonly file: string;
  readonly text: string;
}

/**
 * Declarations of a module by `<folder>:<name>`, what its go.mod requires by `go.mod:<module>`, by `BUILT_WITH` which Go builds its image, and by
 * `BUILT_VERSION` how that gets its version.
 */
export type Code = ReadonlyMap<string, Declaration>;

/** Folders in which declarations are read. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  'k8s.io/cloud-provider-aws': ['pkg', 'cmd'],
  'k8s.io/cloud-provider': ['controllers/service'],
};

/** The lines by which an image gets its version: those of a fault, and no code that differs between tags. */
export const BUILT_VERSION = 'build:version';
const BUILD_FILES: Readonly<Record<string, RegExp>> = {
  'cloudbuild.yaml': /--build-arg=VERSION=\S+/g,
  'Makefile': /-X '?[\w./-]+ersion=\S+/g,
};

/** The Go of a release: what its go.mod asks for, which decides about defaults of the runtime, and the compiler with its library. */
export const BUILT_WITH = 'build:go';
const COMPILER = { file: 'Dockerfile', line: /^ARG GOLANG_IMAGE=(\S+)/m };

/** What runs in tests only, and what is generated from a type. */
const LEFT_OUT = /_test\.go$|fake|mock|zz_generated|\/testing\//;

/** A release never changes, and to be told that there is none takes a second. */
const CODE: Map<string, Code | undefined> = new Map();

/** Where Go keeps modules. */
export const moduleCache = lazy(() => execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim());

/**
 * The code of a release: of Go's module cache, of a clone in the folder that `FACTS_CLONES` names (`<folder>/cloud-provider-aws` with its tags), or
 * else through the module proxy, which does not have every release.
 *
 * @returns undefined where none of them has it
 */
export function codeOf(module: string, version: string): Code | undefined {
  const name = `${module}@${version}`;
  if (!CODE.has(name)) CODE.set(name, ofCache(name, module) ?? ofClone(module, version) ?? ofProxy(module, version));
  return CODE.get(name);
}

function ofCache(name: string, module: string): Code | undefined {
  const folder = join(moduleCache(), name);
  return existsSync(folder) ? codeIn(folder, FOLDERS[module]) : undefined;
}

function ofClone(module: string, version: string): Code | undefined {
  const clone = cloneOf(module, version);
  if (clone === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'ccm-code-'));
  try {
    const archive = join(folder, 'archive.tar');
    execFileSync('git', ['-C', clone, 'archive', '-o', archive, version, 'go.mod', ...buildFilesAt(clone, version), ...FOLDERS[module]]);
    execFileSync('tar', ['-x', '-C', folder, '-f', archive]);
    return codeIn(folder, FOLDERS[module]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildFilesAt(clone: string, version: string): readonly string[] {
  return [...Object.keys(BUILD_FILES), COMPILER.file]
    .filter(file => spawnSync('git', ['-C', clone, 'cat-file', '-e', `${version}:${file}`]).status === 0);
}

function ofProxy(module: string, version: string): Code | undefined {
  const folder = downloaded(module, version);
  return folder === undefined ? undefined : codeIn(folder, FOLDERS[module]);
}

/** Its folder in Go's module cache, once the module proxy has given it. */
function downloaded(module: string, version: string): string | undefined {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const { status, stdout } = spawnSync('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: tmpdir(), encoding: 'utf8', env });
  return status === 0 ? (JSON.parse(stdout) as { readonly Dir: string }).Dir : undefined;
}

/**
 * Copies all files of a release to a folder that is there, from where `codeOf` reads it.
 *
 * @returns whether it can be had
 */
export function copyRelease(module: string, version: string, into: string): boolean {
  const clone = cloneOf(module, version);
  if (clone !== undefined) {
    const archive = join(into, 'archive.tar');
    execFileSync('git', ['-C', clone, 'archive', '-o', archive, version]);
    execFileSync('tar', ['-x', '-C', into, '-f', archive]);
    rmSync(archive);
    return true;
  }
  const folder = downloaded(module, version);
  // Files of the module cache cannot be written.
  if (folder !== undefined) execFileSync('cp', ['-r', '--no-preserve=mode', `${folder}/.`, into]);
  return folder !== undefined;
}

/** The clone that has a release. */
function cloneOf(module: string, version: string): string | undefined {
  const { FACTS_CLONES: clones } = process.env;
  if (clones === undefined) return undefined;
  const clone = join(clones, module.split('/').at(-1)!);
  return spawnSync('git', ['-C', clone, 'rev-parse', '-q', '--verify', `${version}^{commit}`]).status === 0 ? clone : undefined;
}

function codeIn(root: string, folders: readonly string[]): Code {
  const code = new Map<string, Declaration>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
      const file = relative(root, join(entry.parentPath ?? entry.path, entry.name));
      if (!entry.isFile() || !file.endsWith('.go') || LEFT_OUT.test(file)) continue;
      for (const [name, text] of declarationsOf(readFileSync(join(root, file), 'utf8'))) {
        // A package may have an `init` in each file.
        code.set(`${name === 'init' ? file : dirname(file)}:${name}`, { file, text });
      }
    }
  }
  const goMod = readFileSync(join(root, 'go.mod'), 'utf8');
  for (const [name, text] of requirementsOf(goMod)) code.set(`go.mod:${name}`, { file: 'go.mod', text });
  const image = existsSync(join(root, COMPILER.file)) ? COMPILER.line.exec(readFileSync(join(root, COMPILER.file), 'utf8'))?.[1] : undefined;
  code.set(BUILT_WITH, { file: `go.mod, ${COMPILER.file}`, text: `go ${/^go (\S+)/m.exec(goMod)?.[1]}, built with ${image}` });
  const built = Object.entries(BUILD_FILES).filter(([file]) => existsSync(join(root, file)))
    .flatMap(([file, line]) => readFileSync(join(root, file), 'utf8').match(line) ?? []);
  code.set(BUILT_VERSION, { file: Object.keys(BUILD_FILES).join(', '), text: [...new Set(built)].join(' ') });
  return code;
}

/** Versions by module. */
export function requirementsOf(goMod: string): ReadonlyMap<string, string> {
  return new Map(goMod.split('\n').flatMap((line): readonly (readonly [string, string])[] => {
    const [, module, version] = /^\s*(?:require\s+)?([\w./~-]+) (v\S+)/.exec(line) ?? [];
    return module === undefined ? [] : [[module, version]];
  }));
}
