import { Option } from 'commander';
import type { Command } from 'commander';
import { CliCommand } from '../command';
import { outputOption } from '../command-io';
import { Io } from '../io';
import { unreadReleaseOption } from '../unread-release';

const FORMATS = ['text', 'json', 'markdown'] as const;

/** Flags of `upgrade`. */
export interface UpgradeFlags {
  readonly from?: string;
  readonly to: string;
  readonly unreadRelease?: boolean;
  readonly format: typeof FORMATS[number];
}

const NOTES = `
Without input it says what differs between two releases. With the cluster as input (folders of nodes and of manifests, or - for the
JSON of kubectl get ... -o json), --from is the release that runs there, and its Services, Nodes and API servers are looked at one by
one; where no API server is known, kube-controller-managers say what they may be. With --from the input may be Services alone.

Exit code: 0 the upgrade is possible; 1 it is not, or that cannot be said: a Service or the command line of the input is refused, the
version skew is not supported or not known, the release has no image, or a known fault that the cluster meets or may meet, or may delete
Nodes of the input or leave new ones like them uninitialized; 2 bad usage. Faults that do not stand in the way (AWS alone brings them
about, or the release that runs may have them as well) are printed and do not count.`;

/** `ccm-migration upgrade [input...] --to <release>`. */
export const upgradeCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('upgrade')
      .description('Say what changes from one release of the AWS cloud-controller-manager to another.')
      .argument('[input...]', 'the cluster, as for verify')
      .option('--from <release>', 'release that runs now, such as v1.35.2; default: that of the input')
      .requiredOption('--to <release>', 'release to go to')
      .addOption(unreadReleaseOption())
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'))
      .addOption(outputOption())
      .addHelpText('after', NOTES)
      .action((inputs: string[], flags: UpgradeFlags) => finish(import('./upgrade/run.js').then(({ run }) => run(inputs, flags, io))));
  },
};
