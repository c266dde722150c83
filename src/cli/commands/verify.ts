import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { readDirectory } from './verify/read-directory';
import { MAX_ENTRIES, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from '../../files/read-directory';
import { MAX_ALIASES, MAX_DEPTH, MAX_STRUCTURE } from '../../lib/edit/yaml/bounds';
import { SourceError } from '../../lib/edit/yaml/source-error';
import { KubernetesVersion } from '../../lib/kubernetes/kubernetes-version';
import { UnreadableInput } from '../../lib/read/input';
import { renderJson } from '../../lib/verify/render/json';
import { renderMarkdown } from '../../lib/verify/render/markdown';
import { renderSarif } from '../../lib/verify/render/sarif';
import { renderText } from '../../lib/verify/render/text';
import { FailOn, isRefused, VerifyResult } from '../../lib/verify/result';
import { verify } from '../../lib/verify/verify';
import { CliCommand } from '../command';
import { ExitCode, InputError, Io } from '../io';

type Format = 'text' | 'json' | 'markdown' | 'sarif';

interface VerifyFlags {
  readonly format: Format;
  readonly failOn: FailOn;
  readonly kubernetesVersion?: string;
}

const RENDERERS: Readonly<Record<Format, (result: VerifyResult) => string>> = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  sarif: result => renderSarif(result, packageVersion()),
};

/** What makes a command that reads anything end in time. */
const LIMITS = `
Limits, beyond which it ends with 2: files that are needed, ${MAX_FILE_BYTES / 1e6} MB each; ${MAX_TOTAL_BYTES / 1e6} MB of text and ${MAX_ENTRIES} files in a folder; YAML of
${MAX_DEPTH} levels and ${MAX_ALIASES} aliased nodes; ${MAX_STRUCTURE} line ends, commas, colons, dashes and brackets of YAML and JSON in all, about
100000 lines. Within them it needs less than 1 GB of memory and 30 s of processor time.`;

/** `ccm-migration verify <dir>...`. */
export const verifyCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('verify')
      .description('Prove that no controller can run twice or nowhere in any mix of these nodes, and check every rule.')
      .argument('<dir...>', 'folders of nodes (with etc/ or var/) and of cluster manifests; the nodes of one folder are one kind')
      .addOption(new Option('--format <format>', 'how the result is written').choices(Object.keys(RENDERERS)).default('text'))
      .addOption(new Option('--fail-on <severity>', 'mildest finding at which the exit code is 1').choices(['error', 'warning']).default('error'))
      .option('--kubernetes-version <version>', 'version of components whose image has no version tag')
      .addHelpText('after', LIMITS)
      .action((dirs: string[], flags: VerifyFlags) => finish(run(dirs, flags, io)));
  },
};

function run(dirs: readonly string[], flags: VerifyFlags, io: Io): ExitCode {
  const result = check(dirs, flags, io);
  io.out(RENDERERS[flags.format](result));
  return isRefused(result, flags.failOn) ? ExitCode.FINDING : ExitCode.OK;
}

function check(dirs: readonly string[], flags: VerifyFlags, io: Io): VerifyResult {
  const kubernetesVersion = flags.kubernetesVersion === undefined ? undefined : parseVersion(flags.kubernetesVersion);
  try {
    return verify({ directories: [...new Set(dirs)].map(dir => readDirectory(dir, io.cwd)), kubernetesVersion });
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof SourceError) throw new InputError(error.message);
    throw error;
  }
}

function parseVersion(text: string): KubernetesVersion {
  try {
    return KubernetesVersion.of(text);
  } catch (error) {
    throw new InputError(`--kubernetes-version: ${(error as Error).message}`);
  }
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(__dirname, '..', '..', '..', 'package.json'), 'utf8')) as { version: string };
  return version;
}
