import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { EBS_VOLUMES, EbsVolumes, KCM_RUNTIMES, KcmRuntime } from '../../lib/plan/options';
import { STATES } from '../../lib/plan/state';
import { CliCommand } from '../command';
import { Io } from '../io';

const FORMATS = ['text', 'json', 'markdown'] as const;

/** Flags of `plan`. */
export interface PlanFlags {
  readonly from?: string;
  readonly to?: string;
  readonly upgradeFrom?: string;
  readonly format: typeof FORMATS[number];
  readonly output?: string;
  readonly releaseLease?: boolean;
  readonly kcm?: KcmRuntime;
  readonly volumes?: `${EbsVolumes}`;
  readonly cluster?: string;
  readonly nodeGroup?: Record<string, readonly string[]>;
}

/** `ccm-migration plan <app-dir> --from <state> --to <state>`, and `ccm-migration plan <app-dir> --upgrade-from <app-dir>`. */
export const planCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const states = STATES.join(', ');
    program.command('plan')
      .description('Plan the steps from one state of the migration to another, each verified, as text, data, runbook or Ansible project. '
        + 'For kops, KKP and KubeOne: the commands to run, as text, data or runbook.')
      .argument('<app-dir>', 'folder into which synth wrote dist/, nodes/ and bundles/')
      .option('--from <state>', `state that the cluster is in: ${states}`)
      .option('--to <state>', 'state to reach')
      .option('--upgrade-from <app-dir>', 'instead of --from and --to: upgrade the cloud-controller-manager in state disabled, from '
        + 'the app in this folder')
      .addOption(new Option('--format <format>', 'format of the output').choices(FORMATS).default('text'))
      .option('--output <dir>', 'write plan.json, runbook.md and the Ansible project to this folder too; for an installer plan.json and runbook.md')
      .option('--release-lease', 'shorten the gap: release the migration Lease once the old leader is proven stopped')
      .addOption(new Option('--kcm <runtime>', 'how kube-controller-manager runs, for a downtime (default: "static-pod")').choices([...KCM_RUNTIMES]))
      .addOption(new Option(
        '--volumes <where>', 'nodes with EBS volumes, where the CSI driver must run (default: "all-nodes")',
      ).choices([...EBS_VOLUMES]))
      .option('--node-group <name=nodes>', 'a node group of workers, nodes separated by commas; can be given several times', nodeGroup)
      .option('--cluster <id>', 'id of the cluster, where the app has several')
      .action((dir: string, flags: PlanFlags) => finish(import('./plan/run.js').then(({ run }) => run(dir, flags, io))));
  },
};

function nodeGroup(text: string, previous: Record<string, readonly string[]> = {}): Record<string, readonly string[]> {
  const [name, nodes] = text.split('=', 2);
  if (!name || !nodes) throw new InvalidArgumentError("give '<name>=<node>,<node>'.");
  if (name in previous) throw new InvalidArgumentError(`'${name}' is given twice; list all its nodes in one.`);
  return { ...previous, [name]: nodes.split(',').filter(node => node !== '') };
}
