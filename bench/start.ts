import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Figure, pairedRatio } from './bench';
import { inNode } from './child';
import { checkCompiled, LIBRARY } from './library';

const ROOT = resolve(__dirname, '..');
const PROGRAM = join(ROOT, 'bin', 'ccm-migration');
const OBJECTS = join(ROOT, 'examples', 'minimal', 'dist', 'ccm-migration.k8s.yaml');

/** What users wait for each time: a process of its own, with all that it loads and compiles. */
export function startBench(): Figure[] {
  checkCompiled();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  const own = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const processorTime = (...args: readonly string[]) => inNode(folder, args).processor;
  const command = (atMost: number, ...args: readonly string[]): Figure => ({
    name: `start-${args[0].replace('--', '')}`,
    value: pairedRatio(21, () => processorTime(PROGRAM, ...args), () => processorTime('-e', '0')),
    atMost,
    unit: 'ratio',
    about: `ccm-migration ${args.join(' ').replace(`${ROOT}/`, '')} / node -e 0, after a first run`,
  });
  const [ours, bare] = [own('ours.cjs', example(LIBRARY)), own('bare.cjs', bareApp())];
  try {
    return [
      command(1.8, '--version'),
      command(1.8, '--help'),
      command(1.8, 'rules'),
      command(3, 'verify', OBJECTS, '--assume', 'kcm=external:1.27.16'),
      {
        name: 'first-synth',
        value: pairedRatio(21, () => processorTime(ours), () => processorTime(bare)),
        atMost: 1.5,
        unit: 'ratio',
        about: 'a program that synthesizes examples/minimal once, imports and proof included / the same objects as bare ApiObjects',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `examples/minimal/main.ts`, of the compiled library. */
function example(library: string): string {
  return `const { App, Chart } = require(${JSON.stringify(require.resolve('cdk8s'))});
    const { CloudControllerMigration, KubernetesVersion, Migration, MigrationPhase } = require(${JSON.stringify(library)});
    const migration = new Migration({
      clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
    });
    const app = new App();
    new CloudControllerMigration(new Chart(app, 'ccm-migration'), 'migration', { migration, phase: MigrationPhase.MIXED });
    app.synth();`;
}

function bareApp(): string {
  const objects = parseAllDocuments(readFileSync(OBJECTS, 'utf8')).map(document => document.toJS() as object);
  return `const { ApiObject, App, Chart } = require(${JSON.stringify(require.resolve('cdk8s'))});
    const app = new App();
    const chart = new Chart(app, 'bare');
    ${JSON.stringify(objects)}.forEach((object, index) => new ApiObject(chart, String(index), object));
    app.synth();`;
}
