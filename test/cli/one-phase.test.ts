import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './init-program';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { manifestGroups } from '../../src/plugin/manifest-groups';
import { readTree } from '../golden';
import { ROOT } from '../pages';
import { emptyFolder } from '../scratch';

const KUBEADM = join(ROOT, 'examples/kubeadm');
const EARLIER = join(__dirname, 'earlier-init');
/** As they are called in a program, and as their folders. */
const PHASES = [['N', 'n'], ['MIXED', 'mixed'], ['N_PLUS_1', 'n-plus-1'], ['DISABLED', 'disabled']] as const;

let app: string;
beforeAll(() => { app = emptyFolder(); });
afterAll(() => rmSync(app, { recursive: true, force: true }));

/** The fewest nodes that show it. */
function putNodes(): void {
  for (const role of ['control-plane', 'worker']) {
    const [node] = readdirSync(join(KUBEADM, 'input', role));
    cpSync(join(KUBEADM, 'input', role, node), join(app, 'input', role, node), { recursive: true });
  }
}

async function run(...args: readonly string[]) {
  const io = ioIn(app);
  return { code: await main([...args], io), ...io.text };
}

/** Says in the program that the cluster is in a phase, and runs it. */
function synthesizeIn(phase: string, outdir?: string): void {
  const file = join(app, 'main.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^(const current = ccm\.MigrationPhase\.)\w+;$/m, `$1${phase};`));
  runProgram(file, app, outdir);
}

function tree(...folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(folders.flatMap(folder => [...readTree(join(app, folder))].map(([file, text]) => [`${folder}/${file}`, text] as const)));
}

/** Manifests that are kept of a phase. */
function kept(phase: string): ReadonlyMap<string, string> {
  return new Map([...readTree(join(app, 'phases', phase))].filter(([file]) => file !== 'files.json'));
}

/** The same as they are applied: a document of one file does not run into that of the next one. */
function applied(phase: string): ReadonlyMap<string, string> {
  return new Map([...kept(phase)].map(([file, text]) => [file, `---\n${text}`]));
}

const manifestsIn = (dir: string) => [...readTree(dir).keys()].map(file => join(dir, file));

describe('the app that init writes for the files of nodes', () => {
  let before: ReadonlyMap<string, string>;
  let program: string;

  beforeAll(async () => {
    putNodes();
    expect(await run('init', '.')).toMatchObject({ code: 0, err: '' });
    program = readFileSync(join(app, 'main.ts'), 'utf8');
    synthesizeIn('N');
    before = tree('phases', 'nodes', 'bundles');
  });

  it.each(PHASES)('has in phase %s what is applied in dist, and nothing else changes but the line that says it', async (name, phase) => {
    synthesizeIn(name);
    expect(readTree(join(app, 'dist'))).toEqual(applied(phase));
    expect(kept(phase).size).toBeGreaterThan(0);
    expect(tree('phases', 'nodes', 'bundles')).toEqual(before);
    const [lines, now] = [program, readFileSync(join(app, 'main.ts'), 'utf8')].map(text => text.split('\n'));
    expect(now.filter((line, index) => line !== lines[index])).toEqual(name === 'N' ? [] : [`const current = ccm.MigrationPhase.${name};`]);
    const alone = await run('verify', 'dist', 'nodes');
    expect(alone).toMatchObject({ code: 0, err: '' });
    const isSame = (other: string) => phase === other || ['mixed', 'n-plus-1'].every(one => one === phase || one === other);
    for (const [, other] of PHASES) {
      const said = isSame(other) ? `phase ${other} is checked by itself` : `not looked at nodes/${other}/migration.json: phase ${other} is not`;
      expect(alone.out).toContain(said);
    }
  });

  it('passes what its README says to check it with: every phase, and that what is applied is one', async () => {
    const all = await run('verify', 'dist', 'phases', 'nodes');
    expect(all).toMatchObject({ code: 0, err: '', out: expect.stringContaining('exclusivity: holds') });
    for (const [, other] of PHASES) expect(all.out).toContain(`phase ${other} is checked by itself`);
    expect(await run('verify', 'phases/mixed', 'nodes/mixed')).toMatchObject({ code: 0, err: '' });
  });

  it('writes to another folder where cdk8s-cli names one, and leaves dist alone', () => {
    const dist = readTree(join(app, 'dist'));
    synthesizeIn('MIXED', join(app, 'elsewhere'));
    expect(readTree(join(app, 'elsewhere'))).toEqual(applied('mixed'));
    expect(readTree(join(app, 'dist'))).toEqual(dist);
    expect(tree('phases', 'nodes', 'bundles')).toEqual(before);
  });

  it('is checked by the plugin phase by phase, with what is applied', () => {
    const groups = manifestGroups(manifestsIn(join(app, 'elsewhere')), join(app, 'nodes'));
    expect(groups.map(({ label, nodes, manifests }) => [label, nodes, manifests])).toEqual(['disabled', 'mixed', 'n', 'n-plus-1'].map(phase =>
      [phase, join(app, 'nodes', phase), [...kept(phase).keys()].map(file => join(app, 'phases', phase, file))]));
  });

  it('is planned, reported and compared', async () => {
    expect(await run('plan', '.', '--from', 'not-started', '--to', 'n-plus-1')).toMatchObject({ code: 0, err: '' });
    const { code, out } = await run('diff', 'n', 'n-plus-1');
    expect([code, out]).toEqual([0, expect.stringContaining('phases/n-plus-1/prod-eu-30-ccm.k8s.yaml')]);
    expect(await run('report', '.')).toMatchObject({ code: 0, err: '' });
  });

  it('says what can be done where the line says a phase that the strategy does not have, and applies nothing', () => {
    const text = readFileSync(join(app, 'main.ts'), 'utf8');
    const dist = readTree(join(app, 'dist'));
    writeFileSync(join(app, 'main.ts'), text.replace('  nodes: ', '  strategy: ccm.MigrationStrategy.downtime(),\n  nodes: '));
    expect(() => runProgram(join(app, 'main.ts'), app)).toThrow("phase 'mixed' is not written below");
    expect(readTree(join(app, 'dist'))).toEqual(dist);
    writeFileSync(join(app, 'main.ts'), text);
  });
});

describe('an app that an earlier init wrote', () => {
  beforeAll(() => {
    for (const entry of readdirSync(app)) rmSync(join(app, entry), { recursive: true });
    putNodes();
    const [config] = readdirSync(join(KUBEADM, 'input')).filter(name => name.startsWith('kubeadm-config-'));
    cpSync(join(KUBEADM, 'input', config), join(app, 'input', config));
    cpSync(join(EARLIER, 'typescript/main.ts.txt'), join(app, 'main.ts'));
    runProgram(join(app, 'main.ts'), app);
  });

  it('writes all its phases to dist, as it did, and passes what its README says to check it with', async () => {
    const unprefixed = [...readTree(join(app, 'dist'))].map(([file]) => file.replace('prod-eu-', ''));
    expect(unprefixed).toEqual([...readTree(join(KUBEADM, 'dist')).keys()]);
    expect(existsSync(join(app, 'phases'))).toBe(false);
    expect(await run('verify', 'dist/mixed', 'nodes/mixed')).toMatchObject({ code: 0, err: '' });
    expect(await run('verify', 'dist', 'nodes')).toMatchObject({ code: 0, err: '' });
    expect(await run('plan', '.', '--from', 'not-started', '--to', 'n-plus-1')).toMatchObject({ code: 0, err: '' });
    expect(await run('diff', 'n', 'n-plus-1')).toMatchObject({ code: 0, err: '' });
    const groups = manifestGroups(manifestsIn(join(app, 'dist')), join(app, 'nodes'));
    expect(groups.map(({ label }) => label)).toEqual(['disabled', 'mixed', 'n', 'n-plus-1']);
  });

  it('becomes one of today in the same folder: what is applied is one phase, and nothing of before is left', async () => {
    const said = tree('nodes');
    rmSync(join(app, 'main.ts'));
    expect(await run('init', '.')).toMatchObject({ code: 0, err: '' });
    runProgram(join(app, 'main.ts'), app);
    expect(readTree(join(app, 'dist'))).toEqual(applied('n'));
    expect(readdirSync(join(app, 'dist')).sort()).toEqual([...kept('n').keys()]);
    const files = [...said].filter(([file]) => !file.endsWith('/migration.json'));
    expect([...tree('nodes')].filter(([file]) => !file.endsWith('/migration.json'))).toEqual(files);
  });
});

describe('the app that init writes without files of nodes', () => {
  beforeAll(async () => {
    for (const entry of readdirSync(app)) rmSync(join(app, entry), { recursive: true });
    mkdirSync(app, { recursive: true });
    expect(await run('init', '.', '--cluster-id', 'prod-eu', '--from', '1.26')).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['N', 'kcm=in-tree:aws:1.26.15', ['Role', 'RoleBinding']],
    ['MIXED', 'kcm=external:1.27.16', ['ConfigMap', 'DaemonSet', 'Role']],
    ['DISABLED', 'kcm=external:1.27.16', ['ClusterRole', 'DaemonSet', 'ServiceAccount']],
  ])('has in phase %s what is applied in dist, in one file', async (name, assume, kinds) => {
    synthesizeIn(name);
    const [[file, text], ...more] = readTree(join(app, 'dist'));
    expect([file, more]).toEqual(['app.k8s.yaml', []]);
    const found = new Set([...text.matchAll(/^kind: (\w+)$/mg)].map(([, kind]) => kind));
    expect([...found]).toEqual(expect.arrayContaining(kinds));
    expect([found.has('DaemonSet'), found.has('ConfigMap')]).toEqual([name !== 'N', name === 'MIXED']);
    expect(readdirSync(app).filter(entry => ['phases', 'nodes', 'bundles'].includes(entry))).toEqual([]);
    const result = await run('verify', '--assume', assume, 'dist');
    expect([name, result.code, result.err]).toEqual([name, 0, '']);
  });
});
