import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { App } from 'cdk8s';
import type { Construct } from 'constructs';
import { CloudControllerMigration, Migration, MigrationOutput, MigrationPhase, MigrationProps } from '../../src';
import { UNKNOWN } from '../../src/constructs/unknown-annotation';
import { readDirectory } from '../../src/files/read-directory';
import { MigrationFile } from '../../src/lib/migration/migration-file';
import { VerifyDirectory } from '../../src/lib/read/input/input';

/** What synthesis wrote of one phase. */
export interface WrittenPhase {
  readonly phase: MigrationPhase;
  /** As the command reads them. */
  readonly directories: readonly VerifyDirectory[];
  /** What synthesis says at its constructs, a line each. */
  readonly annotations: readonly string[];
  /** Text of the file in which it says so: `migration.json`, `NOTES.md`. */
  readonly file: string;
}

/** One thing to synthesize. */
export interface Fixture {
  readonly name: string;
  readonly write: () => readonly WrittenPhase[];
}

/** What `main.ts` of an App with node files does, in every phase. */
export function ofNodes(name: string, props: () => Partial<MigrationProps>): Fixture {
  return {
    name,
    write: () => inFolder(root => {
      const migration = new Migration({ clusterId: 'prod-eu', ...props() } as MigrationProps);
      return migration.phases.map((phase): WrittenPhase => {
        const app = new App({ outdir: join(root, 'dist', phase) });
        const construct = new CloudControllerMigration(app, 'migration', { migration, phase, chartPrefix: '' });
        app.synth();
        MigrationOutput.write(app, root);
        return written(phase, construct, root, [`dist/${phase}`, `nodes/${phase}`], `nodes/${phase}/migration.json`);
      });
    }),
  };
}

/** Of an App with two clusters the first: its manifests are those that its index names. */
export function ofFleet(name: string, clusters: () => readonly MigrationProps[]): Fixture {
  return {
    name,
    write: () => inFolder(root => Object.values(MigrationPhase).map((phase): WrittenPhase => {
      const app = new App({ outdir: join(root, 'dist') });
      const [construct] = clusters().map(props => new CloudControllerMigration(app, props.clusterId, { migration: new Migration(props), phase }));
      app.synth();
      MigrationOutput.write(app, root);
      const nodes = `nodes/${construct.migration.clusterId}/${phase}`;
      const { manifests } = JSON.parse(readFileSync(join(root, nodes, 'migration.json'), 'utf8')) as MigrationFile;
      return written(phase, construct, root, [...manifests.map(({ path }) => path), nodes], `${nodes}/migration.json`);
    })),
  };
}

/** A construct that writes the documents of an installer. */
export interface InstallerConstruct extends Construct {
  write(outdir: string): string[];
}

/**
 * What `main.ts` of an App with the documents of an installer does, in every phase.
 *
 * @param folder of `dist` and `bundles` the one that has all that the phase applies
 */
export function ofInstaller(name: string, make: (app: App, phase: MigrationPhase) => InstallerConstruct, folder = 'bundles'): Fixture {
  return {
    name,
    write: () => inFolder(root => Object.values(MigrationPhase).map((phase): WrittenPhase => {
      const app = new App({ outdir: join(root, 'dist', phase) });
      const construct = make(app, phase);
      app.synth();
      construct.write(join(root, 'bundles', phase));
      return written(phase, construct, root, [`${folder}/${phase}`], `bundles/${phase}/NOTES.md`);
    })),
  };
}

function written(phase: MigrationPhase, construct: Construct, root: string, folders: readonly string[], file: string): WrittenPhase {
  return {
    phase,
    directories: folders.map(folder => readDirectory(folder, root)),
    annotations: construct.node.metadata.filter(({ type }) => type === UNKNOWN).map(({ data }) => String(data)),
    file: textIn(join(root, file)),
  };
}

/** Of JSON the values, as they are. */
function textIn(path: string): string {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.json') ? inspect(JSON.parse(text), { depth: null, breakLength: Infinity, maxStringLength: null }) : text;
}

function inFolder<T>(write: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'whole-'));
  try {
    return write(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
