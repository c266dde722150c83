import { Option } from 'commander';
import type { Command } from 'commander';
import { LIVE_COMMAND, MAX_ENTRIES, MAX_FILE_BYTES, MAX_JSON_BYTES, MAX_TOTAL_BYTES } from '../../files/limits';
import { MAX_ALIASES, MAX_DEPTH, MAX_STRUCTURE, MAX_STRUCTURE_OF_ALL } from '../../lib/edit/yaml/bounds';
import type { FailOn } from '../../lib/verify/result';
import { CliCommand, collected } from '../command';
import { outputOption } from '../command-io';
import { factsOption } from '../facts';
import { Io } from '../io';
import { unreadReleaseOption } from '../unread-release';

const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;

/** Flags of `verify`. */
export interface VerifyFlags {
  readonly format: typeof FORMATS[number];
  readonly failOn: FailOn;
  readonly kubernetesVersion?: string;
  readonly imageVersion: readonly string[];
  readonly unreadRelease?: boolean;
  readonly facts?: string;
  readonly assume: readonly string[];
  readonly ignore: readonly string[];
  readonly accepted?: string;
  readonly certificate?: string;
}

/** What makes a command that reads anything end in time. */
const LIMITS = `
Limits, beyond which it ends with 2: files that are needed, ${MAX_FILE_BYTES / 1e6} MB each; ${MAX_TOTAL_BYTES / 1e6} MB of text and \
${MAX_ENTRIES} files in a folder; YAML of
${MAX_DEPTH} levels and ${MAX_ALIASES} aliased nodes; ${MAX_STRUCTURE} line ends, commas, colons, dashes and brackets in a file of YAML or JSON, about
100000 lines, and ${MAX_STRUCTURE_OF_ALL} in all, as of 3000 control-plane nodes; ${MAX_JSON_BYTES / 1e6} MB of JSON from standard input, as of
5000 nodes with 30000 pods. Within them it needs less than 1 GB of memory and 30 s of processor time.`;

const LIVE = `
A live cluster, by the mirror pods of its static pods:
  ${LIVE_COMMAND}`;

/** `ccm-migration verify <input>...`. */
export const verifyCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('verify')
      .description('Prove that no controller can run twice or nowhere in any mix of these nodes, and check every rule.')
      .argument('<input...>', 'folders of nodes (with etc/ or var/) and of cluster manifests, files, or - for standard input; the nodes of one '
        + 'folder are one kind')
      .addOption(new Option('--format <format>', 'format of the output; text has the width of the terminal, or of COLUMNS, and '
        + 'elsewhere a line for each thing that is found').choices(FORMATS).default('text'))
      .addOption(outputOption())
      .addOption(new Option('--fail-on <severity>', 'lowest severity at which the exit code is 1').choices(['error', 'warning']).default('error'))
      .option('--kubernetes-version <version>', 'version of components whose image has no version tag')
      .option('--image-version <image=version>',
        'version of an image whose tag does not say it, by the end of its name; may be repeated', collected, [])
      .addOption(unreadReleaseOption())
      .addOption(factsOption())
      .option('--assume <component>', 'component that runs and is not in the input: kcm=external:<release> or kcm=in-tree:<cloud>:<release>; may be '
        + 'repeated', collected, [])
      .option('--ignore <rule>', 'leave out findings of a rule; may be repeated', collected, [])
      .option('--accepted <file>', 'file of findings and of kinds of objects that are accepted, each with a reason and an optional end date')
      .option('--certificate <file>', 'write why both promises hold, for checker/check_certificate.py; not written where one does not')
      .addHelpText('after', LIMITS)
      .addHelpText('after', LIVE)
      .action((inputs: string[], flags: VerifyFlags) => finish(import('./verify/run.js').then(({ run }) => run(inputs, flags, io))));
  },
};
