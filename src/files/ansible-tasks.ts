import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lies beside `src` in the repository, and beside `lib` in the package. */
const FOLDER = join(__dirname, '..', '..', 'ansible', 'tasks');

/** The task files of the Ansible projects that plans are written as, by name without ending. */
export function ansibleTasks(): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(FOLDER).filter(file => file.endsWith('.yaml')).sort().map(
      file => [file.slice(0, -'.yaml'.length), readFileSync(join(FOLDER, file), 'utf8')],
    ),
  );
}
