import { Construct } from 'constructs';
import { composedObjects } from './composed-objects';
import { refuseManifestFolder, writeOutput } from './output-folder';
import { BundleFile } from '../lib/deliver/bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder } from '../lib/deliver/composed-phase';
import { Manifest } from '../lib/kubernetes/manifest';
import { contentHash } from '../lib/migration/index-file';
import { MigrationPhase } from '../lib/migration/migration-phase';

/** What every bundle of phases does alike: collect what was composed, and write files with an index. */
export class PhaseBundle {
  private readonly objects = new Map<MigrationPhase, Manifest[]>();
  private readonly scopes: Construct[] = [];

  public add(phase: MigrationPhase, scope: Construct): void {
    if (!Object.values(MigrationPhase).includes(phase)) {
      throw new Error(`phase '${phase}' is not known; accepted: ${Object.values(MigrationPhase).map(name => `'${name}'`).join(', ')}`);
    }
    this.objects.set(phase, [...this.objects.get(phase) ?? [], ...composedObjects(scope)]);
    this.scopes.push(scope);
  }

  /** The phases that were added, in the order in which a migration walks. */
  public get phases(): ComposedPhase[] {
    return inOrder([...this.objects].map(([phase, objects]) => ({ phase, objects })));
  }

  /** Writes what is rendered of the phases; nothing if the rendering throws. */
  public write(outdir: string, render: (phases: readonly ComposedPhase[]) => readonly BundleFile[]): string[] {
    for (const scope of this.scopes) refuseManifestFolder(scope, outdir);
    const { phases } = this;
    phases.forEach(checkComposedPhase);
    const files = render(phases);
    return writeOutput(outdir, files, files.map(({ path, content }) => ({ path, sha256: contentHash(content) })));
  }
}
