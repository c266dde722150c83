import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { InstalledPackage, writeFile } from '../installed-package';
import { appFiles, rewritten } from '../lib/plan/app-fixture';
import { exampleFiles } from '../lib/report/example';
import { describeNeeding } from '../needs';
import { ROOT } from '../pages';
import { venvPython } from '../python-venv';

const CI = join(ROOT, 'examples/ci');
const [GITHUB, GITLAB, PRE_COMMIT] = ['github/ccm-migration.yaml', 'gitlab/gitlab-ci.yaml', 'pre-commit/pre-commit-config.yaml'];
const { python, missing } = venvPython('ci', join(__dirname, 'requirements.txt'));

const textOf = (path: string) => readFileSync(join(CI, path), 'utf8');

let installed: InstalledPackage;
beforeAll(async () => { installed = await InstalledPackage.make('ci-'); });
afterAll(() => installed.remove());

/** What synthesis would have refused: Leader Migration is off in the cloud-controller-manager of phase mixed. */
const unsafe = () => rewritten(appFiles(), /^dist\/mixed\//, text => text.replace(LEADER_MIGRATION, ''));
const LEADER_MIGRATION = / *- --enable-leader-migration=true\n/;

/** A repository with what an app has committed. */
class Repository {
  public readonly root = mkdtempSync(join(installed.root, 'repository-'));
  private readonly bin = mkdtempSync(join(installed.root, 'bin-'));

  /** @param files of the app */
  public constructor(files: ReadonlyMap<string, string> = exampleFiles()) {
    for (const [path, text] of files) writeFile(join(this.root, path), text);
    writeFile(join(this.root, 'bundles/README.md'), '# Bundles\n');
    // What is installed and synthesized is there.
    this.program('npm', '[ "$*" = ci ]');
    this.program('npx', `[ "$1" != --no-install ] || shift
      case "$1 $2" in
        "tsc --noEmit"|"cdk8s synth") exit 0;;
        "ccm-migration "*) shift; exec "${process.execPath}" "${installed.program}" "$@";; *) exit 64;; esac`);
    for (const name of ['gh', 'curl']) this.program(name, `printf '%s\\n' "$@" > "${this.root}/${name}.called"`);
    this.bash(['git init -q -b main', 'git add .', 'git -c user.name=a -c user.email=a@example.org commit -qm first']);
  }

  public bash(lines: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines.join('\n')], {
      cwd: this.root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${this.bin}:${process.env.PATH}`,
        GITHUB_STEP_SUMMARY: join(this.root, 'summary.md'),
        PRE_COMMIT_HOME: join(this.root, '.git', 'pre-commit'),
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.org',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.org',
        ...env,
      },
    });
    return { status, output: stdout + stderr };
  }

  public read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  public has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  public edit(path: string, change: (text: string) => string): void {
    writeFileSync(join(this.root, path), change(this.read(path)));
  }

  private program(name: string, script: string): void {
    writeFileSync(join(this.bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.bin, name), 0o755);
  }
}

/** Files that a reader of the result wants. */
const RESULTS = ['report.html', 'report.md', 'verify.sarif'];

describeNeeding('templates of examples/ci', missing, 'REQUIRE_MOTO', () => {
  /** What the reader of a kind of file says of a text. */
  function checked(reader: readonly string[], text: string) {
    const folder = mkdtempSync(join(installed.root, 'checked-'));
    const file = join(folder, 'file.yaml');
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(python!, ['-m', ...reader, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    return { status, output: stdout + stderr };
  }

  const WORKFLOW = ['check_jsonschema', '--builtin-schema', 'vendor.github-workflows'];
  const TIMEOUT = ['check_jsonschema', '--builtin-schema', 'custom.github-workflows-require-timeout'];
  const PIPELINE = ['check_jsonschema', '--builtin-schema', 'vendor.gitlab-ci', '--data-transform', 'gitlab-ci'];
  const HOOKS = ['pre_commit', 'validate-config'];

  it.each<[string, string, readonly string[]]>([
    [GITHUB, 'the schema of workflows', WORKFLOW],
    [GITHUB, 'a time limit for each job', TIMEOUT],
    [GITLAB, 'the schema of pipelines', PIPELINE],
    [PRE_COMMIT, 'pre-commit', HOOKS],
  ])('%s is valid for %s', (path, _, reader) => {
    expect(checked(reader, textOf(path))).toMatchObject({ status: 0 });
  });

  it.each<[string, string, readonly string[], string, string]>([
    ['a job without a machine', GITHUB, WORKFLOW, '    runs-on: ubuntu-latest\n', ''],
    ['a right that there is not', GITHUB, WORKFLOW, 'pull-requests: write', 'pull-request: write'],
    ['a step that is nothing', GITHUB, WORKFLOW, '- run: npm ci', '- script: npm ci'],
    ['a job without a limit', GITHUB, TIMEOUT, '    timeout-minutes: 5\n', ''],
    ['an artifact at another time', GITLAB, PIPELINE, 'when: always\n    expose_as', 'when: sometimes\n    expose_as'],
    ['a report that there is not', GITLAB, PIPELINE, 'sarif: verify.sarif', 'sarifs: verify.sarif'],
    ['a hook without a command', PRE_COMMIT, HOOKS, '        entry: npx --no-install ccm-migration verify dist nodes\n', ''],
  ])('%s is refused', (_, path, reader, old, text) => {
    expect(textOf(path)).toContain(old);
    const { status, output } = checked(reader, textOf(path).replace(old, text));
    expect(status).toBe(1);
    expect(output.length).toBeGreaterThan(0);
  });

  describe('pre-commit', () => {
    const commit = (repository: Repository, file: string) => {
      cpSync(join(CI, PRE_COMMIT), join(repository.root, '.pre-commit-config.yaml'));
      return repository.bash([`"${python}" -m pre_commit install`, `git add .pre-commit-config.yaml '${file}'`, 'git commit -qm second']);
    };

    it('lets a commit through that is safe', () => {
      const repository = new Repository();
      appendFileSync(join(repository.root, 'dist/mixed/30-ccm.k8s.yaml'), '# reviewed\n');
      const { status, output } = commit(repository, 'dist/mixed/30-ccm.k8s.yaml');
      expect([status, output]).toStrictEqual([0, expect.stringMatching(/ccm-migration verify\.+Passed/)]);
    });

    it('stops one that is not, with the counter-example', () => {
      const repository = new Repository();
      repository.edit('dist/mixed/30-ccm.k8s.yaml', text => text.replace(LEADER_MIGRATION, ''));
      const { status, output } = commit(repository, 'dist/mixed/30-ccm.k8s.yaml');
      expect(status).toBe(1);
      expect(output).toMatch(/ccm-migration verify\.+Failed[^]*exclusivity: BROKEN/);
    });

    it('does not run for another file', () => {
      const repository = new Repository();
      repository.edit('dist/mixed/30-ccm.k8s.yaml', text => text.replace(LEADER_MIGRATION, ''));
      writeFileSync(join(repository.root, 'README.md'), 'x\n');
      const { status, output } = commit(repository, 'README.md');
      expect([status, output]).toStrictEqual([0, expect.stringMatching(/ccm-migration verify\.+\(no files to check\)Skipped/)]);
    });
  });
});

/** As each service runs them: GitHub each step for itself, those behind a failed one where their condition says so; GitLab all of a job in one. */
describe('commands of the templates', () => {
  interface Step { readonly name?: string; readonly run?: string; readonly if?: string; readonly env?: object }
  const { check, publish } = (parse(textOf(GITHUB)) as { jobs: Record<'check' | 'publish', { steps: readonly Step[] }> }).jobs;
  const gitlab = parse(textOf(GITLAB)) as Record<string, { script: readonly string[] }>;

  function runGithub(repository: Repository, steps: readonly Step[], env: Readonly<Record<string, string>> = {}) {
    let hasFailed = false;
    return steps.flatMap(({ name, run, if: condition }) => {
      if (run === undefined || (hasFailed && condition === undefined)) return [];
      const { status } = repository.bash([run], env);
      hasFailed ||= status !== 0;
      return [[name ?? run, status] as const];
    });
  }

  it('of GitHub verify and report what is safe', () => {
    const repository = new Repository();
    expect(runGithub(repository, check.steps)).toStrictEqual([
      ['npm ci', 0], ['npx tsc --noEmit', 0], ['npx cdk8s synth', 0],
      ['What is committed is what synthesis writes', 0], ['Verify each phase', 0], ['Report', 0],
    ]);
    expect(RESULTS.filter(file => !repository.has(file))).toStrictEqual([]);
    expect(JSON.parse(repository.read('verify.sarif'))).toMatchObject({ version: '2.1.0' });
    expect(repository.read('summary.md')).toBe(repository.read('report.md'));
    expect(repository.read('report.md')).toMatch(/^# May go: migration `not-started` → `disabled` of prod-eu\n/);
  });

  it('of GitHub fail for what is not, and report it all the same', () => {
    const repository = new Repository(unsafe());
    expect(runGithub(repository, check.steps).slice(4)).toStrictEqual([['Verify each phase', 1], ['Report', 1]]);
    expect(RESULTS.filter(file => !repository.has(file))).toStrictEqual([]);
    expect(repository.read('summary.md')).toContain('| **Is it safe?** | Must not go.');
  });

  it.each([
    ['changed', 'dist/mixed/30-ccm.k8s.yaml'], ['new', 'nodes/mixed/new.yaml'],
  ])('of GitHub and GitLab fail for a file that is %s', (_, file) => {
    const repository = new Repository();
    appendFileSync(join(repository.root, file), '# by hand\n');
    expect(runGithub(repository, check.steps)).toContainEqual(['What is committed is what synthesis writes', 1]);
    expect(repository.has('verify.sarif')).toBe(false);
    const other = new Repository();
    appendFileSync(join(other.root, file), '# by hand\n');
    expect(other.bash(gitlab['ccm-migration'].script).status).toBe(1);
  });

  it('of GitHub write the comment', () => {
    const repository = new Repository();
    mkdirSync(join(repository.root, 'ccm-migration'));
    writeFileSync(join(repository.root, 'ccm-migration/report.md'), '# x\n');
    expect(runGithub(repository, publish.steps, { NUMBER: '12', GITHUB_REPOSITORY: 'a/b' })).toStrictEqual([['Comment', 0]]);
    expect(repository.read('gh.called').split('\n')).toStrictEqual([
      'pr', 'comment', '12', '--repo', 'a/b', '--edit-last', '--create-if-none', '--body-file', 'ccm-migration/report.md', '',
    ]);
  });

  it.each([
    ['safe', exampleFiles, 0], ['unsafe', unsafe, 1],
  ] as const)('of GitLab end with the answer for what is %s', (_, files, code) => {
    const repository = new Repository(files());
    expect(repository.bash(gitlab['ccm-migration'].script).status).toBe(code);
    expect(RESULTS.filter(file => !repository.has(file))).toStrictEqual([]);
  });

  it('of GitLab write the comment where there is a token and a report, and nothing else', () => {
    const repository = new Repository();
    const env = { CI_API_V4_URL: 'https://gitlab.example/api/v4', CI_PROJECT_ID: '3', CI_MERGE_REQUEST_IID: '4' };
    const { script } = gitlab['ccm-migration-comment'];
    expect(repository.bash(script, { ...env, CCM_MIGRATION_TOKEN: 't' }).status).toBe(0);
    writeFileSync(join(repository.root, 'report.md'), '# x\n');
    expect(repository.bash(script, { ...env, CCM_MIGRATION_TOKEN: '' }).status).toBe(0);
    expect(readdirSync(repository.root)).not.toContain('curl.called');
    expect(repository.bash(script, { ...env, CCM_MIGRATION_TOKEN: 't' }).status).toBe(0);
    expect(repository.read('curl.called').split('\n')).toStrictEqual([
      '--fail', '--silent', '--show-error', '--output', '/dev/null', '--header', 'PRIVATE-TOKEN: t', '--data-urlencode', 'body@report.md',
      'https://gitlab.example/api/v4/projects/3/merge_requests/4/notes', '',
    ]);
  });
});
