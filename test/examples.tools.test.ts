import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ansible } from './ansible/ansible';
import { expectGolden, readTree } from './golden';
import { describeNeeding } from './needs';
import { collectionFiles } from '../src/files/collection';

const REPOSITORY = resolve(__dirname, '..');
const EXAMPLES = join(REPOSITORY, 'examples');
const OUTPUTS = ['dist', 'nodes', 'bundles'];
/** The Ansible collection, below an output: written beside the plans, and not committed a second time. */
const COLLECTION = join('plan', 'collection');

const names = readdirSync(EXAMPLES).filter(name => existsSync(join(EXAMPLES, name, 'main.ts'))).sort();

let copies: string;
beforeAll(() => {
  // Below the repository, so that a copy finds the packages; beside a tsconfig, as the examples are.
  mkdirSync(join(REPOSITORY, '.scratch'), { recursive: true });
  copies = mkdtempSync(join(REPOSITORY, '.scratch', 'examples-'));
  writeFileSync(join(copies, 'tsconfig.json'), JSON.stringify({ extends: join(REPOSITORY, 'test', 'tsconfig.json'), include: ['**/*.ts'] }));
});
afterAll(() => rmSync(copies, { recursive: true, force: true }));

/** A copy of an example without what it wrote. */
function copyOf(name: string): string {
  const dir = mkdtempSync(join(copies, `${name}-`));
  cpSync(join(EXAMPLES, name), dir, { recursive: true, filter: source => !OUTPUTS.some(output => source === join(EXAMPLES, name, output)) });
  return dir;
}

function run(dir: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { CDK8S_OUTDIR: _, ...rest } = process.env;
  const result = spawnSync(command, args, { cwd: dir, encoding: 'utf8', env: { ...rest, CDK8S_CHECK_UPGRADE: 'false', ...env } });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${result.stdout}${result.stderr}`);
  return result;
}

function runMain(dir: string): void {
  run(dir, process.execPath, ['--import', 'tsx', 'main.ts']);
}

function cdk8sSynth(dir: string, ...args: string[]): string {
  return run(dir, process.execPath, [join(REPOSITORY, 'node_modules', 'cdk8s-cli', 'bin', 'cdk8s'), 'synth',
    ...args], { npm_config_offline: 'true' }).stdout;
}

describe('each example', () => {
  it.each(names)('%s writes what is committed, byte for byte and nothing else, and again with npx cdk8s synth without network', (name) => {
    const dir = copyOf(name);
    try {
      runMain(dir);
      for (const output of OUTPUTS) expectGolden(readTree(join(dir, output)), join(EXAMPLES, name, output), COLLECTION);
      const first = OUTPUTS.map(output => readTree(join(dir, output)));
      const listed = cdk8sSynth(dir);
      expect(OUTPUTS.map(output => readTree(join(dir, output)))).toEqual(first);
      const manifests = listed.split('\n').filter(line => line.includes('.yaml')).map(line => line.replace(/^.*?(dist\/)/, '$1').trim()).sort();
      expect(manifests).toEqual([...first[0].keys()].filter(path => path.endsWith('.yaml')).map(path => join('dist', path)));
      // cdk8s-cli makes `dist` also where nothing is in it.
      expect(readdirSync(dir).filter(entry => !OUTPUTS.includes(entry) && !existsSync(join(EXAMPLES, name, entry)))).toEqual([]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

describe('examples/kubeadm', () => {
  it('prints no node file with --stdout', () => {
    const dir = copyOf('kubeadm');
    try {
      const printed = cdk8sSynth(dir, '--stdout');
      expect(printed).toContain('kind: DaemonSet');
      expect(printed).not.toContain('kind: Pod');
      expect(printed).not.toContain('KUBELET_KUBEADM_ARGS');
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('writes the collection of the package beside its plans', () => {
    const dir = copyOf('kubeadm');
    try {
      runMain(dir);
      const { 'files.json': _, ...written } = Object.fromEntries(readTree(join(dir, 'bundles', COLLECTION)));
      expect(written).toEqual(Object.fromEntries(collectionFiles()));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('leaves node files and bundles as they were when it is refused', () => {
    const dir = copyOf('kubeadm');
    try {
      runMain(dir);
      const before = ['nodes', 'bundles'].map(output => readTree(join(dir, output)));
      const main = readFileSync(join(dir, 'main.ts'), 'utf8');
      writeFileSync(join(dir, 'main.ts'), main.replace("clusterId: 'prod-eu',", "clusterId: 'prod-eu',\n  network: { clusterName: 'other' },"));
      expect(() => runMain(dir)).toThrow("network.clusterName is 'other', but kube-controller-manager of N has 'prod-eu'");
      expect(['nodes', 'bundles'].map(output => readTree(join(dir, output)))).toEqual(before);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

const programs = ansible();
describeNeeding('ansible-core', programs.missing, 'REQUIRE_ANSIBLE', () => {
  it('reads the playbooks of the plans of examples/kubeadm, and finds the collection from the folder of each', () => {
    const dir = copyOf('kubeadm');
    try {
      runMain(dir);
      const env = { PATH: `${programs.bin!}:${process.env.PATH}`, HOME: dir, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
      const plans = readdirSync(join(dir, 'bundles', 'plan')).filter(name => name !== 'collection');
      for (const plan of plans) {
        const books = ['preflight.yaml', 'look.yaml', 'migrate.yaml', 'back.yaml'];
        const { status, stderr } = spawnSync(
          join(programs.bin!, 'ansible-playbook'), ['--syntax-check', ...books], { cwd: join(dir, 'bundles', 'plan', plan), encoding: 'utf8', env },
        );
        expect({ plan, status, stderr: stderr.trim() }).toEqual({ plan, status: 0, stderr: '' });
      }
      expect(plans).toHaveLength(3);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

describe('examples/minimal', () => {
  it('is a program of about 15 lines', () => {
    const lines = readFileSync(join(EXAMPLES, 'minimal', 'main.ts'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(17);
  });
});
