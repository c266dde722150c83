import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { Objects, parseObjects } from './objects';
import { CloudControllerMigration } from '../src/constructs/cloud-controller-migration';
import { KubernetesVersion } from '../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../src/lib/migration/migration';
import { MigrationPhase } from '../src/lib/migration/migration-phase';
import { MigrationProps } from '../src/lib/migration/migration-props';

/** What `cdk8s synth` writes of an App, as data. */
export function synthesized(app: App): Objects {
  app.synth();
  const text = readdirSync(app.outdir).sort().map(file => readFileSync(join(app.outdir, file), 'utf8')).join('\n---\n');
  return parseObjects(text);
}

const folders: string[] = [];

afterAll(() => { for (const folder of folders) rmSync(folder, { recursive: true }); });

/** An App of one phase with the migration and objects of the user beside it. */
export function composedApp(phase: MigrationPhase, props: Partial<MigrationProps> = {}, userObjects: readonly object[] = USER_OBJECTS): App {
  const outdir = mkdtempSync(join(tmpdir(), 'composed-'));
  folders.push(outdir);
  const app = new App({ outdir });
  const migration = new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...props,
  });
  new CloudControllerMigration(new Chart(app, 'migration'), 'migration', { migration, phase });
  const own = new Chart(app, 'own');
  userObjects.forEach((object, index) => new ApiObject(own, `object-${index}`, object as { apiVersion: string; kind: string }));
  return app;
}

/** Text that only survives where YAML is written with care. */
export const USER_OBJECTS: readonly object[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'own-settings', namespace: 'default' },
    data: {
      yes: 'no',
      number: '1e3',
      time: '12:30:45',
      octal: '0755',
      lines: 'a\n\n  b\n',
      empty: '',
      windows: 'a\r\nb',
      nul: 'null',
      long: 'x y '.repeat(100),
    },
  },
  {
    apiVersion: 'example.com/v1',
    kind: 'Own',
    metadata: { name: 'own:with.special' },
    spec: { list: [1, { name: 'a', value: 2.5 }, [true, 'true']], empty: [], none: {} },
  },
];
