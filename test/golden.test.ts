import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { expectGolden, readTree } from './golden';
import { atRelease, kubeadmNodes } from './nodes';
import { emptyFolder } from './scratch';
import { AwsCcm, CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase, NodeInput, NodeRole } from '../src';

/** One node of each role keeps a case small enough to read; the example has them all. */
const NODES = [NodeRole.CONTROL_PLANE, NodeRole.WORKER].map(role => kubeadmNodes().find(node => node.role === role)!);

/** As `kubeadm` names the files of one node: the manifest that changes per phase and the kubelet's flags, no more. */
function small(nodes: readonly NodeInput[]): NodeInput[] {
  const paths = ['kube-apiserver.yaml', 'kube-controller-manager.yaml', 'kubeadm-flags.env'];
  return nodes.map(node => {
    const own = node.role === NodeRole.CONTROL_PLANE ? 'cp1' : 'w1';
    const files = Object.entries(node.files).filter(([path]) => paths.some(name => path.endsWith(name)));
    return { ...node, name: own, files: Object.fromEntries(files.map(([path, text]) => [path, text.replaceAll(node.name, own)])) };
  });
}

const PHASES = Object.values(MigrationPhase);

/** A node's file is the same in every phase that its version is in: it is kept in the first, and `as-before.json` says where the others find it. */
function onceEach(tree: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const firstOf = (path: string, text: string) => {
    const [phase, ...below] = path.split('/');
    return PHASES.slice(0, PHASES.indexOf(phase as MigrationPhase)).find(before => tree.get([before, ...below].join('/')) === text);
  };
  const found = [...tree].map(([path, text]) => ({ path, text, first: firstOf(path, text) }));
  const repeated = Object.fromEntries(found.filter(({ first }) => first !== undefined).map(({ path, first }) => [path, first]));
  return new Map([
    ['as-before.json', `${JSON.stringify(repeated, null, 2)}\n`] as const,
    ...found.filter(({ first }) => first === undefined).map(({ path, text }) => [path, text] as const),
  ]);
}

let dir: string;
beforeEach(() => { dir = emptyFolder(); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const PAIRS: [string, string][] = [['1.21.14', '1.22.17'], ['1.23.17', '1.24.17'], ['1.25.16', '1.26.15'], ['1.26.15', '1.27.16'],
  ['1.26.15', '1.26.15']];

describe('every phase, as committed', () => {
  it.each(PAIRS)('%s to %s', (from, to) => {
    const migration = new Migration({
      clusterId: 'prod-eu',
      fromVersion: KubernetesVersion.of(from),
      toVersion: KubernetesVersion.of(to),
      nodes: atRelease(small(NODES), from),
    });
    for (const phase of PHASES) {
      const app = new App({ outdir: join(dir, phase, 'dist') });
      const chart = new Chart(app, 'ccm-migration');
      const { nodeFiles } = new CloudControllerMigration(chart, 'migration', { migration, phase });
      app.synth();
      nodeFiles.write(join(dir, phase, 'nodes'));
    }
    expectGolden(onceEach(readTree(dir)), join(__dirname, 'golden', `${from}-to-${to}`));
  });

  it.each([['1.32', 'v1.32.8'], ['1.36', 'v1.36.1']])('the steady state on %s', (version, release) => {
    const app = new App({ outdir: dir });
    const migration = new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of(version), ccm: AwsCcm.of({ release }) });
    new CloudControllerMigration(new Chart(app, 'ccm-migration'), 'migration', { migration, phase: MigrationPhase.DISABLED });
    app.synth();
    expectGolden(readTree(dir), join(__dirname, 'golden', `disabled-${version}`));
  });
});
