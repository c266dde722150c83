import { Command, CommanderError } from 'commander';
import { CliCommand } from './command';
import { CommandIo } from './command-io';
import { awsCommand } from './commands/aws';
import { collectCommand } from './commands/collect';
import { completionCommand } from './commands/completion';
import { diffCommand } from './commands/diff';
import { initCommand } from './commands/init';
import { planCommand } from './commands/plan';
import { reportCommand } from './commands/report';
import { rulesCommand } from './commands/rules';
import { tagCommand } from './commands/tag';
import { upgradeCommand } from './commands/upgrade';
import { verifyCommand } from './commands/verify';
import { versionCommand } from './commands/version';
import { addExitCodes } from './exit-codes';
import { takeFacts } from './facts';
import { ExitCode, InputError, Io } from './io';
import { packageVersion } from './version';
import { printable, printableLines } from '../lib/text/printable';

/** All commands, in the order of `--help`. */
const COMMANDS: readonly CliCommand[] = [
  verifyCommand, rulesCommand, initCommand, collectCommand, planCommand, reportCommand, diffCommand, upgradeCommand,
  tagCommand, awsCommand, completionCommand, versionCommand,
];

/**
 * Runs one command line.
 *
 * @param argv arguments after the program's name
 * @param io its surroundings
 * @returns the exit code: 0 fine, 1 a finding, 2 bad usage or unreadable input
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: ExitCode | Promise<ExitCode> = ExitCode.OK;
  const program = new Command('ccm-migration')
    .description('Check, plan and tag for the migration of the cloud controllers from kube-controller-manager to cloud-controller-manager.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: text => io.out(text), writeErr: text => io.err(text), outputError: (text, write) => write(printableLines(text)) })
    .showHelpAfterError('(add --help for the usage)');
  const own = new CommandIo(io);
  own.addTo(program);
  for (const command of COMMANDS) command.register(program, own, result => { code = result; });
  addExitCodes(program);
  let endFacts: (() => void) | undefined;
  program.hook('preAction', async (_program, command) => { endFacts = await takeFacts(command, own); });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    // Awaited here, so that a command that fails later is caught below as well.
    const ended = await (code as ExitCode | Promise<ExitCode>);
    await own.finish();
    return ended;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.OK : ExitCode.USAGE;
    if (error instanceof InputError) {
      io.err(`error: ${printable(error.message)}\n`);
      return ExitCode.USAGE;
    }
    throw error;
  } finally {
    endFacts?.();
  }
}
