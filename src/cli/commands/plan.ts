import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { ansibleTasks } from '../../files/ansible-tasks';
import { KCM_RUNTIMES, KcmRuntime } from '../../lib/plan/options';
import { makePlan, PlanResult } from '../../lib/plan/plan';
import { planFiles } from '../../lib/plan/render/files';
import { renderJson } from '../../lib/plan/render/json';
import { renderMarkdown } from '../../lib/plan/render/markdown';
import { renderText } from '../../lib/plan/render/text';
import { parseState, STATES } from '../../lib/plan/state';
import { CliCommand } from '../command';
import { ExitCode, InputError, Io } from '../io';
import { readDirectory } from './verify/read-directory';

interface PlanFlags {
  readonly from: string;
  readonly to: string;
  readonly format: 'text' | 'json' | 'markdown';
  readonly output?: string;
  readonly releaseLease?: boolean;
  readonly kcm: KcmRuntime;
  readonly cluster?: string;
  readonly nodeGroup?: Record<string, readonly string[]>;
}

/** What a plan looks at below the folder of the app. */
const PARTS = ['dist', 'nodes', 'bundles/kubeadm'];

/** `ccm-migration plan <app-dir> --from <state> --to <state>`. */
export const planCommand: CliCommand = {
  register(program: Command, io: Io, finish): void {
    const states = STATES.join(', ');
    program.command('plan')
      .description('Plan the way between two states of the migration: ordered steps, each verified, as text, data, runbook or Ansible project.')
      .argument('<app-dir>', 'folder into which synth wrote dist/ and nodes/')
      .requiredOption('--from <state>', `where the cluster stands: ${states}`)
      .requiredOption('--to <state>', 'where it is to go')
      .addOption(new Option('--format <format>', 'how the plan is written').choices(['text', 'json', 'markdown']).default('text'))
      .option('--output <dir>', 'write plan.json, runbook.md and the Ansible project to this folder too')
      .option('--release-lease', 'shorten the gap: release the migration Lease once the old leader is proven stopped')
      .addOption(new Option('--kcm <runtime>', 'how kube-controller-manager runs, for a downtime').choices([...KCM_RUNTIMES]).default('static-pod'))
      .option('--node-group <name=nodes>', 'a node group of workers, nodes separated by commas; can be given several times', nodeGroup)
      .option('--cluster <id>', 'which cluster, where the app has several')
      .action((dir: string, flags: PlanFlags) => finish(run(dir, flags, io)));
  },
};

function run(dir: string, flags: PlanFlags, io: Io): ExitCode {
  const result = plan(dir, flags, io);
  io.out(render(result, flags.format));
  if ('refused' in result) return ExitCode.FINDING;
  if (flags.output !== undefined) write(resolve(io.cwd, flags.output), result, resolve(io.cwd, dir));
  return ExitCode.OK;
}

/** Everything that can be wrong here is input: one line, no stack trace. */
function plan(dir: string, flags: PlanFlags, io: Io): PlanResult {
  const files = readApp(dir, io.cwd);
  try {
    return makePlan(files, parseState('--from', flags.from), parseState('--to', flags.to), {
      releaseLease: flags.releaseLease, kcmRuntime: flags.kcm, nodeGroups: flags.nodeGroup, cluster: flags.cluster,
    });
  } catch (error) {
    throw new InputError(`${dir}: ${(error as Error).message}`);
  }
}

function readApp(dir: string, cwd: string): Map<string, string> {
  if (!existsSync(resolve(cwd, dir))) throw new InputError(`'${dir}' cannot be read: no such folder`);
  const files = new Map<string, string>();
  for (const part of PARTS.filter(name => existsSync(resolve(cwd, dir, name)))) {
    for (const [path, content] of readDirectory(join(dir, part), cwd).files) {
      if ('unreadable' in content) throw new InputError(`'${join(dir, part, path)}': ${content.unreadable}`);
      files.set(`${part}/${path}`, content.text);
    }
  }
  return files;
}

function render(result: PlanResult, format: PlanFlags['format']): string {
  switch (format) {
    case 'json': return renderJson(result);
    case 'markdown': return renderMarkdown(result);
    case 'text': return renderText(result);
  }
}

/** Each by a rename: a playbook is never half there. The project finds the app from its own folder. */
function write(folder: string, { plan: made }: Extract<PlanResult, { readonly plan: unknown }>, app: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { path, content } of planFiles(made, relative(folder, app).split(sep).join('/') || '.', ansibleTasks())) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      const temporary = join(folder, `${path}.new`);
      writeFileSync(temporary, content);
      renameSync(temporary, join(folder, path));
    }
  } catch (error) {
    throw new InputError(`--output cannot be written: ${(error as Error).message}`);
  }
}

function nodeGroup(text: string, previous: Record<string, readonly string[]> = {}): Record<string, readonly string[]> {
  const [name, nodes] = text.split('=', 2);
  if (!name || !nodes) throw new InvalidArgumentError("give '<name>=<node>,<node>'.");
  return { ...previous, [name]: nodes.split(',').filter(node => node !== '') };
}
