import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makePlan } from '../src/lib/plan/plan';
import { renderMarkdown } from '../src/lib/plan/render/markdown';
import { appFiles } from '../test/lib/plan/app-fixture';

jest.setTimeout(600_000);

// The compiled package: `npx projen compile` comes first.
describe('a machine without a network', () => {
  let folder: string;
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'offline-')); });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('gets the command line from the packages that the runbook names, by its command, where npm has kept nothing', () => {
    const runbook = renderMarkdown(makePlan(appFiles(), 'not-started', 'n-plus-1'));
    const [, names] = /`npm pack` of ((?:`[a-z0-9-]+`(?:, | and )?)+), installed/.exec(runbook)!;
    const [, install] = /`(npm install [^`]+)`/.exec(runbook)!;
    const [, program] = /`ccm_migration: \[<folder>\/([^\]]+)\]`/.exec(runbook)!;
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    const packages = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    for (const name of packages) {
      const source = name === 'cdk8s-ccm-migration' ? join(__dirname, '..') : dirname(require.resolve(`${name}/package.json`));
      execFileSync('npm', ['pack', '--silent', '--ignore-scripts', source], { cwd: tools });
    }
    // A registry that refuses every connection, as a firewall does.
    const none = 'http://127.0.0.1:9';
    execFileSync('sh', ['-ec', install], {
      cwd: tools, stdio: 'pipe', env: { PATH: process.env.PATH, HOME: folder, npm_config_cache: join(folder, 'cache'), npm_config_registry: none },
    });
    expect(execFileSync(join(tools, program), ['tag', '--help'], { encoding: 'utf8', cwd: folder })).toContain('Usage: ccm-migration tag');
    // With what carries out plans, and nothing that Python left beside its sources here.
    execFileSync(join(tools, program), ['collect', '--output', 'way'], { cwd: folder });
    expect(existsSync(join(folder, 'way/collection/ansible_collections/cdk8s/ccm_migration/playbooks/collect.yaml'))).toBe(true);
    const installed = join(tools, 'node_modules/cdk8s-ccm-migration/collection');
    expect(readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(path => path.includes('__pycache__'))).toEqual([]);
  });
});
