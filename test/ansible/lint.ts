import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ansibleLint } from './ansible';
import { answerTo } from '../answers';
import { readTree } from '../golden';

/** What ansible-lint says in its strictest profile about what lies in a folder: its exit code and its findings. */
export interface LintAnswer {
  readonly status: number;
  readonly findings: string;
}

/** @param excluded paths in the folder that are not looked at, besides the collection */
export function lintPlaybooks(folder: string, excluded: readonly string[] = []): LintAnswer {
  return lint(folder, ['collection', ...excluded].flatMap(path => ['--exclude', path]), join(folder, 'collection'));
}

/** Rules that the collection has no use for, with the reason. */
const SKIPPED: Readonly<Record<string, string>> = {
  'galaxy[no-changelog]': 'it comes with the package, whose changelog has its changes, too',
  'var-naming[no-role-prefix]': 'settings and facts are those of the playbooks, and go from role to role',
};

/** @param folder the collection, below a folder `ansible_collections` */
export function lintCollection(folder: string): LintAnswer {
  return lint(folder, Object.keys(SKIPPED).flatMap(rule => ['--skip-list', rule]), resolve(folder, '..', '..', '..'));
}

function lint(folder: string, more: readonly string[], collections: string): LintAnswer {
  const args = ['--offline', '--strict', '--profile', 'production', '--nocolor', '-q', ...more];
  const version = readFileSync(join(__dirname, 'lint-requirements.txt'), 'utf8');
  return answerTo({ consumer: 'ansible-lint', version, args, files: readTree(folder) }, () => {
    const bin = ansibleLint().bin!;
    const { status, stdout, stderr, error } = spawnSync(join(bin, 'ansible-lint'), [...args, '--project-dir', '.'], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        HOME: folder,
        LANG: 'C.UTF-8',
        LC_ALL: 'C.UTF-8',
        ANSIBLE_COLLECTIONS_PATH: collections,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    });
    if (status === null) throw new Error(`ansible-lint did not end: ${error?.message ?? stderr}`);
    return { status, findings: stdout.replaceAll(folder, '.').trim() };
  });
}
