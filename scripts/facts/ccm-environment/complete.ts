import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT_FILE, EnvironmentInput, readEnvironmentInput, sortedByVersion } from './table';
import { ENVIRONMENT_READERS, OWN_MODULE, Variables, variablesIn, variablesOf } from './variables';
import { Code, codeOf } from '../ccm-code/sources';

/** What the file says of itself. */
const ABOUT = 'Environment variables that the AWS cloud-controller-manager and modules that it links read, by version, each with the file that '
  + 'reads it, and the versions of these modules in the go.mod of each tag. A version without variables of its own reads what the one before it '
  + 'reads. Written by `npm run facts`.';

function codeAt(tag: string): Code {
  const code = codeOf(OWN_MODULE, tag);
  if (code === undefined) throw new Error(`the code of ${tag} cannot be had; FACTS_CLONES names the folder of a clone of cloud-provider-aws`);
  return code;
}

/** The tag itself, and versions of the modules that it links directly. */
function linkedBy(tag: string): Readonly<Record<string, string>> {
  const code = codeAt(tag);
  return Object.fromEntries(ENVIRONMENT_READERS.flatMap(({ module }) => {
    const version = module === OWN_MODULE ? tag : code.get(`go.mod:${module}`)?.text;
    return version === undefined ? [] : [[module, version]];
  }));
}

/** Of a tag that may be read in a clone. */
function readOwn(tag: string, folders: readonly string[]): Variables {
  return variablesOf([...codeAt(tag).values()].filter(({ file }) => folders.some(folder => file.startsWith(`${folder}/`))));
}

function read(module: string, version: string, folders: readonly string[]): Variables {
  if (module === OWN_MODULE) return readOwn(version, folders);
  const cache = mkdtempSync(join(tmpdir(), 'go-modules-'));
  try {
    const env = { ...process.env, GOMODCACHE: cache, GOFLAGS: '-mod=mod -modcacherw' };
    const answer = execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: cache, encoding: 'utf8', env });
    return variablesIn((JSON.parse(answer) as { readonly Dir: string }).Dir, folders);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

/**
 * Adds what the tags read that were not read yet, through the modules that their go.mod names. Modules are downloaded one after the other into a
 * folder that is removed: the AWS SDK of each release has some hundred megabytes. `FACTS_CLONES` names a folder with a clone of cloud-provider-aws,
 * for tags whose module cannot be had.
 *
 * @throws if neither a module nor a clone has a tag
 */
export function completeEnvironment(tags: Iterable<string>): void {
  const before = readEnvironmentInput();
  const all = sortedByVersion(tags);
  if (all.every(tag => tag in before.tags)) return;
  const linked = Object.fromEntries(all.map(tag => [tag, before.tags[tag] ?? linkedBy(tag)]));
  const modules: EnvironmentInput['modules'] = Object.fromEntries(ENVIRONMENT_READERS.map(({ module, folders }) => {
    const versions = sortedByVersion(new Set(Object.values(linked).flatMap(one => one[module] ?? [])));
    return [module, Object.fromEntries(versions.map(version => [version, before.modules[module]?.[version] ?? read(module, version, folders)]))];
  }));
  writeFileSync(ENVIRONMENT_FILE, text({ modules, tags: linked }));
}

/** One line for a version and one for a tag. */
function text({ modules, tags }: EnvironmentInput): string {
  const lines = (rows: Readonly<Record<string, unknown>>, indent: string) =>
    Object.entries(rows).map(([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(',\n');
  const ofModules = Object.entries(modules).map(([module, versions]) => `  ${JSON.stringify(module)}: {\n${lines(shortened(versions), '   ')}\n  }`);
  return `{\n "about": ${JSON.stringify(ABOUT)},\n "modules": {\n${ofModules.join(',\n')}\n },\n "tags": {\n${lines(tags, '  ')}\n }\n}\n`;
}

/** A version that reads what the one before it reads says so by an empty text. */
function shortened(versions: Readonly<Record<string, Variables>>): Readonly<Record<string, Variables | ''>> {
  let last = '';
  return Object.fromEntries(Object.entries(versions).map(([version, variables]) => {
    const own = JSON.stringify(variables);
    const isSame = own === last;
    last = own;
    return [version, isSame ? '' : variables];
  }));
}
