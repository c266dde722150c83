import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { readTree } from '../test/golden';
import { describeNeeding } from '../test/needs';
import { venvPython } from '../test/python-venv';

jest.setTimeout(600_000);

const ROOT = resolve(__dirname, '..');
const INPUT = join(ROOT, 'examples/kubeadm/input');
/** What the package asks its users to have beside it. */
const PEERS = ['cdk8s', 'cdk8s-plus-27', 'constructs'];
/** What an app is developed with; npm would need a network for all that belongs to these. */
const TOOLS: Readonly<Record<string, string | undefined>> = { 'cdk8s-cli': 'cdk8s', 'tsx': 'tsx', 'typescript': 'tsc', '@types/node': undefined };

let root: string;
/** The program of the packed form, before it is installed anywhere. */
let program: string;
// The compiled package: `npx projen compile` comes first.
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'init-app-'));
  for (const source of [ROOT, ...PEERS.map(name => dirname(require.resolve(`${name}/package.json`)))]) {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', source], { cwd: root });
  }
  execFileSync('tar', ['xzf', tarball('cdk8s-ccm-migration')], { cwd: root });
  program = join(root, 'package/bin/ccm-migration');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function tarball(name: string): string {
  return join(root, readdirSync(root).find(file => new RegExp(`^${name}-\\d+\\.\\d+\\.\\d+\\.tgz$`).test(file))!);
}

/** Runs a command in an app, as its README says; `more` comes before the other programs. */
function run(app: string, command: string, more: Readonly<Record<string, string>> = {}) {
  const { CDK8S_OUTDIR: _, ...rest } = process.env;
  const env = { ...rest, CDK8S_CHECK_UPGRADE: 'false', JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1', ...more };
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', command], { cwd: app, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

/** The documents of a stream, whatever their order. */
function documentsIn(stream: string): readonly string[] {
  return stream.split(/^---\n/m).sort();
}

/** An app that the packed form wrote for the nodes of examples/kubeadm, with its packages. */
function makeApp(name: string, language: string): string {
  const app = join(root, name);
  cpSync(INPUT, join(app, 'input'), { recursive: true });
  execFileSync(process.execPath, [program, 'init', name, '--language', language], { cwd: root });
  install(app);
  return app;
}

/** As `npm install` does, from the tarballs and from a registry that refuses every connection; the tools are those of this project. */
function install(app: string): void {
  const written = readFileSync(join(app, 'package.json'), 'utf8');
  const { dependencies, devDependencies, ...rest } = JSON.parse(written) as Record<string, Record<string, string>>;
  const all = { ...devDependencies, ...dependencies };
  expect(Object.keys(all).filter(name => !(name in TOOLS)).sort()).toStrictEqual([...PEERS, 'cdk8s-ccm-migration'].sort());
  const packed = Object.fromEntries([...PEERS, 'cdk8s-ccm-migration'].map(name => [name, `file:${tarball(name)}`]));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...rest, dependencies: packed }));
  execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--fetch-retries=0'], {
    cwd: app,
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: root, npm_config_cache: join(root, 'cache'), npm_config_registry: 'http://127.0.0.1:9' },
  });
  writeFileSync(join(app, 'package.json'), written);
  for (const [name, bin] of Object.entries(TOOLS).filter(([tool]) => tool in all)) {
    mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name));
    if (bin !== undefined) symlinkSync(join(ROOT, 'node_modules/.bin', bin), join(app, 'node_modules/.bin', bin));
  }
}

const OUTPUTS = ['dist', 'phases', 'nodes', 'bundles'];

/** The same nodes with the program of an earlier init. */
function makeEarlier(app: string, language: string, file: string): string {
  const earlier = `${app}-earlier`;
  cpSync(app, earlier, { recursive: true, filter: source => !OUTPUTS.some(name => source === join(app, name)) });
  const committed = (name: string) => readFileSync(join(ROOT, 'test/cli/earlier-init', language, name), 'utf8').replace('<version>', '0.0.0');
  writeFileSync(join(earlier, file), committed(language === 'typescript' ? `${file}.txt` : file));
  writeFileSync(join(earlier, 'cdk8s.yaml'), committed('cdk8s.yaml'));
  return earlier;
}

/** Without the metadata that cdk8s-cli has an App write for its plugins. */
function manifestsIn(folder: string): [string, string][] {
  return [...readTree(folder)].filter(([file]) => file.endsWith('.yaml'));
}

/** The steps of the workflow that run a command, but for those that install. */
function pipeline(app: string): string {
  const { jobs } = parse(readFileSync(join(app, '.github/workflows/ccm-migration.yaml'), 'utf8')) as {
    jobs: { verify: { steps: { run?: string }[] } };
  };
  return jobs.verify.steps.flatMap(step => step.run ?? []).filter(step => !/^(npm ci|pip install .*)$/.test(step)).join('\n');
}

describe('the app in TypeScript', () => {
  let app: string;
  beforeAll(() => { app = makeApp('typescript', 'typescript'); });

  it('compiles, synthesizes with the plugin, and is verified', () => {
    expect(run(app, 'npx tsc -p .')).toStrictEqual({ status: 0, output: '' });
    const { status, output } = run(app, 'npm run synth');
    expect([status, output]).toStrictEqual([0, expect.stringMatching(/Phases\s+│ disabled, mixed, n, n-plus-1/)]);
    expect(run(app, 'npm run verify')).toEqual({ status: 0, output: expect.stringContaining('exclusivity: holds') });
    expect(readdirSync(join(app, 'bundles')).sort()).toStrictEqual(['collection', 'kubeadm', 'plan']);
  });

  it('prints what is applied, one phase, with --stdout, and moves to the next one by one line', () => {
    const stdout = 'npx cdk8s synth --stdout --no-validate';
    const applied = () => [...readTree(join(app, 'dist')).values()].join('');
    // cdk8s-cli prints files in the order in which it has found them, which is another one from time to time.
    const printed = () => {
      const { status, output } = run(app, stdout);
      return [status, ...documentsIn(output)];
    };
    const before = ['phases', 'nodes', 'bundles'].map(folder => readTree(join(app, folder)));
    expect(printed()).toStrictEqual([0, ...documentsIn(applied())]);
    expect(applied()).not.toContain('kind: DaemonSet');
    const written = readFileSync(join(app, 'main.ts'), 'utf8');
    writeFileSync(join(app, 'main.ts'), written.replace('const current = ccm.MigrationPhase.N;', 'const current = ccm.MigrationPhase.MIXED;'));
    const verified = run(app, `${stdout} | npx ccm-migration verify - nodes/mixed`);
    expect(verified).toEqual({ status: 0, output: expect.stringContaining('exclusivity: holds') });
    expect(applied()).not.toContain('kind: DaemonSet');
    expect(run(app, 'npm run synth').status).toBe(0);
    expect(printed()).toStrictEqual([0, ...documentsIn(applied())]);
    expect(applied().match(/^kind: DaemonSet$/mg)).toHaveLength(1);
    expect(['phases', 'nodes', 'bundles'].map(folder => readTree(join(app, folder)))).toEqual(before);
    writeFileSync(join(app, 'main.ts'), written);
    expect(run(app, 'npm run synth && npm run verify').status).toBe(0);
  });

  it('is as before where an earlier init wrote it', () => {
    const earlier = makeEarlier(app, 'typescript', 'main.ts');
    const { status, output } = run(earlier, 'npm run synth');
    expect([status, output]).toStrictEqual([0, expect.stringMatching(/Phases\s+│ disabled, mixed, n, n-plus-1/)]);
    expect(manifestsIn(join(earlier, 'dist'))).toEqual(manifestsIn(join(app, 'phases')));
    expect(run(earlier, 'npx ccm-migration verify dist/mixed nodes/mixed').status).toBe(0);
  });

  it('passes its pipeline once what it wrote is committed, and not before', () => {
    run(app, 'npm run synth && git init -q && git config user.name a && git config user.email a@example.com');
    expect(run(app, pipeline(app))).toEqual({ status: 1, output: expect.stringContaining('new file mode') });
    run(app, 'git add -A && git commit -qm app');
    expect(run(app, pipeline(app)).status).toBe(0);
    const { runs } = JSON.parse(readFileSync(join(app, 'verify.sarif'), 'utf8')) as { runs: unknown[] };
    expect(runs).toHaveLength(1);
    expect(run(app, 'git status --porcelain')).toStrictEqual({ status: 0, output: '' });
  });

  it('is refused by the plugin where a node is changed behind its back', () => {
    const file = 'nodes/mixed/control-plane-n/ip-10-0-1-10.eu-central-1.compute.internal/etc/leadermigration.conf';
    const spoil = `
import { readFileSync, writeFileSync } from 'node:fs';
writeFileSync('${file}', readFileSync('${file}', 'utf8').replace('extraction', 'other'));
`;
    const written = readFileSync(join(app, 'main.ts'), 'utf8');
    writeFileSync(join(app, 'main.ts'), written.replace('// kubeadm\'s own', `${spoil}// kubeadm's own`).replace(/^const plan[^]*/m, ''));
    const { status, output } = run(app, 'npm run synth');
    writeFileSync(join(app, 'main.ts'), written);
    expect([status, output]).toStrictEqual([2, expect.stringContaining('controller-runs-twice')]);
  });
});

describe('the questions', () => {
  it('are asked at a terminal, and the app is what they are answered with', () => {
    const typing = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
said = b""
answers = [b"\\n", b"prod-us\\n", b"python\\n"]
while True:
    try:
        more = os.read(terminal, 4096)
    except OSError:
        break
    if not more:
        break
    said += more
    if answers and said.rstrip().endswith(b":") and more.strip():
        os.write(terminal, answers.pop(0))
        said += b" "
print(said.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
    mkdirSync(join(root, 'asked'));
    writeFileSync(join(root, 'typing.py'), typing);
    const { status, output } = run(join(root, 'asked'), `python3 ../typing.py ${process.execPath} ${program} init --from 1.26`, { TERM: 'dumb' });
    expect([status, output]).toStrictEqual([0, expect.stringContaining('[1.27.16 (the newest known release of the next minor)]')]);
    expect(readFileSync(join(root, 'asked/main.py'), 'utf8')).toContain('cluster_id="prod-us"');
  });
});

/** The wheel needs them in the versions that it was made with. */
function python() {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const folder = mkdtempSync(join(tmpdir(), 'init-app-python-'));
  const requirements = join(folder, 'requirements.txt');
  writeFileSync(requirements, ['cdk8s', 'cdk8s-plus-27'].map(name => `${name}==${devDependencies[name]}\n`).join(''));
  try {
    return venvPython('init-app', requirements);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const environment = python();

describeNeeding('the app in Python', environment.missing, 'REQUIRE_MOTO', () => {
  it('writes with the wheel what the one in TypeScript writes, and passes the plugin', () => {
    const typescript = makeApp('typescript-too', 'typescript');
    expect(run(typescript, 'npm run synth').status).toBe(0);
    const app = makeApp('python', 'python');
    execFileSync('npx', ['jsii-pacmak', '--target', 'python', '--outdir', join(root, 'dist')], { cwd: ROOT, stdio: 'pipe' });
    const [wheel] = readdirSync(join(root, 'dist/python')).filter(name => name.endsWith('.whl'));
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-index', '--target', join(root, 'wheel')];
    execFileSync(environment.python!, [...pip, join(root, 'dist/python', wheel)]);
    expect(wheel).toContain(readFileSync(join(app, 'requirements.txt'), 'utf8').trim().replaceAll('-', '_').replace('==', '-'));
    const path = [dirname(environment.python!), process.env.PATH].join(delimiter);
    const { status, output } = run(app, 'npm run synth && npm run verify', { PATH: path, PYTHONPATH: join(root, 'wheel') });
    expect([status, output]).toStrictEqual([0, expect.stringMatching(/Phases\s+│ disabled, mixed, n, n-plus-1[^]*exclusivity: holds/)]);
    for (const folder of OUTPUTS) expect(readTree(join(app, folder))).toEqual(readTree(join(typescript, folder)));
    const earlier = makeEarlier(app, 'python', 'main.py');
    const before = run(earlier, 'npm run synth && npx ccm-migration verify dist/mixed nodes/mixed', { PATH: path, PYTHONPATH: join(root, 'wheel') });
    expect([before.status, before.output]).toStrictEqual([0, expect.stringMatching(/Phases\s+│ disabled, mixed, n, n-plus-1[^]*exclusivity: holds/)]);
    expect(manifestsIn(join(earlier, 'dist'))).toEqual(manifestsIn(join(app, 'phases')));
  });
});
