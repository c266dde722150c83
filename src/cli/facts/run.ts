import { FactsFeed } from '../../lib/facts/feed';
import { FeedInForce, takeFeed } from '../../lib/facts/in-force';
import { tableReach } from '../../lib/facts/table-reach';
import { printable } from '../../lib/text/printable';
import { InputError, Io } from '../io';
import { readNamedFile } from '../read-file';

/** After so many months tables are called old: three minors of Kubernetes come in a year. */
const OLD_AFTER_MONTHS = 6;

/**
 * @param file that `--facts` names
 * @returns what ends it
 */
export function run(file: string | undefined, io: Io): () => void {
  takeFeed(file === undefined ? undefined : feedIn(file, io));
  const { day } = tableReach();
  if (io.today !== undefined && isOld(day, io.today)) io.err(oldTables(day, file));
  return () => takeFeed(undefined);
}

function feedIn(file: string, io: Io): FeedInForce {
  const text = readNamedFile('--facts', file, io);
  try {
    return FactsFeed.of(text)._inForce;
  } catch (error) {
    throw new InputError(`--facts '${file}': ${(error as Error).message}`);
  }
}

/** By days of the same number in the months between. */
function isOld(day: string, today: string): boolean {
  const since = new Date(`${day}T00:00:00Z`);
  since.setUTCMonth(since.getUTCMonth() + OLD_AFTER_MONTHS);
  return since.toISOString().slice(0, 10) <= today;
}

function oldTables(day: string, file: string | undefined): string {
  const what = file === undefined ? 'the tables of this package' : `the facts of ${file}`;
  return printable(`${what} are of ${day}: what was released or found since is not known; install a newer release of cdk8s-ccm-migration, or give `
    + '--facts a newer feed (npm run facts -- --feed <file> in a clone of it)') + '\n';
}
