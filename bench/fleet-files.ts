import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, Values } from './bench';
import { CLUSTERS_WITH_FILES, LOOP_HEAP, LOOP_MEMORY, LOOPED_CLUSTERS, MEMORY_WITH_FILES } from './figures';
import { writeClusters } from './fleet-input';
import { Installed, Workplace } from './installed';
import { readTree } from '../test/golden';
import { compiled } from '../test/installed-package';
import { Page } from '../test/pages';

/** Many clusters with the files of their nodes, in a loop and in one App. */
export function fleetFilesBench(): Values {
  const installed = new Installed();
  const over = (clusters: number, name: string) => {
    const workplace = installed.workplace(name);
    writeClusters(workplace.folder, clusters);
    return workplace;
  };
  try {
    const [none, looped, inOneApp] = [over(0, 'none'), over(LOOPED_CLUSTERS, 'loop'), over(CLUSTERS_WITH_FILES, 'one-app')];
    /** Milliseconds of each cluster: what a process needs before it does anything is not what a cluster costs. */
    const costOf = (processor: number, text: string) => (processor - median([0, 1, 2].map(() => none.program(text)().processor))) / LOOPED_CLUSTERS;
    const { processor, memory } = looped.program(LOOP)(LOOP_HEAP);
    const ours = costOf(processor, LOOP);
    const written = JSON.stringify([...readTree(join(looped.folder, 'clusters', 'prod-0'))]);
    for (const { folder } of [none, looped]) writeFileSync(join(folder, 'written.json'), written);
    const bound = costOf(looped.program(PLAIN)().processor, PLAIN);
    const ofOneApp = memoryOf(inOneApp) - memoryOf(none);
    return {
      'fleet-files': { value: ours / bound, here: ours / 1e3 },
      'fleet-memory': { value: memory / LOOP_MEMORY, here: memory },
      'fleet-app-memory': { value: ofOneApp / CLUSTERS_WITH_FILES / MEMORY_WITH_FILES, here: ofOneApp / CLUSTERS_WITH_FILES },
    };
  } finally {
    installed.remove();
  }
}

/** What the page tells users to copy. */
const LOOP = compiled(new Page('docs/how-to/several-clusters.md').blocks.find(({ content }) => content.includes("readdirSync('input')"))!.content);

/** What no program can leave out: it reads the input, parses and prints it once, and writes the same bytes into as many files and folders. */
const PLAIN = `const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const { parseAllDocuments, stringify } = require(${JSON.stringify(require.resolve('yaml'))});
  const written = JSON.parse(readFileSync('written.json', 'utf8'));
  for (const cluster of readdirSync('input')) {
    for (const entry of readdirSync(join('input', cluster), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      if (entry.name.endsWith('.yaml')) parseAllDocuments(text).map(document => stringify(document.toJS()));
    }
    for (const [path, text] of written) {
      const place = join('plain', cluster, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
  }`;

/** All clusters in the App of each phase: their migrations are kept until the last. */
const ONE_APP = `const { readdirSync } = require('node:fs');
  const { App } = require('cdk8s');
  const ccm = require('cdk8s-ccm-migration');
  const migrations = readdirSync('input').map(clusterId =>
    new ccm.Migration({ clusterId, toVersion: ccm.KubernetesVersion.of('1.27.16'), nodes: ccm.NodeFolder.read('input/' + clusterId) }));
  for (const phase of migrations[0]?.phases ?? []) {
    const app = new App({ outdir: 'dist/' + phase });
    for (const migration of migrations) new ccm.CloudControllerMigration(app, migration.clusterId, { migration, phase });
    app.synth();
    ccm.MigrationOutput.write(app, '.');
  }`;

function memoryOf(workplace: Workplace): number {
  return workplace.program(ONE_APP)().memory;
}
