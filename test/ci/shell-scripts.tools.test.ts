import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { planned, projectOf, WAYS, write } from '../cli/ansible-projects';
import { readTree, writeTree } from '../golden';
import { describeNeeding } from '../needs';

jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '..', '..');
const KIT = 'collection/ansible_collections/cdk8s/ccm_migration/files';
const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter(name => existsSync(join(ROOT, 'examples', name, 'bundles', 'plan')));
const missing = spawnSync('shellcheck', ['--version']).error && 'shellcheck is not installed: .ci/install installs it';

/** What shellcheck says of scripts, with what they read: nothing is passed over but what a comment in a script names. */
function findings(folder: string, ...scripts: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('shellcheck', ['--external-sources', '--source-path=SCRIPTDIR', '--format=gcc', ...scripts], {
    cwd: folder, encoding: 'utf8',
  });
  return stdout + stderr + (status !== 0 && stdout === '' ? `ended with ${status}` : '');
}

describeNeeding('shellcheck', missing, 'REQUIRE_SHELLCHECK', () => {
  it('has nothing to say of the scripts of the repository', () => {
    const scripts = [...readdirSync(join(ROOT, '.ci')).map(name => `.ci/${name}`), ...readdirSync(join(ROOT, KIT)).map(name => `${KIT}/${name}`)]
      .filter(path => path.endsWith('.sh') || /^#!.*sh$/m.test(readFileSync(join(ROOT, path), 'utf8').split('\n')[0]));
    expect(scripts).toEqual(expect.arrayContaining(['.ci/install', '.ci/run', `${KIT}/by-hand.sh`, `${KIT}/packages.sh`]));
    expect(findings(ROOT, ...scripts)).toBe('');
  });

  describe('beside the collection', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'ccm-shellcheck-'));
      cpSync(join(ROOT, KIT), join(folder, 'plan', KIT), { recursive: true });
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it.each(EXAMPLES)('has nothing to say of what the plans of example %s are written as', example => {
      const files = new Map([...readTree(join(ROOT, 'examples', example, 'bundles'))].filter(([path]) => path.endsWith('.sh')));
      writeTree(files, folder);
      expect(files.size).toBeGreaterThan(0);
      expect(findings(folder, ...files.keys())).toBe('');
    });
  });

  const ways = WAYS.map((way, index) => [`${index}, ${way.slice(0, 4).join(' ')}`, way] as const);

  it.each(ways)('has nothing to say of by-hand.sh in way %s', (_, way) => {
    const plan = planned(...way);
    expect(projectOf(plan).map(({ path }) => path)).toContain('by-hand.sh');
    const project = write(plan);
    cpSync(join(ROOT, KIT), join(dirname(project), KIT), { recursive: true });
    expect(findings(project, 'by-hand.sh')).toBe('');
  });
});
