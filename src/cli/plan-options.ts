import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { factsOption } from './facts';
import { EBS_VOLUMES, EbsVolumes, KCM_RUNTIMES, KcmRuntime, PlanOptions } from '../lib/plan/options';

/** What a plan depends on besides the files of the app, of every command that makes one. */
export interface PlanOptionFlags {
  readonly releaseLease?: boolean;
  readonly kcm?: KcmRuntime;
  readonly volumes?: `${EbsVolumes}`;
  readonly nodeGroup?: Record<string, readonly string[]>;
  readonly cluster?: string;
  readonly accepted?: string;
}

export function addPlanOptions(command: Command): Command {
  return command
    .addOption(factsOption())
    .option('--release-lease', 'shorten the gap: release the migration Lease once the old leader is proven stopped')
    .addOption(new Option('--kcm <runtime>', 'how kube-controller-manager runs, for a downtime (default: "static-pod")').choices([...KCM_RUNTIMES]))
    .addOption(new Option(
      '--volumes <where>', 'nodes with EBS volumes, where the CSI driver must run (default: "all-nodes")',
    ).choices([...EBS_VOLUMES]))
    .option('--node-group <name=nodes>', 'a node group of workers, nodes separated by commas; can be given several times', nodeGroup)
    .option('--cluster <id>', 'id of the cluster, where the app has several')
    .option('--accepted <file>', 'file of kinds of objects that are accepted as inert; with --upgrade-from also of the ids by which upgrade says no');
}

/** @param inertKinds those of the file of accepted findings */
export function planOptionsOf(flags: PlanOptionFlags, inertKinds: PlanOptions['inertKinds']): PlanOptions {
  const { releaseLease, kcm = 'static-pod', volumes, nodeGroup: nodeGroups, cluster } = flags;
  return { releaseLease, kcmRuntime: kcm, volumes, nodeGroups, cluster, inertKinds };
}

/** Folders of --upgrade-from, in their order. */
export function upgradeFolders(dir: string, before: readonly string[] = []): readonly string[] {
  return [...before, dir];
}

function nodeGroup(text: string, previous: Record<string, readonly string[]> = {}): Record<string, readonly string[]> {
  const [name, nodes] = text.split('=', 2);
  if (!name || !nodes) throw new InvalidArgumentError("give '<name>=<node>,<node>'.");
  if (name in previous) throw new InvalidArgumentError(`'${name}' is given twice; list all its nodes in one.`);
  return { ...previous, [name]: nodes.split(',').filter(node => node !== '') };
}
