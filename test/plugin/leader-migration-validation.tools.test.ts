import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiled, InstalledPackage, writeFile } from '../installed-package';
import { ccm, CCM_FLAGS } from '../lib/rules/input';
import { describeNeeding } from '../needs';
import { PYTHON_REQUIREMENTS, venvPython } from '../python-venv';

const ROOT = resolve(__dirname, '../..');

let installed: InstalledPackage;
beforeAll(async () => { installed = await InstalledPackage.make('plugin-'); });
afterAll(() => installed.remove());

const synth = (...args: Parameters<InstalledPackage['synth']>) => installed.synth(...args);
const compile = (file: string) => compiled(readFileSync(file, 'utf8'));

const FAULTY = ccm({ flags: CCM_FLAGS.filter(flag => !flag.includes('routes')) })['ccm.yaml'];

const example = (folder: string) => join(ROOT, 'examples/kubeadm', folder);
const FIRST_NODE = readdirSync(join(example('nodes'), 'mixed/control-plane-n'))[0];
const cdk8sPython = venvPython('cdk8s', PYTHON_REQUIREMENTS);

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
  it('fails for manifests without a kube-controller-manager, of which no manifest says what it does', () => {
    const { status, output } = synth('unsaid', 'node main.js', { 'main.js': compile(join(ROOT, 'examples/minimal/main.ts')) });
    expect(output).toContain('verdict-unknown');
    expect(status).not.toBe(0);
  });

  it('passes examples/minimal, with what its kube-controller-manager is', () => {
    const { status, output } = synth(
      'minimal', 'node main.js', { 'main.js': compile(join(ROOT, 'examples/minimal/main.ts')) }, { assume: 'kcm=external:1.27.16' },
    );
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
    const nodes = join(installed.root, 'spoiled');
    cpSync(example('nodes'), nodes, { recursive: true });
    const manifest = join(nodes, 'mixed/control-plane-n', FIRST_NODE, 'etc/kubernetes/manifests/kube-controller-manager.yaml');
    writeFile(manifest, readFileSync(manifest, 'utf8').replace(/^.*--enable-leader-migration.*\n/m, ''));
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
