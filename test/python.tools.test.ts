import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CLUSTER_IDS, INIT_INPUTS } from './cli/init-ids';
import { expectOutputOfFirstProgram } from './first-program';
import { expectCommitted, readTree } from './golden';
import { describeNeeding } from './needs';
import { fencedBlocks, page, ROOT } from './pages';
import { PYTHON_REQUIREMENTS, venvPython } from './python-venv';
import { WheelEnvironment } from './python-wheel';

jest.setTimeout(300_000);

/** jsii wants the number of the Node.js that it is not to warn of. */
const NODE_MAJOR = process.versions.node.split('.')[0];
const EXAMPLES = join(ROOT, 'examples');
const OUTPUTS = ['dist', 'nodes', 'bundles'];
/** The Ansible collection, below an output: written beside the plans, and not committed a second time. */
const COLLECTION = join('plan', 'collection');
/** Examples of docstrings that read files, and the example of the repository that has them. */
const FILES_FOR: Readonly<Record<string, string>> = {
  ClusterApiMigration: 'cluster-api',
  KkpMigration: 'kkp',
  KopsMigration: 'kops',
  KubeadmBundle: 'kubeadm',
  KubeOneMigration: 'kubeone',
  ManagerDeployment: 'hosted',
  MigrationPlan: 'kubeadm',
  NodeReplacement: 'replaced-nodes',
  Rke2Migration: 'rke2',
};

const dependencies = venvPython('cdk8s', PYTHON_REQUIREMENTS);

describeNeeding('the wheel', dependencies.missing, 'REQUIRE_MOTO', () => {
  let environment: WheelEnvironment;
  let folder: string;
  beforeAll(() => { environment = WheelEnvironment.make(dependencies.python!); });
  afterAll(() => environment.remove());
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'python-')); });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a program with the environment active; returns what it printed. */
  function run(cwd: string, command: string, ...args: string[]): string {
    const { CDK8S_OUTDIR: _, ...rest } = process.env;
    const path = `${environment.bin}${delimiter}${process.env.PATH}`;
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd, encoding: 'utf8', env: { ...rest, PATH: path, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: NODE_MAJOR },
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${stdout}${stderr}`);
    expect(stderr).not.toContain('end-of-life');
    return stdout;
  }

  describe('examples/python', () => {
    beforeEach(() => {
      const isSource = (path: string) => !OUTPUTS.some(output => path === join(EXAMPLES, 'python', output));
      cpSync(join(EXAMPLES, 'python'), join(folder, 'python'), { recursive: true, filter: isSource });
      for (const input of ['input', 'input-v1beta4']) cpSync(join(EXAMPLES, 'kubeadm', input), join(folder, 'kubeadm', input), { recursive: true });
    });

    it.each([
      ['the commands of its README', 'bash', '-euc', page('examples/python/README.md').blocks.filter(({ info }) => info === 'sh')[1].content],
      ['cdk8s synth', process.execPath, join(ROOT, 'node_modules/cdk8s-cli/bin/cdk8s'), 'synth'],
    ])('writes with "%s" what examples/kubeadm, which is TypeScript, writes: the same files, byte for byte', (_name, command, ...args) => {
      run(join(folder, 'python'), command, ...args);
      for (const output of OUTPUTS) expectCommitted(readTree(join(folder, 'python', output)), join(EXAMPLES, 'kubeadm', output), COLLECTION);
    });
  });

  it('has the command line', () => {
    const mixed = ['dist', 'nodes'].map(output => join(EXAMPLES, 'kubeadm', output, 'mixed'));
    expect(run(folder, 'ccm-migration', 'verify', ...mixed)).toContain('exclusivity: holds');
  });

  it.each(Object.keys(INIT_INPUTS).flatMap(input => CLUSTER_IDS.map(id => [input, id])))(
    'has an init whose app runs as it was written: %s, of the cluster %s', (input, id) => {
      const { prepare, init, before, plan } = INIT_INPUTS[input];
      for (const [app, args] of [['app', init], ...before ? [['before', before]] as const : []] as const) {
        prepare(join(folder, app), id);
        run(folder, 'ccm-migration', 'init', app, '--language', 'python', '--cluster-id', id, ...args);
        run(join(folder, app), 'python', 'main.py');
      }
      if (plan === undefined) return;
      const [step, ...args] = plan;
      expect(run(folder, 'ccm-migration', 'plan', 'app', '--cluster', id, ...args)).toContain(step);
    });

  it('has a page on PyPI whose program is Python, and writes what the README\'s writes', () => {
    const metadata = readFileSync(join(environment.sitePackages, 'cdk8s_ccm_migration-0.0.0.dist-info/METADATA'), 'utf8');
    const blocks = fencedBlocks(metadata);
    expect(blocks.filter(({ info }) => info.startsWith('ts'))).toHaveLength(0);
    const [{ content }] = blocks.filter(({ info }) => info === 'python');
    writeFileSync(join(folder, 'main.py'), content);
    cpSync(join(EXAMPLES, 'kubeadm/input'), join(folder, 'input'), { recursive: true });
    run(folder, 'python', 'main.py');
    expectOutputOfFirstProgram(folder);
  });

  describe('the tutorial in Python', () => {
    const { blocks } = page('docs/tutorial/first-migration-python.md');
    const [program, ...more] = blocks.filter(({ info }) => info === 'python').map(({ content }) => content);
    const [, ...commands] = blocks.filter(({ info }) => info === 'sh').map(({ content }) => content);
    const outputs = blocks.filter(({ info }) => info === 'text').map(({ content }) => content);

    it('runs with the wheel alone, and writes what the README\'s program writes', () => {
      writeFileSync(join(folder, 'main.py'), program);
      const printed = run(folder, 'bash', '-euc', commands.join(''));
      expect(outputs).toHaveLength(1);
      for (const output of outputs) expect(printed).toContain(output);
      expectOutputOfFirstProgram(folder);
    });

    it('has more lines that run after its program, and an error', () => {
      writeFileSync(join(folder, 'main.py'), [program, ...more].join(''));
      cpSync(join(EXAMPLES, 'kubeadm/input'), join(folder, 'input'), { recursive: true });
      expect(more).toHaveLength(2);
      expect(run(folder, 'python', 'main.py')).toMatch(/^toVersion .*1\.99\.0/);
    });
  });

  describe('what its users read', () => {
    const docstrings = (cwd: string, ...args: string[]) =>
      JSON.parse(run(cwd, 'python', join(ROOT, 'test/python/docstrings.py'), ...args)) as Record<string, string | null>;

    it('has examples in docstrings that run', () => {
      const results = docstrings(folder, '--but', ...Object.keys(FILES_FOR));
      expect(Object.entries(results).filter(([, failure]) => failure !== null)).toStrictEqual([]);
      expect(Object.keys(results).length).toBeGreaterThan(15);
    });

    it.each(Object.entries(FILES_FOR))('has an example in the docstring of %s that runs with the files of examples/%s', (name, example) => {
      cpSync(join(EXAMPLES, example), folder, { recursive: true });
      expect(docstrings(folder, name)).toStrictEqual({ [name]: null });
    });
  });
});
