import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Figure, median } from './bench';
import { inNode, processorTime, Spent } from './child';
import { exponent } from './growth';
import { checkCompiled, LIBRARY } from './library';
import { Peers, peersOf } from './peers';
import { readTree } from '../test/golden';

const EXAMPLE = resolve(__dirname, '..', 'examples', 'kubeadm');
const MANIFESTS = join(EXAMPLE, 'dist', 'mixed');
const CDK8S = JSON.stringify(require.resolve('cdk8s'));

/** Clusters of an App; the largest is what the promise is about. */
const SIZES = [30, 100, 300, 1000];
const LARGEST = SIZES.at(-1)!;
/** Megabytes for 1,000 clusters with their node files; with a bound of what the engine may let lie around, since it takes what the machine has. */
const MEMORY = 500;
const HEAP = '--max-old-space-size=256';

/** Many clusters in one program: objects in one App against bare cdk8s, and all files in a loop against a process of kustomize for each cluster. */
export function fleetBench(): Figure[] {
  checkCompiled();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  try {
    const script = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return (n: number, ...node: readonly string[]): Spent => inNode(folder, [...node, join(folder, name), String(n)]);
    };
    const [oneApp, anAppEach, bare, allFiles] = [
      script('one-app.cjs', program(false)), script('app-each.cjs', program(true)), script('bare.cjs', bareProgram()),
      script('all.cjs', allFilesProgram()),
    ];
    // What a process needs before it does anything is not what a cluster costs.
    const startOf = (run: (n: number) => Spent) => median([0, 1, 2].map(() => run(0).processor));
    const costOf = (run: (n: number) => Spent) => {
      const start = startOf(run);
      return (n: number) => (run(n).processor - start) / n;
    };
    const [ours, each, theirs] = [costOf(oneApp), costOf(anAppEach), costOf(bare)];
    const costs = SIZES.map(n => ({ n, cost: ours(n) }));
    const bareCosts = SIZES.map(n => ({ n, cost: theirs(n) }));
    const inLargest = costs.at(-1)!.cost;
    writeInputs(folder, LARGEST);
    const { processor, memory } = allFiles(LARGEST, HEAP);
    const withFiles = (processor - startOf(allFiles)) / LARGEST;
    const outputs = readTree(join(folder, 'clusters', 'prod-0'));
    writeFileSync(join(folder, 'outputs.json'), JSON.stringify([...outputs]));
    const plain = script('plain.cjs', plainProgram());
    const withoutUs = (plain(LARGEST).processor - startOf(plain)) / LARGEST;
    const peers = peersOf(MANIFESTS, folder);
    const ofPeer = ({ folder: own, command }: Peers['helm']) => median(Array.from({ length: 5 }, () => processorTime(own, command)));
    const [kustomized, templated] = [ofPeer(peers.kustomize), ofPeer(peers.helm)];
    const figure = (name: string, value: number, atMost: number, about: string, unit: Figure['unit'] = 'ratio'): Figure =>
      ({ name, value, atMost, unit, about });
    return [
      figure('fleet-flat', inLargest / each(100), 1.2, `objects of a cluster in an App of ${LARGEST} / in an App of its own, of 100`),
      {
        ...figure('fleet-objects', inLargest / bareCosts.at(-1)!.cost, 2, `objects of a cluster in an App of ${LARGEST} / as bare ApiObjects`),
        curves: [{ name: 'this library', points: costs }, { name: 'bare ApiObjects', points: bareCosts }],
      },
      figure('fleet-growth', exponent(costs.map(({ n, cost }) => ({ n, time: n * cost }))), 1.1,
        `exponent of the time of an App of ${SIZES.join(', ')} clusters`, 'exponent'),
      figure('fleet-kustomize', inLargest / kustomized, 1 / 4, 'objects of a cluster / a process of kubectl kustomize over the same'),
      figure('fleet-helm', inLargest / templated, 1 / 4, 'objects of a cluster / a process of helm template over the same'),
      figure('fleet-files', withFiles / withoutUs, 12,
        'all files of a cluster of three nodes in phase mixed / its input parsed and printed by `yaml`, and the same files written, without us'),
      figure('fleet-memory', memory / MEMORY, 1, `largest resident set of a loop over ${LARGEST} clusters with all files, ${HEAP} / ${MEMORY} MB`),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const IMPORTS = `const { App } = require(${CDK8S});
  const { CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, MigrationPhase, NodeFolder } = require(${JSON.stringify(LIBRARY)});
  const phase = MigrationPhase.MIXED;
  [CloudControllerMigration, KubernetesVersion, Migration, MigrationOutput, NodeFolder];`;

function program(hasAppEach: boolean): string {
  return `${IMPORTS}
    let app = new App({ outdir: 'dist' });
    for (let index = 0; index < Number(process.argv[2]); index++) {
      const clusterId = 'prod-' + index;
      const migration = new Migration({
        clusterId, fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
        cloudConfigPath: '/etc/kubernetes/cloud.conf',
        network: { clusterName: clusterId, clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true },
      });
      if (${hasAppEach}) app = new App({ outdir: 'dist/' + clusterId });
      new CloudControllerMigration(app, clusterId, { migration, phase });
      if (${hasAppEach}) app.synth();
    }
    if (!${hasAppEach}) app.synth();`;
}

/** The same objects. */
function bareProgram(): string {
  const charts = readdirSync(MANIFESTS).sort()
    .map(file => parseAllDocuments(readFileSync(join(MANIFESTS, file), 'utf8')).map(document => document.toJS() as object));
  return `const { ApiObject, App, Chart } = require(${CDK8S});
    const app = new App({ outdir: 'dist' });
    for (let index = 0; index < Number(process.argv[2]); index++) {
      ${JSON.stringify(charts)}.forEach((objects, step) => {
        const chart = new Chart(app, 'prod-' + index + '-' + step);
        objects.forEach((object, place) => new ApiObject(chart, String(place), object));
      });
    }
    app.synth();`;
}

/** The loop of docs/how-to/several-clusters.md. */
function allFilesProgram(): string {
  return `${IMPORTS}
    for (let index = 0; index < Number(process.argv[2]); index++) {
      const clusterId = 'prod-' + index;
      const migration = new Migration({ clusterId, toVersion: KubernetesVersion.of('1.27.16'), nodes: NodeFolder.read('input/' + clusterId) });
      const app = new App({ outdir: 'clusters/' + clusterId + '/dist/' + phase });
      new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
      app.synth();
      MigrationOutput.write(app, 'clusters/' + clusterId);
    }`;
}

/** What no program can leave out: it reads the input, parses and prints it, and writes as many bytes into as many files and folders. */
function plainProgram(): string {
  return `const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
    const { dirname, join } = require('node:path');
    const { parseAllDocuments, stringify } = require(${JSON.stringify(require.resolve('yaml'))});
    const outputs = JSON.parse(readFileSync('outputs.json', 'utf8'));
    for (let index = 0; index < Number(process.argv[2]); index++) {
      for (const entry of readdirSync('input/prod-' + index, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
        if (entry.name.endsWith('.yaml')) parseAllDocuments(text).map(document => stringify(document.toJS()));
      }
      for (const [path, text] of outputs) {
        const place = join('plain', 'prod-' + index, path);
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, text);
      }
    }`;
}

/** The three nodes of the example's control plane, in each cluster with its name: no two clusters share a text. */
function writeInputs(folder: string, clusters: number): void {
  const from = join(EXAMPLE, 'input', 'control-plane');
  const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  const texts = files.map(file => ({ path: file.slice(from.length + 1), text: readFileSync(file, 'utf8') }));
  for (let index = 0; index < clusters; index++) {
    for (const { path, text } of texts) {
      const place = join(folder, 'input', `prod-${index}`, 'control-plane', path);
      mkdirSync(join(place, '..'), { recursive: true });
      writeFileSync(place, text.replaceAll('prod-eu', `prod-${index}`));
    }
  }
}
