/**
 * Reads which environment variables each release of the AWS cloud-controller-manager asks for, through the modules that its go.mod names, and writes
 * scripts/facts/input/aws-ccm-environment.json.
 *
 * Modules are downloaded one after the other into a folder that is removed (the AWS SDK of each release has some hundred megabytes); `FACTS_CLONES`
 * names a folder with a clone of cloud-provider-aws, for tags whose module cannot be had. What was read before is not read again.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENT_FILE, EnvironmentInput, readEnvironmentInput, sortedByVersion } from './table';
import { ENVIRONMENT_READERS, Variables, variablesIn } from './variables';
import { AWS_CCM_RELEASES } from '../../../src/lib/facts/ccm-releases';
import { codeOf } from '../ccm-code/sources';

const ABOUT = 'Environment variables that modules read which the AWS cloud-controller-manager links, by version, each with the file that reads it, '
  + 'and the versions of these modules in the go.mod of each tag. A version without variables of its own reads what the one before it reads. Written by '
  + 'scripts/facts/ccm-environment/main.ts.';

/** Versions of the modules that a tag links directly. */
function linkedBy(tag: string): Readonly<Record<string, string>> | undefined {
  const code = codeOf('k8s.io/cloud-provider-aws', tag);
  return code && Object.fromEntries(ENVIRONMENT_READERS.flatMap(({ module }) => {
    const version = code.get(`go.mod:${module}`)?.text;
    return version === undefined ? [] : [[module, version]];
  }));
}

function read(module: string, version: string, folders: readonly string[]): Variables {
  const cache = mkdtempSync(join(tmpdir(), 'go-modules-'));
  try {
    const env = { ...process.env, GOMODCACHE: cache, GOFLAGS: '-mod=mod -modcacherw' };
    const answer = execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: cache, encoding: 'utf8', env });
    return variablesIn((JSON.parse(answer) as { readonly Dir: string }).Dir, folders);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

function main(): void {
  const before = readEnvironmentInput();
  const tags = Object.fromEntries(AWS_CCM_RELEASES.map(({ tag }) => [tag, linkedBy(tag) ?? before.tags[tag] ?? {}]));
  const modules: EnvironmentInput['modules'] = Object.fromEntries(ENVIRONMENT_READERS.map(({ module, folders }) => {
    const versions = sortedByVersion(new Set(Object.values(tags).flatMap(linked => linked[module] ?? [])));
    return [module, Object.fromEntries(versions.map(version => {
      console.log(`${module}@${version}`);
      return [version, before.modules[module]?.[version] ?? read(module, version, folders)];
    }))];
  }));
  writeFileSync(ENVIRONMENT_FILE, text({ modules, tags }));
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

main();
