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

/** Declarations of a module by `<folder>:<name>`, what its go.mod requires by `go.mod:<module>`, and by `BUILT_VERSION` how its image is built. */
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
  const { FACTS_CLONES: clones } = process.env;
  const clone = join(clones ?? '', module.split('/').at(-1)!);
  if (clones === undefined || spawnSync('git', ['-C', clone, 'rev-parse', '-q', '--verify', `${version}^{commit}`]).status !== 0) return undefined;
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
  return Object.keys(BUILD_FILES).filter(file => spawnSync('git', ['-C', clone, 'cat-file', '-e', `${version}:${file}`]).status === 0);
}

function ofProxy(module: string, version: string): Code | undefined {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  const { status, stdout } = spawnSync('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: tmpdir(), encoding: 'utf8', env });
  return status === 0 ? codeIn((JSON.parse(stdout) as { readonly Dir: string }).Dir, FOLDERS[module]) : undefined;
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
  for (const [name, text] of requirementsOf(readFileSync(join(root, 'go.mod'), 'utf8'))) code.set(`go.mod:${name}`, { file: 'go.mod', text });
  const built = Object.entries(BUILD_FILES).filter(([file]) => existsSync(join(root, file)))
    .flatMap(([file, line]) => readFileSync(join(root, file), 'utf8').match(line) ?? []);
  code.set(BUILT_VERSION, { file: Object.keys(BUILD_FILES).join(', '), text: [...new Set(built)].join(' ') });
  return code;
}

/** Versions by module; those that the module itself does not import as one text, since the others choose most of them. */
function requirementsOf(goMod: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const indirect: string[] = [];
  for (const line of goMod.split('\n')) {
    const [, module, version, comment] = /^\s*(?:require\s+)?([\w./~-]+) (v\S+|\d\S*)( \/\/ indirect)?/.exec(line) ?? [];
    if (module === undefined) continue;
    if (comment === undefined) versions.set(module, version);
    else indirect.push(`${module} ${version}`);
  }
  return new Map([...versions, ['indirect', indirect.sort().join(' ')]]);
}
