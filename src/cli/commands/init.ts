import { Option } from 'commander';
import type { Command } from 'commander';
import { CliCommand } from '../command';
import { Io } from '../io';

const LANGUAGES = ['typescript', 'python'] as const;
const INSTALLERS = ['kubeadm', 'none'] as const;

export type Language = typeof LANGUAGES[number];

/** Flags of `init`. */
export interface InitFlags {
  readonly language?: Language;
  readonly clusterId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly installer?: typeof INSTALLERS[number];
  readonly input?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const NOTES = `
It takes the release, the names, the CIDR and the nodes from input/, says where each is written, and refuses an input that contradicts itself.
A minor stands for its newest release that was read. Of --from and --to one is enough: --to follows as the next minor, --from as the one
before. Where the cluster has no in-tree AWS provider any more, the app writes the steady state. Installers other than kubeadm have pages in
docs/how-to.

It asks for what is missing where standard input is a terminal. It overwrites nothing: package.json, tsconfig.json, requirements.txt, README.md and
.gitignore that are there stay as they are, and it says what to add to them; where another file has other content, nothing is written, and the exit
code is 2.`;

/** `ccm-migration init [folder]`. */
export const initCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    program.command('init')
      .description('Write a small cdk8s app for a cluster on AWS that synthesizes at once, with the validation plugin, a CI template and a README.')
      .argument('[folder]', 'folder of the app', '.')
      .addOption(new Option('--language <language>', 'language of the app (default: "typescript")').choices(LANGUAGES))
      .option('--cluster-id <id>', 'id in the tag kubernetes.io/cluster/<id> (default: from the cloud config)')
      .option('--from <release>', 'what the control plane runs today, with the in-tree provider (default: from the manifests)')
      .option('--to <release>', 'what it runs afterwards; without --from, in the steady state (default: the next minor)')
      .addOption(new Option('--installer <installer>', 'whose configuration the app writes too (default: kubeadm where input has it)')
        .choices(INSTALLERS))
      .option('--input <folder>', 'files of the nodes: control-plane/<node>/..., worker/<node>/..., and kubeadm\'s configuration (default: input/ '
        + 'in the folder of the app, where it exists)')
      .option('--yes', 'ask nothing, and take each value that would be proposed')
      .option('--dry-run', 'list what would be written')
      .addHelpText('after', NOTES)
      .action((folder: string, flags: InitFlags) => finish(import('./init/run.js').then(({ run }) => run(folder, flags, io))));
  },
};
