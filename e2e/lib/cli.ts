import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** Exit code of a finding: the answer is on standard output all the same. */
const FINDING = 1;

/** What the command line of this library answers with `--format json`. */
export function ccmMigration<T>(...args: string[]): Promise<T> {
  const command = ['--require', require.resolve('tsx/cjs'), join(__dirname, 'cli-entry.ts'), ...args, '--format', 'json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error && error.code !== FINDING) reject(new Error(`ccm-migration ${args.join(' ')} failed: ${stderr}`));
      else resolve(JSON.parse(stdout) as T);
    });
  });
}
