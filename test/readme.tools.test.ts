import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram, flattenDiagnosticMessageText, getPreEmitDiagnostics, parseJsonConfigFileContent, readConfigFile, sys } from 'typescript';
import { MigrationPhase } from '../src';
import { expectOutputOfFirstProgram, manifestsIn } from './first-program';
import { readTree } from './golden';
import { compiled, InstalledPackage, writeFile } from './installed-package';
import { page, PAGES, ROOT } from './pages';

const INPUT = join(ROOT, 'examples/kubeadm/input');
const PHASES = Object.values(MigrationPhase);

/** Programs of the pages that are whole: they import what they use. */
const programsOf = (path: string) => page(path).blocks.filter(({ info }) => info === 'ts nofixture').map(({ content }) => content);
const [fifteenLines] = programsOf('README.md');
const [severalClusters] = programsOf('docs/how-to/several-clusters.md');

/** The files of the example's nodes, as those of a cluster of this name below a folder. */
function inputOf(folder: string, clusterId: string): Record<string, string> {
  return Object.fromEntries([...readTree(INPUT)].map(([path, text]) => [`${folder}/${path}`, text.replaceAll('prod-eu', clusterId)]));
}

let installed: InstalledPackage;
beforeAll(async () => { installed = await InstalledPackage.make('readme-'); });
afterAll(() => installed.remove());

describe('the first program of the README', () => {
  it('has fifteen lines, imports counted, of one statement and at most 100 columns each', () => {
    const lines = fifteenLines.split('\n').filter(line => line !== '');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(lines.filter(line => line.length > 100)).toEqual([]);
    expect(lines.filter(line => /;.*\S/.test(line.replace(/;$/, '')))).toEqual([]);
  });

  it('writes what the example with the same nodes has: objects, node files and kubeadm\'s configuration of all phases, and a plan', () => {
    const { dir, status, output } = installed.synth(
      'first', 'node main.js', { 'main.js': compiled(fifteenLines), ...inputOf('input', 'prod-eu') }, { nodes: 'nodes' },
    );
    expect(output).toMatch(/Phases\s+│ .*disabled/);
    expect(status).toBe(0);
    expectOutputOfFirstProgram(dir);
  });
});

describe('the program for several clusters beside a platform\'s own Chart', () => {
  const files = { 'main.js': compiled(severalClusters), ...inputOf('input/prod-eu', 'prod-eu'), ...inputOf('input/prod-us', 'prod-us') };

  it('writes every cluster by itself, passes the plugin by cluster and phase, and plans each', () => {
    const { dir, status, output } = installed.synth('several', 'node main.js', files, { nodes: 'nodes' });
    const phases = ['prod-eu', 'prod-us'].flatMap(cluster => PHASES.map(phase => `${cluster} ${phase}`));
    for (const phase of phases) expect(output).toContain(phase);
    expect(status).toBe(0);
    const shared = ['monitoring.k8s.yaml'];
    const steps = (id: string) => ['10-lease-access', '20-config', '30-ccm'].map(step => `${id}-${step}.k8s.yaml`);
    expect(manifestsIn(join(dir, 'phases/mixed')).map(([path]) => path)).toEqual([...shared, ...steps('prod-eu'), ...steps('prod-us')]);
    // The page says that one of them is in phase `mixed`, the other in `n`.
    expect([...readTree(join(dir, 'dist')).keys()]).toEqual([
      ...[...shared, ...steps('prod-eu')].map(file => `prod-eu/${file}`), ...[...shared, steps('prod-us')[0]].map(file => `prod-us/${file}`),
    ]);
    for (const id of ['prod-eu', 'prod-us']) {
      expect(readdirSync(join(dir, 'nodes', id)).sort()).toEqual([...PHASES].sort());
      const [runbook, hand] = ['runbook.md', 'by-hand.sh'].map(file => readFileSync(join(dir, 'bundles/plan', id, file), 'utf8'));
      expect(hand).toContain(`nodes/${id}/mixed`);
      expect(runbook + hand).not.toContain(id === 'prod-eu' ? 'prod-us' : 'prod-eu');
    }
    const verified = spawnSync(process.execPath, [installed.program, 'verify', 'dist', 'phases', 'nodes'], { cwd: dir, encoding: 'utf8' });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    for (const phase of phases) expect(verified.stdout).toContain(`nodes/${phase.replace(' ', '/')}/migration.json`);
  });

  it('is refused by the plugin where one of them could run a controller twice, by name', () => {
    const flag = /^.*--enable-leader-migration.*\n/m;
    const spoil = `
const { readFileSync, writeFileSync, readdirSync } = require('node:fs');
const sides = 'nodes/prod-us/mixed/control-plane-n';
for (const node of readdirSync(sides)) {
  const file = \`\${sides}/\${node}/etc/kubernetes/manifests/kube-controller-manager.yaml\`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(${String(flag)}, ''));
}
`;
    const { status, output } = installed.synth(
      'several-broken', 'node main.js', { ...files, 'main.js': compiled(severalClusters) + spoil }, { nodes: 'nodes' },
    );
    expect(status).not.toBe(0);
    const twice = output.split(/^(?=.*\(\d+ occurrences\))/m).filter(violation => violation.includes('controller-runs-twice'));
    expect(twice.length).toBeGreaterThan(0);
    for (const violation of twice) expect(violation).toContain('(phase prod-us mixed)');
  });
});

describe('the TypeScript of every page', () => {
  it('compiles, with the imports and values that examples of the API have', () => {
    const fixture = readFileSync(join(ROOT, 'rosetta/default.ts-fixture'), 'utf8');
    const folder = join(installed.root, 'snippets');
    const files = PAGES.flatMap(({ path, blocks }) => blocks.filter(({ info }) => info.startsWith('ts')).map(({ info, content }, index) => {
      const file = join(folder, `${path.replaceAll('/', '-')}-${index}.ts`);
      writeFile(file, info === 'ts nofixture' ? content : fixture.replace('/// here', () => content));
      return file;
    }));
    expect(files.length).toBeGreaterThan(20);
    const { config } = readConfigFile(join(ROOT, 'test/tsconfig.json'), path => sys.readFile(path));
    const { options } = parseJsonConfigFileContent(config, sys, join(ROOT, 'test'));
    const program = createProgram(files, { ...options, noEmit: true, noUnusedLocals: false, incremental: false, tsBuildInfoFile: undefined });
    const errors = files.flatMap(file => getPreEmitDiagnostics(program, program.getSourceFile(file))).map(({ file, messageText }) =>
      `${file?.fileName.slice(folder.length + 1)}: ${flattenDiagnosticMessageText(messageText, '\n')}`);
    expect(errors).toStrictEqual([]);
  });
});

describe('the shell of every page', () => {
  it('is bash', () => {
    const shell = PAGES.flatMap(({ blocks }) => blocks.filter(({ info }) => ['sh', 'bash'].includes(info)).map(({ content }) => content));
    expect(shell.length).toBeGreaterThan(20);
    expect(shell.filter(content => spawnSync('bash', ['-n'], { input: content }).status !== 0)).toStrictEqual([]);
  });
});

/** A fifth of the bytes of all pages: what links to them in the package leads nowhere, as docs/index.md says. */
const OF_SITE_ALONE = ['API.md', 'docs/reference/what-verify-reads.md', 'docs/decisions',
  ...['', '-phone', '-wide', '-unsafe', '-kops', '-kkp', '-kubeone', '-cluster-api', '-replaced'].map(name => `docs/pictures/report${name}.png`)];

describe('the packed pages', () => {
  it('link to files that the package has', () => {
    // Of the package only what pages link to: with all that is bundled npm needs a minute.
    const dir = join(installed.root, 'packed');
    const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string; version: string };
    writeFile(join(dir, 'package.json'), JSON.stringify({ name, version }));
    const linked = PAGES.flatMap(({ path, links }) => [path, ...links.map(link => link.path)]).map(path => path.split('/')[0]);
    for (const entry of new Set([...linked, '.npmignore'])) cpSync(join(ROOT, entry), join(dir, entry), { recursive: true });
    const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], { cwd: dir, encoding: 'utf8', maxBuffer: 2 ** 26 });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const packed = files.map(({ path }) => path);
    const isOfSite = (path: string) => OF_SITE_ALONE.some(one => path === one || path.startsWith(`${one}/`));
    expect(packed.filter(isOfSite)).toStrictEqual([]);
    const pages = PAGES.filter(({ path }) => !isOfSite(path));
    expect(packed).toEqual(expect.arrayContaining(pages.map(({ path }) => path)));
    const isThere = (path: string) => isOfSite(path) || packed.some(file => file === path || file.startsWith(`${path}/`));
    expect(pages.flatMap(({ path, links }) => links.filter(link => !isThere(link.path)).map(link => `${path}: ${link.path}`))).toStrictEqual([]);
    const index = PAGES.find(({ path }) => path === 'docs/index.md')!;
    expect(index.text).toContain('On the site and in the repository, not in the package:');
  });
});
