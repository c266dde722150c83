import { spawnSync, SpawnSyncReturns } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { writeFile } from './installed-package';
import { page, Page, PAGES, ROOT } from './pages';
import { lazy } from '../src/lib/facts/lazy';

/** What a test has not; a block of commands that needs it has `<!-- not run: ... -->` above it. */
const NEEDS = ['AWS', 'Helm', 'a clone of this repository', 'a live cluster', 'a package registry', 'a repository of the user', 'hosts'];

const TUTORIAL = 'docs/tutorial/first-migration.md';
/** Pages whose commands are for one shell. */
const AFTER = 'docs/how-to/after-the-migration.md';
const UPGRADE_TUTORIAL = 'docs/tutorial/run-and-upgrade.md';

/** Pages whose commands need the wheel, which test/python.tools.test.ts runs, and one whose commands are to fail at times. */
const ELSEWHERE = ['docs/tutorial/first-migration-python.md', 'examples/python/README.md', TUTORIAL, UPGRADE_TUTORIAL];

/** What pages tell their readers to install beside this package. */
const INSTALLED = ['@types/node', 'cdk8s', 'cdk8s-cli', 'cdk8s-plus-27', 'constructs', 'tsx', 'typescript'];

/** Programs of these, as npm links them. */
const PROGRAMS = {
  'ccm-migration': '../cdk8s-ccm-migration/bin/ccm-migration',
  'cdk8s': '../cdk8s-cli/bin/cdk8s',
  'tsc': '../typescript/bin/tsc',
  'tsx': '../tsx/dist/cli.mjs',
};

/** What npm would install is there, and npx only looks a program up, which takes longer than most of them run. */
const SHELL = `npm() { case $1 in ci | install) : ;; *) command npm "$@" ;; esac; }
npx() { [ "$1" != --package ] || shift 2; "$@"; }
`;

/**
 * In place of `kubectl get -o json`: a cluster that has what the app wrote, API servers of the next minor, and a Service. Where ServiceAccounts are
 * asked for, Helm installed it.
 */
const KUBECTL = `#!/usr/bin/env node
const { readdirSync, readFileSync } = require('node:fs');
const { parseAllDocuments } = require(${JSON.stringify(join(ROOT, 'node_modules/yaml'))});
const objects = readdirSync('dist').flatMap(file => parseAllDocuments(readFileSync('dist/' + file, 'utf8'))).map(one => one.toJS());
const minor = Number(/cloud-controller-manager:v1\\.(\\d+)/.exec(JSON.stringify(objects))[1]) + 1;
if (process.argv[3].split(',').includes('sa')) {
  for (const { metadata } of objects) {
    metadata.labels = { ...metadata.labels, 'app.kubernetes.io/managed-by': 'Helm', 'helm.sh/chart': 'aws-cloud-controller-manager-0.0.11' };
    metadata.annotations = { ...metadata.annotations, 'meta.helm.sh/release-name': 'ccm', 'meta.helm.sh/release-namespace': 'kube-system' };
  }
}
const image = 'registry.k8s.io/kube-apiserver:v1.' + minor + '.1';
const annotations = { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.source': 'file' };
objects.push({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'kube-apiserver-cp-0', namespace: 'kube-system', annotations },
  spec: { nodeName: 'cp-0', hostNetwork: true, containers: [{ name: 'kube-apiserver', image, command: ['kube-apiserver'] }] },
});
objects.push({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'kubernetes', namespace: 'default' }, spec: { clusterIP: '10.96.0.1' } });
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
`;

jest.setTimeout(600_000);

/** A project that has the tarball, and what pages say to install: made once. */
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'pages-'));
  const [own, bin] = ['node_modules/cdk8s-ccm-migration', 'node_modules/.bin'].map(path => join(project, path));
  mkdirSync(own, { recursive: true });
  mkdirSync(bin);
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], { cwd: ROOT, encoding: 'utf8' });
  const tarball = join(project, packed.stdout.trim());
  expect(spawnSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own]).status).toBe(0);
  expect(readdirSync(own)).toEqual(expect.arrayContaining(['lib', 'docs', 'examples']));
  rmSync(tarball);
  for (const name of INSTALLED) {
    mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  for (const [name, place] of Object.entries(PROGRAMS)) symlinkSync(place, join(bin, name));
  writeFile(join(bin, 'kubectl'), KUBECTL);
  chmodSync(join(bin, 'kubectl'), 0o755);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** What the package has of an example. */
const exampleOf = (name: string, ...path: string[]) => join(project, 'node_modules/cdk8s-ccm-migration/examples', name, ...path);

/** Runs commands in a folder, as a reader types them. */
function typed(dir: string, commands: string): SpawnSyncReturns<string> {
  const path = [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const { CDK8S_OUTDIR: _, ...rest } = process.env;
  const env = { ...rest, PATH: path, CDK8S_CHECK_UPGRADE: 'false' };
  return spawnSync('bash', ['-c', SHELL + commands], { cwd: dir, encoding: 'utf8', env });
}

/** @throws with what was printed, if one of them fails */
function type(dir: string, commands: string): string {
  const { status, stdout, stderr } = typed(dir, `set -eu\n${commands}`);
  if (status !== 0) throw new Error(`ended with ${status}:\n${commands}\n${stdout}${stderr}`);
  return stdout;
}

function newFolder(name: string): string {
  const dir = mkdtempSync(join(project, `${name}-`));
  symlinkSync(join(project, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

/** The program of a page, whole. */
const programOf = (path: string) => page(path).blocks.find(({ info }) => info === 'ts nofixture')!.content;

/** The program of the README with what it wrote, made once. */
const FIRST = lazy(() => {
  const dir = newFolder('first');
  cpSync(exampleOf('kubeadm', 'input'), join(dir, 'input'), { recursive: true });
  writeFile(join(dir, 'main.ts'), programOf('README.md'));
  type(dir, 'npx tsx main.ts');
  rmSync(join(dir, 'node_modules'));
  return dir;
});

function firstApp(dir: string): void {
  cpSync(FIRST(), dir, { recursive: true });
}

function example(name: string): (dir: string) => void {
  return dir => cpSync(exampleOf(name), dir, { recursive: true });
}

function synthesized(name: string): (dir: string) => void {
  return dir => {
    example(name)(dir);
    type(dir, 'npx tsx main.ts');
  };
}

/** What a page takes for given, done before its first command. */
const PREPARED: Readonly<Record<string, (dir: string) => void>> = {
  // Its first command copies the input of the example, and the program is below.
  'README.md': firstApp,
  'docs/how-to/by-hand.md': firstApp,
  'docs/how-to/check-a-certificate.md': firstApp,
  'docs/how-to/ci.md': dir => {
    cpSync(exampleOf('kubeadm', 'input'), join(dir, 'input'), { recursive: true });
    type(dir, 'npx ccm-migration init && npx tsx main.ts\ngit init -q && git add . && git -c user.name=a -c user.email=a@b.c commit -qm a');
  },
  'docs/how-to/cluster-api.md': example('cluster-class'),
  'docs/how-to/replaced-nodes.md': synthesized('replaced-nodes'),
  'docs/how-to/run-a-plan.md': firstApp,
  'docs/how-to/systemd-and-deployments.md': synthesized('hosted'),
  'docs/how-to/several-clusters.md': dir => {
    for (const id of ['prod-eu', 'prod-us']) {
      cpSync(exampleOf('kubeadm', 'input'), join(dir, 'input', id), { recursive: true });
      type(dir, `grep -rl prod-eu input/${id} | xargs sed -i s/prod-eu/${id}/`);
    }
    writeFile(join(dir, 'main.ts'), programOf('docs/how-to/several-clusters.md'));
    type(dir, 'npx tsx main.ts');
  },
  'docs/how-to/start-an-app.md': dir => {
    cpSync(exampleOf('kubeadm', 'input'), join(dir, 'input'), { recursive: true });
    cpSync(exampleOf('kubeadm', 'input'), join(dir, 'collected/input'), { recursive: true });
  },
  ...Object.fromEntries(['cluster-api', 'cluster-class', 'kubeadm', 'minimal', 'replaced-nodes']
    .map(name => [`examples/${name}/README.md`, example(name)])),
  'examples/hosted/README.md': dir => {
    example('hosted')(dir);
    cpSync(join(ROOT, 'examples/hosted/input'), join(dir, 'input'), { recursive: true });
  },
  'examples/systemd/README.md': dir => {
    example('systemd')(dir);
    cpSync(join(ROOT, 'examples/systemd/input'), join(dir, 'input'), { recursive: true });
  },
};

interface Commands {
  readonly line: number;
  readonly commands: string;
  /** Undefined: it is run. */
  readonly needs?: readonly string[];
}

function commandsOf({ text }: Page): readonly Commands[] {
  return [...text.matchAll(/(?:<!-- not run: ([^\n]*) -->\n)?^```(?:sh|bash)\n(.*?)^```$/gms)].map(({ 0: block, 1: needs, 2: commands, index }) =>
    ({ line: text.slice(0, index + block.indexOf('```')).split('\n').length, commands, ...needs !== undefined && { needs: needs.split(', ') } }));
}

const ALL = PAGES.map(one => ({ path: one.path, blocks: commandsOf(one) })).filter(({ blocks }) => blocks.length > 0);

describe('the commands of every page', () => {
  it('run here, or say what they need', () => {
    const left = ALL.flatMap(({ path, blocks }) =>
      blocks.flatMap(({ line, needs }) => needs === undefined ? [] : [{ place: `${path}:${line}`, needs }]));
    // eslint-disable-next-line no-console
    console.info(`not run in a test:\n${left.map(({ place, needs }) => `  ${place}: ${needs.join(', ')}`).join('\n')}`);
    expect(left.flatMap(({ needs }) => needs).filter(need => !NEEDS.includes(need))).toEqual([]);
    const marked = PAGES.reduce((sum, { text }) => sum + text.split('<!-- not run:').length - 1, 0);
    expect(left).toHaveLength(marked); // each stands directly above commands
  });

  const run = ALL.filter(({ path, blocks }) => !ELSEWHERE.includes(path) && blocks.some(({ needs }) => needs === undefined));
  it.each(run.map(({ path, blocks }) => [path, blocks] as const))('%s', (path, blocks) => {
    const parent = newFolder('page');
    const dir = join(parent, 'app');
    mkdirSync(dir);
    symlinkSync(join(project, 'node_modules'), join(dir, 'node_modules'));
    PREPARED[path]?.(dir);
    const lines = blocks.filter(({ needs }) => needs === undefined).map(({ commands }) => commands);
    for (const commands of path === AFTER ? [lines.join('')] : lines) type(dir, commands);
    rmSync(parent, { recursive: true, force: true });
  });
});

it('a program with a misspelt property ends with 1, writes nothing, and names the right one', () => {
  const dir = newFolder('misspelt');
  cpSync(exampleOf('kubeadm', 'input'), join(dir, 'input'), { recursive: true });
  writeFile(join(dir, 'main.ts'), programOf('README.md').replace('toVersion,', 'toVersio: toVersion,'));
  const { status, stderr } = typed(dir, 'npx tsx main.ts');
  const says = '`toVersio` is no property of MigrationProps, and would be left out; give it as `toVersion`';
  expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
  expect(readdirSync(dir).sort()).toEqual(['input', 'main.ts', 'node_modules']);
});

describe('the tutorial', () => {
  const { blocks } = page(TUTORIAL);
  /** Commands that follow each other, with their outputs; those that install the package are done already. */
  const commands = blocks.filter(({ info }) => info === 'sh').slice(1).map(({ content }) => content);
  const outputs = blocks.filter(({ info, content }) => info === 'diff' || info === 'text' && /exclusivity|^Only in/m.test(content));

  it('prints what it shows', () => {
    const dir = newFolder('tutorial');
    writeFile(join(dir, 'main.ts'), programOf(TUTORIAL));
    const lines = commands.flatMap(block => block.trimEnd().split('\n'));
    const { stdout, stderr } = typed(dir, lines.map(line => `${line}\necho "[$?] ${line.replace(/["$]/g, '')}"`).join('\n'));
    const exits = [...stdout.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, code, line]) => `${code}: ${line}`).filter(line => !line.startsWith('0: '));
    expect([exits, stderr]).toEqual([[
      '1: diff input/control-plane/kcm nodes/n/control-plane-n/kcm',
      '1: diff nodes/n/control-plane-n/kcm nodes/mixed/control-plane-n-plus-1/kcm',
      '1: diff -rq before dist',
      '1: npx ccm-migration verify phases/mixed broken',
    ], expect.anything()]);
    expect(outputs).toHaveLength(4);
    const printed = stdout.replace(/\s+/g, ' ');
    for (const piece of outputs.flatMap(({ content }) => content.replace(/\s+/g, ' ').trim().split('... '))) {
      // Paths and names of nodes are shortened by three dots.
      for (const part of piece.split(/\.\.\./)) expect(printed).toContain(part.trim());
    }
    const config = readFileSync(join(dir, 'nodes/n/control-plane-n/ip-10-0-1-10.eu-central-1.compute.internal/etc/leadermigration.conf'), 'utf8');
    expect(blocks).toContainEqual({ info: 'yaml', content: config });
  });
});

describe('the tutorial of the second door', () => {
  it('prints what it shows', () => {
    const { blocks } = page(UPGRADE_TUTORIAL);
    const dir = newFolder('upgrade-tutorial');
    const commands = commandsOf(page(UPGRADE_TUTORIAL)).filter(({ needs }) => needs === undefined);
    // The cluster of Helm is another one, of the first release again.
    const [first, ...others] = commands.map(one => `${one.commands}\necho "[$?]"`);
    const helm = 'mkdir -p ../helm && cp -r ../first ../helm/dist && cd ../helm\n';
    const { stdout, stderr } = typed(dir, [first, 'cp -r dist ../first', ...others.slice(0, -1), helm + others.at(-1)!].join('\n'));
    const said = stderr.replace(/^wrote \d+ files to bundles\/plan: .*\n/gm, '');
    expect([[...stdout.matchAll(/^\[(\d+)\]$/gm)].map(([, code]) => Number(code)), said]).toEqual([[0, 1, 0, 1, 0, 0, 0, 0, 0], '']);
    const outputs = blocks.filter(({ info }) => info === 'text');
    expect(outputs).toHaveLength(4);
    for (const { content } of outputs) expect(stdout).toContain(content.trim());
    expect(stdout.match(/^may go: .*$/gm)!.slice(-3).map(line => /to (v1\.\d+)/.exec(line)![1])).toEqual(['v1.36', 'v1.37', 'v1.35']);
    // What is assumed of kube-controller-manager goes with the release, so that each is proven beside its own.
    expect(stdout.match(/^exclusivity: holds/gm)).toHaveLength(3);
    for (const file of ['main.ts', 'cdk8s.yaml', 'package.json']) expect(readFileSync(join(dir, 'prod', file), 'utf8')).toContain('1.37.1');
    expect(readFileSync(join(dir, 'helm', 'values.yaml'), 'utf8')).toContain('tag: v1.35.');
  });
});
