import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MigrationPhase } from '../src';
import { readTree } from './golden';
import { compiled, InstalledPackage } from './installed-package';

const ROOT = resolve(__dirname, '..');
const INPUT = join(ROOT, 'examples/kubeadm/input');
const PHASES = Object.values(MigrationPhase);

/** Programs of the README that are whole: they import what they use. */
const [fifteenLines, severalClusters] = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```ts nofixture\n(.*?)^```$/gms)].map(
  ([, program]) => program,
);

/** The files of the example's nodes, as those of a cluster of this name below a folder. */
function inputOf(folder: string, clusterId: string): Record<string, string> {
  return Object.fromEntries([...readTree(INPUT)].map(([path, text]) => [`${folder}/${path}`, text.replaceAll('prod-eu', clusterId)]));
}

/** Without the metadata that cdk8s-cli has an App write for its plugins. */
function manifestsIn(folder: string): [string, string][] {
  return [...readTree(folder)].filter(([path]) => path.endsWith('.yaml'));
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
    const unprefixed = new Map(manifestsIn(join(dir, 'dist')).map(([path, text]) => [path.replace('prod-eu-', ''), text]));
    expect(unprefixed).toEqual(readTree(join(ROOT, 'examples/kubeadm/dist')));
    const withoutIndex = (folder: string) => new Map([...readTree(folder)].filter(([path]) => !path.endsWith('migration.json')));
    expect(withoutIndex(join(dir, 'nodes'))).toEqual(withoutIndex(join(ROOT, 'examples/kubeadm/nodes')));
    expect(readTree(join(dir, 'bundles/kubeadm'))).toEqual(readTree(join(ROOT, 'examples/kubeadm/bundles/kubeadm')));
    expect(readdirSync(join(dir, 'bundles/plan'))).toEqual(expect.arrayContaining(['plan.json', 'runbook.md']));
  });
});

describe('the program of the README for several clusters beside a platform\'s own Chart', () => {
  const files = { 'main.js': compiled(severalClusters), ...inputOf('input/prod-eu', 'prod-eu'), ...inputOf('input/prod-us', 'prod-us') };

  it('writes every cluster by itself, passes the plugin by cluster and phase, and plans each', () => {
    const { dir, status, output } = installed.synth('several', 'node main.js', files, { nodes: 'nodes' });
    const phases = ['prod-eu', 'prod-us'].flatMap(cluster => PHASES.map(phase => `${cluster} ${phase}`));
    for (const phase of phases) expect(output).toContain(phase);
    expect(status).toBe(0);
    expect(manifestsIn(join(dir, 'dist/mixed')).map(([path]) => path)).toEqual([
      'monitoring.k8s.yaml',
      ...['prod-eu', 'prod-us'].flatMap(id => ['10-lease-access', '20-config', '30-ccm'].map(step => `${id}-${step}.k8s.yaml`)),
    ]);
    for (const id of ['prod-eu', 'prod-us']) {
      expect(readdirSync(join(dir, 'nodes', id)).sort()).toEqual([...PHASES].sort());
      const runbook = readFileSync(join(dir, 'bundles/plan', id, 'runbook.md'), 'utf8');
      expect(runbook).toContain(`nodes/${id}/mixed`);
      expect(runbook).not.toContain(id === 'prod-eu' ? 'prod-us' : 'prod-eu');
    }
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
