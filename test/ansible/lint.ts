import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ansibleLint } from './ansible';
import { answerTo } from '../answers';
import { readTree } from '../golden';

/** What ansible-lint says in its strictest profile about the Ansible projects in a folder: its exit code and its findings. */
export interface LintAnswer {
  readonly status: number;
  readonly findings: string;
}

/** @param excluded paths in the folder that are not looked at */
export function lintPlaybooks(folder: string, excluded: readonly string[] = []): LintAnswer {
  const args = [
    '--offline', '--strict', '--profile', 'production', '--nocolor', '-q', ...excluded.flatMap(path => ['--exclude', path]),
  ];
  const version = readFileSync(join(__dirname, 'lint-requirements.txt'), 'utf8');
  return answerTo({ consumer: 'ansible-lint', version, args, files: readTree(folder) }, () => {
    const bin = ansibleLint().bin!;
    const { status, stdout, stderr, error } = spawnSync(join(bin, 'ansible-lint'), [...args, '--project-dir', '.'], {
      cwd: folder, encoding: 'utf8', env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    });
    if (status === null) throw new Error(`ansible-lint did not end: ${error?.message ?? stderr}`);
    return { status, findings: stdout.replaceAll(folder, '.').trim() };
  });
}
