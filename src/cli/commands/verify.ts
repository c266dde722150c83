import { Option } from 'commander';
import type { Command } from 'commander';
import { readAcceptances } from './verify/read-acceptances';
import { readInputs, sayingInput } from './verify/read-inputs';
import { LIVE_COMMAND, MAX_ENTRIES, MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_TOTAL_BYTES } from '../../files/read-directory';
import { MAX_ALIASES, MAX_DEPTH, MAX_STRUCTURE } from '../../lib/edit/yaml/bounds';
import { KubernetesVersion } from '../../lib/kubernetes/kubernetes-version';
import { parseAssumption } from '../../lib/read/assumption';
import { accept, selectionOf } from '../../lib/verify/accept';
import { annotationsIn } from '../../lib/verify/annotations';
import { renderJson } from '../../lib/verify/render/json';
import { renderMarkdown } from '../../lib/verify/render/markdown';
import { renderSarif } from '../../lib/verify/render/sarif';
import { renderText } from '../../lib/verify/render/text';
import { FailOn, isRefused, VerifyResult } from '../../lib/verify/result';
import { verify } from '../../lib/verify/verify';
import { styleFor } from '../colours';
import { CliCommand } from '../command';
import { ExitCode, InputError, Io } from '../io';
import { unreadReleaseOption } from '../unread-release';
import { packageVersion } from '../version';

type Format = 'text' | 'json' | 'markdown' | 'sarif';

interface VerifyFlags {
  readonly format: Format;
  readonly failOn: FailOn;
  readonly kubernetesVersion?: string;
  readonly imageVersion: readonly string[];
  readonly unreadRelease?: boolean;
  readonly assume: readonly string[];
  readonly ignore: readonly string[];
  readonly accepted?: string;
}

const RENDERERS: Readonly<Record<Format, (result: VerifyResult, io: Io) => string>> = {
  text: (result, io) => renderText(result, styleFor(io)),
  json: renderJson,
  markdown: renderMarkdown,
  sarif: result => renderSarif(result, packageVersion()),
};

/** What makes a command that reads anything end in time. */
const LIMITS = `
Limits, beyond which it ends with 2: files that are needed, ${MAX_FILE_BYTES / 1e6} MB each; ${MAX_TOTAL_BYTES / 1e6} MB of text and \
${MAX_ENTRIES} files in a folder; YAML of
${MAX_DEPTH} levels and ${MAX_ALIASES} aliased nodes; ${MAX_STRUCTURE} line ends, commas, colons, dashes and brackets of YAML and JSON in all, about
100000 lines; ${MAX_JSON_BYTES / 1e6} MB of JSON from standard input, as of 10000 pods. Within them it needs less than 1 GB of
memory and 30 s of processor time.`;

const LIVE = `
A live cluster, by the mirror pods of its static pods:
  ${LIVE_COMMAND}

Exit code: 0 both promises hold; 1 one is broken or unknown, or a finding is an error; 2 bad usage, or nothing to check.`;

/** `ccm-migration verify <input>...`. */
export const verifyCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('verify')
      .description('Prove that no controller can run twice or nowhere in any mix of these nodes, and check every rule.')
      .argument('<input...>', 'folders of nodes (with etc/ or var/) and of cluster manifests, files, or - for standard input; the nodes of one '
        + 'folder are one kind')
      .addOption(new Option('--format <format>', 'how the result is written').choices(Object.keys(RENDERERS)).default('text'))
      .addOption(new Option('--fail-on <severity>', 'mildest finding at which the exit code is 1').choices(['error', 'warning']).default('error'))
      .option('--kubernetes-version <version>', 'version of components whose image has no version tag')
      .option('--image-version <image=version>',
        'version of an image whose tag does not say it, by the end of its name; may be repeated', collected, [])
      .addOption(unreadReleaseOption())
      .option('--assume <component>', 'what runs though the input does not show it: kcm=external:<release> or kcm=in-tree:<cloud>:<release>; may be '
        + 'repeated', collected, [])
      .option('--ignore <rule>', 'leave out findings of a rule; may be repeated', collected, [])
      .option('--accepted <file>', 'file of findings that are accepted, each with a reason and an optional end date')
      .addHelpText('after', LIMITS)
      .addHelpText('after', LIVE)
      .action((inputs: string[], flags: VerifyFlags) => finish(run(inputs, flags, io)));
  },
};

function collected(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

async function run(inputs: readonly string[], flags: VerifyFlags, io: Io): Promise<ExitCode> {
  const result = await check(inputs, flags, io);
  io.out(RENDERERS[flags.format](result, io));
  return isRefused(result, flags.failOn) ? ExitCode.FINDING : ExitCode.OK;
}

async function check(inputs: readonly string[], flags: VerifyFlags, io: Io): Promise<VerifyResult> {
  const options = {
    kubernetesVersion: flags.kubernetesVersion === undefined ? undefined
      : usage('--kubernetes-version', () => KubernetesVersion.of(flags.kubernetesVersion!)),
    imageVersions: new Map(flags.imageVersion.map(text => usage('--image-version', () => parseImageVersion(text)))),
    unreadRelease: flags.unreadRelease,
    assume: flags.assume.map(text => usage('--assume', () => parseAssumption(text))),
  };
  const selection = usage('--ignore', () => selectionOf(flags.ignore));
  const acceptances = flags.accepted === undefined ? [] : readAcceptances(flags.accepted, io.cwd);
  return sayingInput(async () => {
    const { directories, built } = await readInputs(inputs, io);
    const result = verify({ ...options, ...built });
    return accept(result, { ...selection, acceptances, annotations: annotationsIn(directories), today: new Date().toISOString().slice(0, 10) });
  });
}

/** What is wrong with an option is said with its name. */
function usage<T>(option: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError(`${option}: ${(error as Error).message}`);
  }
}

function parseImageVersion(text: string): readonly [string, KubernetesVersion] {
  const match = /^([^=\s]+)=([^=\s]+)$/.exec(text);
  if (!match) throw new Error(`'${text}' is not an image and a version; accepted: 'registry.example.com/ccm=1.31' or 'ccm:stable=1.31.4'`);
  return [match[1], KubernetesVersion.of(match[2])];
}
