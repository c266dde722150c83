import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { runProgram } from './init-program';
import { ioIn, KCM_FILE } from './simulated-project';
import { main } from '../../src/cli/main';
import { packageVersion } from '../../src/cli/version';
import { expectGolden, readTree } from '../golden';
import { isThere, ROOT } from '../pages';
import { emptyFolder } from '../scratch';
import { unitNodes } from '../unit-nodes';

const KUBEADM = join(ROOT, 'examples/kubeadm');
const INPUT = join(KUBEADM, 'input');
const KCM = readFileSync(join(INPUT, 'control-plane', readdirSync(join(INPUT, 'control-plane'))[0], KCM_FILE), 'utf8');
const CONFIG = readdirSync(INPUT).find(name => name.startsWith('kubeadm-config-'))!;
const STEADY = join(KUBEADM, 'nodes/disabled/control-plane-n-plus-1');
const DAEMON_SET = readFileSync(join(KUBEADM, 'dist/disabled/30-ccm.k8s.yaml'), 'utf8');

let root: string;
const makeRoot = () => { root = emptyFolder(); };
const removeRoot = () => rmSync(root, { recursive: true, force: true });

/** A file below the folder of the test. */
function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

async function init(...args: readonly string[]) {
  const io = ioIn(root);
  const code = await main(['init', ...args], io);
  return { code, ...io.text };
}

/** Runs the program of an app, as `npx tsx main.ts` does, and what its README and its package.json say to check it with. */
async function synthesized(folder: string) {
  const own = join(root, folder);
  runProgram(join(own, 'main.ts'), own);
  const { scripts } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { scripts: { verify: string } };
  const [, ...args] = scripts.verify.split(' ');
  // What is assumed changes with the release, and is written once.
  const run = args.includes('--assume') ? 'npm run --silent verify' : `npx ${scripts.verify}`;
  expect(readFileSync(join(own, 'README.md'), 'utf8')).toContain(`\n${run}\n`);
  const workflow = readFileSync(join(own, '.github/workflows/ccm-migration.yaml'), 'utf8');
  expect(workflow).toContain(`run: ${run}${args.includes('--assume') ? ' --' : ''} --format sarif > verify.sarif\n`);
  const io = ioIn(own);
  return { code: await main(args, io), ...io.text };
}

/** What apps are written for, by name. */
const VARIANTS: Readonly<Record<string, { readonly prepare: () => void; readonly args: readonly string[] }>> = {
  'kubeadm': { prepare: () => cpSync(INPUT, join(root, 'app/input'), { recursive: true }), args: [] },
  'systemd-units': {
    prepare: () => unitNodes().forEach(({ name, role, files }) => Object.entries(files).forEach(([file, text]) =>
      put(join('inputs/prod', role, name, file), text))),
    args: ['--input', 'inputs/prod', '--from', '1.26.15', '--to', '1.27.15', '--cluster-id', 'prod-eu'],
  },
  'kubeadm-configuration-alone': {
    prepare: () => put('app/input/kubeadm.yaml', readFileSync(join(INPUT, CONFIG), 'utf8')), args: ['--cluster-id', 'prod-eu'],
  },
  'cloud-routes': {
    prepare: () => put('app/input/kcm.yaml', KCM.replace(/.*configure-cloud-routes.*\n/, '')),
    args: ['--yes'],
  },
  'nothing': { prepare: () => undefined, args: ['--cluster-id', 'prod-eu', '--from', '1.26'] },
  'steady': { prepare: () => undefined, args: ['--cluster-id', 'prod-eu', '--to', '1.31'] },
  'steady-nodes': { prepare: () => cpSync(STEADY, join(root, 'app/input/control-plane'), { recursive: true }), args: ['--cluster-id', 'prod-eu'] },
};

/** The files of an app as they are committed here: without those of the input, and what changes with each release of a package. */
function expectFiles(name: string): void {
  const files = [...readTree(join(root, 'app'))].filter(([file]) => !file.startsWith('input/') && file !== 'package.json');
  // A program of TypeScript that is not part of this project.
  const named = files.map(([file, text]) => [file === 'main.ts' ? 'main.ts.txt' : file, text.replace(packageVersion(), '<version>')] as const);
  expectGolden(new Map(named), join(__dirname, 'init-golden', name));
}

describe.each(Object.entries(VARIANTS))('an app for %s', (name, { prepare, args }) => {
  beforeEach(() => { makeRoot(); prepare(); });
  afterEach(removeRoot);

  it('synthesizes at once, and passes what it is checked with', async () => {
    expect(await init('app', ...args)).toMatchObject({ code: 0, err: '' });
    expectFiles(`${name}-typescript`);
    const { code, out, err } = await synthesized('app');
    expect([code, err]).toStrictEqual([0, '']);
    expect(out).toContain('exclusivity: holds');
    expect(out).toContain('liveness: holds');
  });

  it('is the same in Python', async () => {
    expect(await init('app', ...args, '--language', 'python')).toMatchObject({ code: 0, err: '' });
    expectFiles(`${name}-python`);
  });
});

describe('the app of the steady state', () => {
  beforeEach(makeRoot);
  afterEach(removeRoot);

  it.each<[string, () => void, readonly string[], string]>([
    ['the nodes of the input', () => undefined, [], 'nodes: input'],
    ['what will run, where the nodes run another release', () => undefined, ['--to', '1.28.15'], 'assume: kcm=external:1.28.15'],
    ['what runs, where the cloud-controller-manager of the input is another one', () => put('app/input/cluster/ccm.yaml', DAEMON_SET), [],
      'assume: kcm=external:1.27.16'],
  ])('is checked with %s', async (_with, prepare, args, property) => {
    cpSync(STEADY, join(root, 'app/input/control-plane'), { recursive: true });
    prepare();
    expect(await init('app', '--cluster-id', 'prod-eu', ...args)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(root, 'app/cdk8s.yaml'), 'utf8')).toContain(`\n      ${property}\n`);
    expect(await synthesized('app')).toMatchObject({ code: 0, err: '' });
  });
});

describe('the cloud routes of the steady state', () => {
  beforeEach(makeRoot);
  afterEach(removeRoot);

  const kcm = (release: string) => `apiVersion: v1
kind: Pod
metadata: {name: kube-controller-manager, namespace: kube-system}
spec:
  containers:
    - name: kube-controller-manager
      image: registry.k8s.io/kube-controller-manager:v${release}
      command: [kube-controller-manager, --cloud-provider=external, --allocate-node-cidrs=true, --cluster-cidr=10.0.0.0/16]
`;
  it.each([
    ['are none where its cloud-controller-manager has none', '1.34.3', 'false', '*', false],
    ['are there where it has them', '1.33.4', 'true', '*', true],
    ['are none where its list leaves the controller out', '1.33.4', 'true', '*,-route', false],
    ['are none where its list does not name it', '1.33.4', 'true', 'cloud-node-controller,service-lb-controller', false],
  ])('%s, whatever kube-controller-manager says', async (_what, release, routes, controllers, expected) => {
    const ccm = DAEMON_SET.replace('--configure-cloud-routes=false', `--configure-cloud-routes=${routes}`)
      .replace(/^( *- )(--configure-cloud-routes=.*)$/m, `$1$2\n$1'--controllers=${controllers}'`);
    expect(ccm).toMatch(new RegExp(`--configure-cloud-routes=${routes}\n.*--controllers=`));
    put('input/ccm.yaml', ccm);
    put('input/kcm.yaml', kcm(release));
    expect(await init('app', '--input', 'input', '--cluster-id', 'prod')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(join(root, 'app/main.ts'), 'utf8').includes('configureCloudRoutes: true')).toBe(expected);
  });

  it('are none where no cloud-controller-manager is given, which is said', async () => {
    put('input/kcm.yaml', kcm('1.34.3'));
    const { code, out } = await init('app', '--input', 'input', '--cluster-id', 'prod');
    expect([code, out]).toEqual([0, expect.stringContaining('a cloud-controller-manager, which runs the cloud controllers where ')]);
    expect(readFileSync(join(root, 'app/main.ts'), 'utf8')).not.toContain('configureCloudRoutes: true');
  });
});

describe('the app for kubeadm', () => {
  /** One app for all of these: it is written and synthesized once. */
  let before: Awaited<ReturnType<typeof init>>;
  beforeAll(async () => {
    makeRoot();
    cpSync(INPUT, join(root, 'app/input'), { recursive: true });
    await init('app');
    before = await init('app');
    await synthesized('app');
  });
  afterAll(removeRoot);

  it('writes what examples/kubeadm has: objects, files of nodes and kubeadm\'s configuration', () => {
    const manifests = [...readTree(join(root, 'app/phases'))].filter(([file]) => !file.endsWith('files.json'));
    const unprefixed = manifests.map(([file, text]) => [file.replace('prod-eu-', ''), text] as const);
    expect(new Map(unprefixed)).toEqual(readTree(join(KUBEADM, 'dist')));
    expect(readTree(join(root, 'app/bundles/kubeadm'))).toEqual(readTree(join(KUBEADM, 'bundles/kubeadm')));
  });

  it('reads nothing in what synthesis wrote: init says the same afterwards, and writes nothing', async () => {
    expect(before.out).toMatch(/\napp has all files of the app already\n$/);
    expect(await init('app')).toStrictEqual(before);
  });

  it('has the versions of the package, and links to pages that the package has', () => {
    const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, Record<string, string>> & { version: string };
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'app/package.json'), 'utf8')) as typeof own;
    expect(dependencies).toStrictEqual({
      'cdk8s': own.peerDependencies.cdk8s,
      'cdk8s-ccm-migration': own.version,
      'cdk8s-plus-27': own.peerDependencies['cdk8s-plus-27'],
      'constructs': own.peerDependencies.constructs,
    });
    expect(Object.entries(devDependencies).filter(([name, range]) => own.devDependencies[name] !== range)).toHaveLength(0);
    const pages = [...readFileSync(join(root, 'app/README.md'), 'utf8').matchAll(/\]\(node_modules\/cdk8s-ccm-migration\/([^)]+)\)/g)];
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.filter(([, file]) => !isThere(file))).toHaveLength(0);
  });

  it('has a workflow that pins nothing itself: each action has the placeholder that README.md explains', () => {
    const workflow = parse(readFileSync(join(root, 'app/.github/workflows/ccm-migration.yaml'), 'utf8')) as {
      jobs: { verify: { steps: { uses?: string }[] } };
    };
    const used = workflow.jobs.verify.steps.flatMap(({ uses }) => uses ?? []);
    expect(used.map(action => action.split('@')[1])).toStrictEqual(['COMMIT_SHA', 'COMMIT_SHA', 'COMMIT_SHA']);
    expect(readFileSync(join(root, 'app/README.md'), 'utf8')).toContain('`COMMIT_SHA`');
  });
});

