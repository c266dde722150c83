import { Option } from 'commander';
import type { Command } from 'commander';
import { Io } from './io';

/** `--facts` of commands whose answers follow from tables. */
class FactsOption extends Option {
  public constructor() {
    super('--facts <file>', 'feed of facts about the AWS cloud-controller-manager that is newer than this package; npm run facts -- --feed <file> in '
      + 'a clone of it writes one');
  }
}

export function factsOption(): Option {
  return new FactsOption();
}

/**
 * Takes the feed that a command was given, and says where its tables are old.
 *
 * @returns what ends it: the next call has the tables of this package
 */
export async function takeFacts(command: Command, io: Io): Promise<() => void> {
  if (!command.options.some(option => option instanceof FactsOption)) return () => undefined;
  return (await import('./facts/run.js')).run(command.opts<{ facts?: string }>().facts, io);
}
