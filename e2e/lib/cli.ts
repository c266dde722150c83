import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Exit code of a finding: the answer is on standard output all the same. */
const FINDING = 1;

/** Starts the command line from the sources. With `tsx/cjs` alone Node would not find what a command loads by `import()`. */
export const FROM_SOURCES: readonly string[] = [
  process.execPath, '--import', pathToFileURL(require.resolve('tsx')).href, join(__dirname, 'cli-entry.ts'),
];

/** What the command line of this library answers with `--format json`. */
export function ccmMigration<T>(...args: string[]): Promise<T> {
  const [program, ...command] = [...FROM_SOURCES, ...args, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(program, command, { encoding: 'utf8', maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error && error.code !== FINDING) reject(new Error(`ccm-migration ${args.join(' ')} failed: ${stderr}`));
      else resolve(JSON.parse(stdout) as T);
    });
  });
}
