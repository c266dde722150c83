import { Option } from 'commander';
import type { Command } from 'commander';
import { CliCommand, collected } from '../command';
import { outputOption } from '../command-io';
import { factsOption } from '../facts';
import { Io } from '../io';
import { unreadReleaseOption } from '../unread-release';

const FORMATS = ['text', 'json', 'markdown', 'sarif'] as const;

/** Flags of `upgrade`. */
export interface UpgradeFlags {
  readonly from?: string;
  readonly to: string;
  readonly unreadRelease?: boolean;
  readonly all?: boolean;
  readonly iamPolicy: readonly string[];
  readonly helmValues?: string;
  readonly format: typeof FORMATS[number];
}

const NOTES = `
With the cluster as input (folders of nodes and of manifests, or - for the JSON of kubectl get ... -o json) it says first whether that may
go there: may go, must not go, or cannot say, which is said only where the answer turns on what is not given. Then what of the difference
between the releases the input meets: its command line, gates, Services, Nodes, environment, cloud config, rights and alerts, each looked
at one by one, and what verify says of it with the new image. --from is the release that runs there. Over several minors the first hop is
judged with the input as it is, each further one as if those before it were done. Without input it says what differs; the answer is then
about any cluster, so to another minor, where API servers decide, it cannot say (exit 1).
What is assumed is printed with the command that shows it. Faults that do not stand in the way (AWS alone brings them about, or the
release that runs may have them as well) do not count; --all prints them.`;

/** `ccm-migration upgrade [input...] --to <release>`. */
export const upgradeCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('upgrade')
      .description('Say whether a cluster may go to another release of the AWS cloud-controller-manager, and what changes.')
      .argument('[input...]', 'the cluster, as for verify')
      .option('--from <release>', 'release that runs now, such as v1.35.2; of a minor as for --to; default: that of the input')
      .requiredOption('--to <release>', 'release to go to, such as v1.37.0; of a minor, such as 1.37, its newest image that is not known to be bad')
      .option('--iam-policy <file>', 'JSON of a policy of its role, as aws iam get-policy-version prints it; may be repeated', collected, [])
      .option('--helm-values <file>', 'where Helm owns it and it may go there: write all values of its chart to this file; of several hops '
        + 'each has its own, with its release in the name')
      .option('--all', 'show also what differs and this input does not meet')
      .addOption(unreadReleaseOption())
      .addOption(factsOption())
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'))
      .addOption(outputOption())
      .addHelpText('after', NOTES)
      .action((inputs: string[], flags: UpgradeFlags) => finish(import('./upgrade/run.js').then(({ run }) => run(inputs, flags, io))));
  },
};
