import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { median, Values } from './bench';
import { inNode, processorTime } from './child';
import { BARE_FLEETS, FLEETS } from './figures';
import { exponent } from './growth';
import { checkCompiled, LIBRARY } from './library';
import { Peers, peersOf } from './peers';

const EXAMPLE = resolve(__dirname, '..', 'examples', 'kubeadm');
const MANIFESTS = join(EXAMPLE, 'dist', 'mixed');
const CDK8S = JSON.stringify(require.resolve('cdk8s'));

const TIMES_OF_PEERS = 5;

/** Many clusters in one program: objects in one App against bare cdk8s, and against a process of kustomize or helm for each cluster. */
export function fleetBench(): Values {
  checkCompiled();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  try {
    // What a process needs before it does anything is not what a cluster costs.
    const costOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      const run = (n: number) => inNode(folder, [join(folder, name), String(n)]).processor;
      const start = median([0, 1, 2].map(() => run(0)));
      return (n: number) => (run(n) - start) / n;
    };
    const [ours, each, theirs] = [
      costOf('one-app.cjs', program(false)), costOf('app-each.cjs', program(true)), costOf('bare.cjs', bareProgram()),
    ];
    const costs = FLEETS.map(n => ({ n, cost: ours(n) }));
    const bareCosts = BARE_FLEETS.map(n => ({ n, cost: theirs(n) }));
    const inLargest = costs.at(-1)!.cost;
    const beside = costs[BARE_FLEETS.length - 1];
    const peers = peersOf(MANIFESTS, folder);
    const ofPeer = ({ folder: own, command }: Peers['helm']) => median(Array.from({ length: TIMES_OF_PEERS }, () => processorTime(own, command)));
    return {
      'fleet-flat': { value: inLargest / each(100) },
      'fleet-objects': {
        value: beside.cost / bareCosts.at(-1)!.cost,
        here: beside.cost,
        curves: [{ name: 'this library', points: costs }, { name: 'bare ApiObjects', points: bareCosts }],
      },
      'fleet-growth': { value: exponent(costs.map(({ n, cost }) => ({ n, time: n * cost }))) },
      'fleet-kustomize': { value: inLargest / ofPeer(peers.kustomize) },
      'fleet-helm': { value: inLargest / ofPeer(peers.helm) },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function program(hasAppEach: boolean): string {
  return `const { App } = require(${CDK8S});
    const { CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase } = require(${JSON.stringify(LIBRARY)});
    const phase = MigrationPhase.MIXED;
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
