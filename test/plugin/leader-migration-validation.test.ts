import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { LeaderMigrationValidation } from '../../src/plugin/leader-migration-validation';
import { ccm, CCM_FLAGS } from '../lib/safety/rules/input';

const ROOT = resolve(__dirname, '../..');
const CDK8S = join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s');

function compile(file: string): string {
  return transpileModule(readFileSync(file, 'utf8'), { compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true } }).outputText;
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A folder with the package as npm would install it, compiled from the sources: a clean clone has no lib/. */
let project: string;
beforeAll(() => {
  mkdirSync(join(ROOT, '.scratch'), { recursive: true });
  project = mkdtempSync(join(ROOT, '.scratch', 'plugin-'));
  const installed = join(project, 'node_modules/cdk8s-ccm-migration');
  for (const entry of readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    write(join(installed, 'lib', file.slice(join(ROOT, 'src').length).replace(/\.ts$/, '.js')), compile(file));
  }
  write(join(installed, 'package.json'), JSON.stringify({ name: 'cdk8s-ccm-migration', version: '0.0.0', main: 'main.js' }));
  write(join(installed, 'main.js'), "module.exports = { ...require('./lib/index.js'), ...require('./lib/plugin/leader-migration-validation.js') };\n");
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs `cdk8s synth` on a program in a folder of its own. */
function synth(name: string, app: string, files: Record<string, string>) {
  const dir = join(project, name);
  for (const [path, text] of Object.entries(files)) write(join(dir, path), text);
  write(join(dir, 'cdk8s.yaml'), `language: typescript
app: ${app}
validations:
  - package: ./node_modules/cdk8s-ccm-migration
    version: 0.0.0
    class: LeaderMigrationValidation
`);
  symlinkSync(join(project, 'node_modules'), join(dir, 'node_modules'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [CDK8S, 'synth'], {
    cwd: dir, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' },
  });
  return { status, output: stdout + stderr };
}

const FAULTY = ccm({ flags: CCM_FLAGS.filter(flag => !flag.includes('routes')) })['ccm.yaml'];

describe('the plugin in cdk8s synth', () => {
  it('passes examples/minimal', () => {
    const { status, output } = synth('minimal', 'node main.js', { 'main.js': compile(join(ROOT, 'examples/minimal/main.ts')) });
    expect(output).toContain('Validation Report');
    expect(output).toContain('success');
    expect(status).toBe(0);
  });

  it('fails a program whose cloud-controller-manager would crash, with the path of its construct', () => {
    const program = `const { App, Chart, Include } = require('cdk8s');
const app = new App();
new Include(new Chart(app, 'ccm'), 'upstream', { url: require('node:path').join(__dirname, 'faulty.yaml') });
app.synth();
`;
    const { status, output } = synth('faulty', 'node main.js', { 'main.js': program, 'faulty.yaml': FAULTY });
    expect(status).not.toBe(0);
    expect(output).toContain('cloud-routes-without-cluster-cidr [error]');
    expect(output).toContain('controller-runs-nowhere');
    expect(output).toMatch(/Construct Path: ccm\/upstream\/\S*aws-cloud-controller-manager/);
  });

  it('checks what a Python program wrote, phase by phase', () => {
    const program = `import os, pathlib
for phase, name in (("mixed", "faulty.yaml"), ("n-plus-1", "good.yaml")):
    out = pathlib.Path(os.environ["CDK8S_OUTDIR"]) / phase
    out.mkdir(parents=True)
    (out / "ccm.k8s.yaml").write_text(pathlib.Path(name).read_text())
`;
    const { status, output } = synth('python', 'python3 app.py', { 'app.py': program, 'faulty.yaml': FAULTY, 'good.yaml': ccm()['ccm.yaml'] });
    expect(status).not.toBe(0);
    expect(output).toContain('(phase mixed)');
    expect(output).not.toContain('(phase n-plus-1)');
  });
});

describe('the report', () => {
  it('is submitted as a failure where the input cannot be read', async () => {
    const submitted: string[] = [];
    const rules: string[] = [];
    const broken = join(project, 'broken.yaml');
    write(broken, 'a: [');
    await new LeaderMigrationValidation({ nodes: join(project, 'nowhere') }).validate({
      manifests: [broken],
      report: { addViolation: violation => rules.push(violation.ruleName), submit: status => submitted.push(status) },
    });
    expect({ submitted, rules }).toEqual({ submitted: ['failure'], rules: ['unreadable-input'] });
  });

  it('fails to be configured with an unknown severity', () => {
    expect(() => new LeaderMigrationValidation({ failOn: 'note' })).toThrow("failOn is 'note'; accepted: 'error', 'warning'");
  });
});
