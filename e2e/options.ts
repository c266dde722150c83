import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT_USAGE } from './exit-codes';

/** What a run is asked for. */
export interface Options {
  readonly quick: boolean;
  readonly schedules: number;
  readonly kills: number;
  readonly turn?: string;
  readonly clusters: number;
  readonly docs?: string;
  readonly traces?: string;
  readonly keep: boolean;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('accepted: a whole number from 1 to 9999');
  return Number(text);
}

function hash(text: string): string {
  if (!/^[0-9a-f]{7,40}$/.test(text)) throw new InvalidArgumentError('accepted: 7 to 40 hexadecimal digits');
  return text;
}

/** Options, and the scenarios that are named; ends the process where an option is not known. */
export function parseOptions(args: readonly string[]): { readonly options: Options; readonly names: readonly string[] } {
  const command = new Command('npx tsx e2e/main.ts')
    .description('Migrates a real control plane, scenario by scenario. Exit code 0: each went as it must; 1: one did not; 2: bad usage; '
      + '3: something is not installed.')
    .argument('[scenario...]', 'only these, and what they follow on the same cluster; a name may end in *')
    .option('--quick', 'rolling, two schedules, and what must fail', false)
    .option('--turn <commit>', 'of a quick run: one of what must fail, drawn by the hash of a commit', hash)
    .option('--schedules <number>', 'random schedules of blows', count, 6)
    .option('--kills <number>', 'how often the operator of rolling is killed', count, 5)
    .option('--clusters <number>', 'clusters beside each other: most of a scenario is waiting for Leases', count, 3)
    .addOption(new Option('--docs <folder>', 'keep results in e2e-results.json there, beside those of other scenarios, and write e2e-results.md of '
      + 'all of them').conflicts('quick'))
    .option('--traces <folder>', 'write who held which lock and ran which controller when, of each scenario that went as it must')
    .option('--keep', 'keep the logs, which a failure does anyway', false)
    .exitOverride(error => process.exit(error.exitCode === 0 ? 0 : EXIT_USAGE))
    .parse([...args], { from: 'user' });
  return { options: command.opts<Options>(), names: command.args };
}
