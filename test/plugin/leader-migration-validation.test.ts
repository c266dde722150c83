import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { LeaderMigrationValidation } from '../../src/plugin/leader-migration-validation';
import { ccm, CCM_FLAGS } from '../lib/rules/input';
import { describeNeeding } from '../needs';
import { venvPython } from '../python-venv';

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
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const place = join(installed, 'lib', file.slice(join(ROOT, 'src').length));
    if (entry.name.endsWith('.ts')) write(place.replace(/\.ts$/, '.js'), compile(file));
    else write(place, readFileSync(file, 'utf8'));
  }
  copyFileSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs `cdk8s synth` on a program in a folder of its own. */
function synth(name: string, app: string, files: Record<string, string>, { language = 'typescript', nodes = '', assume = '' } = {}) {
  const dir = join(project, name);
  for (const [path, text] of Object.entries(files)) write(join(dir, path), text);
  write(join(dir, 'cdk8s.yaml'), `language: ${language}
app: ${app}
validations:
  - package: ./node_modules/cdk8s-ccm-migration
    version: 0.0.0
    class: LeaderMigrationValidation
${nodes && `    properties:
      nodes: ${nodes}
`}${assume && `    properties:
      assume: ${assume}
`}`);
  symlinkSync(join(project, 'node_modules'), join(dir, 'node_modules'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [CDK8S, 'synth'], {
    cwd: dir, encoding: 'utf8', env: { ...process.env, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' },
  });
  return { status, output: stdout + stderr };
}

const FAULTY = ccm({ flags: CCM_FLAGS.filter(flag => !flag.includes('routes')) })['ccm.yaml'];

const example = (folder: string) => join(ROOT, 'examples/kubeadm', folder);
const FIRST_NODE = readdirSync(join(example('nodes'), 'mixed/control-plane-n'))[0];
const cdk8sPython = venvPython('cdk8s', join(__dirname, 'requirements.txt'));

/** An App for each phase, with the manifests of the example. */
const APP_OF_PHASES = `const { App, Chart, Include } = require('cdk8s');
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
for (const phase of ['n', 'mixed']) {
  const app = new App({ outdir: join(process.env.CDK8S_OUTDIR, phase) });
  const dir = join(${JSON.stringify(example('dist'))}, phase);
  for (const file of readdirSync(dir)) new Include(new Chart(app, file.split('.')[0]), 'all', { url: join(dir, file) });
  app.synth();
}
`;

describe('the plugin in cdk8s synth', () => {
  it('fails for manifests without a kube-controller-manager, of which nobody says what it does', () => {
    const { status, output } = synth('unsaid', 'node main.js', { 'main.js': compile(join(ROOT, 'examples/minimal/main.ts')) });
    expect(output).toContain('verdict-unknown');
    expect(status).not.toBe(0);
  });

  it('passes examples/minimal, with what its kube-controller-manager is', () => {
    const { status, output } = synth('minimal', 'node main.js', { 'main.js': compile(join(ROOT, 'examples/minimal/main.ts')) }, { assume: 'kcm=external:1.27.16' });
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

  it('takes node files from the folder of the phase', () => {
    const { status, output } = synth('nodes', 'node main.js', { 'main.js': APP_OF_PHASES }, { nodes: example('nodes') });
    expect(output).toMatch(/Phases\s+│ mixed, n /);
    expect(output).toContain('success');
    expect(status).toBe(0);
  });

  it('fails for what only the node files show', () => {
    const nodes = join(project, 'spoiled');
    cpSync(example('nodes'), nodes, { recursive: true });
    const manifest = join(nodes, 'mixed/control-plane-n', FIRST_NODE, 'etc/kubernetes/manifests/kube-controller-manager.yaml');
    write(manifest, readFileSync(manifest, 'utf8').replace(/^.*--enable-leader-migration.*\n/m, ''));
    const { status, output } = synth('spoiled-nodes', 'node main.js', { 'main.js': APP_OF_PHASES }, { nodes });
    expect(status).not.toBe(0);
    expect(output).toContain('controller-runs-twice');
    expect(output).toContain('(phase mixed)');
  });
});

describeNeeding('the plugin in an app that is written in Python', cdk8sPython.missing, 'REQUIRE_MOTO', () => {
  const program = `import os
from cdk8s import App, Chart, Include
for phase in ("n", "mixed"):
    app = App(outdir=os.path.join(os.environ["CDK8S_OUTDIR"], phase))
    for file in sorted(os.listdir(os.path.join(${JSON.stringify(example('dist'))}, phase))):
        Include(Chart(app, file.split(".")[0]), "all", url=os.path.join(${JSON.stringify(example('dist'))}, phase, file))
    app.synth()
`;
  const app = `${cdk8sPython.python} app.py`;

  it('passes what is safe', () => {
    const { status, output } = synth('python', app, { 'app.py': program }, { language: 'python', nodes: example('nodes') });
    expect(output).toMatch(/Phases\s+│ mixed, n /);
    expect(status).toBe(0);
  });

  it('fails with the phase and the object', () => {
    const faulty = `${program}
app = App(outdir=os.path.join(os.environ["CDK8S_OUTDIR"], "disabled"))
Include(Chart(app, "ccm"), "upstream", url="faulty.yaml")
app.synth()
`;
    const { status, output } = synth('python-faulty', app, { 'app.py': faulty, 'faulty.yaml': FAULTY }, { language: 'python' });
    expect(status).not.toBe(0);
    expect(output).toContain('cloud-routes-without-cluster-cidr [error]');
    expect(output).toMatch(/aws-cloud-controller-manager/);
    expect(output).toContain('(phase disabled)');
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
