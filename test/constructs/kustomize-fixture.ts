import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { parse } from 'yaml';
import { KustomizeBundleProps } from '../../src/constructs/kustomize-bundle';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { AwsCcm } from '../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../src/lib/migration/migration-props';
import { composedApp, synthesized, USER_OBJECTS } from '../composed';
import { readTree } from '../golden';
import { kustomize } from '../kubectl';
import { parseObjects } from '../objects';

/** A new folder for each test. */
export let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'kustomize-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

export const PHASES = Object.values(MigrationPhase);

export function writeBundle(apps: ReadonlyMap<MigrationPhase, App>, props?: KustomizeBundleProps, outdir = join(dir, 'bundle')): string {
  const bundle = PhaseBundle.kustomize(props);
  for (const [phase, app] of apps) bundle.addPhase(phase, app);
  bundle.write(outdir);
  return outdir;
}

export function appsOf(phases: readonly MigrationPhase[], props: Partial<MigrationProps> = {}, userObjects = USER_OBJECTS): Map<MigrationPhase, App> {
  return new Map(phases.map(phase => [phase, composedApp(phase, props, userObjects)]));
}

export function ccmAs(kind: string): AwsCcm {
  return AwsCcm.of({ run: { workload: kind === 'Deployment' ? CcmWorkload.deployment() : CcmWorkload.daemonSet() } });
}

/** Objects of the user that are otherwise in the last phase than in the one before. */
export function changing(before: readonly object[], after: readonly object[]): Map<MigrationPhase, App> {
  return new Map([
    [MigrationPhase.MIXED, composedApp(MigrationPhase.MIXED, {}, before)],
    [MigrationPhase.DISABLED, composedApp(MigrationPhase.DISABLED, {}, after)],
  ]);
}

export function expectEqual(apps: ReadonlyMap<MigrationPhase, App>, outdir: string): void {
  for (const [phase, app] of apps) expect(built(join(outdir, 'overlays', phase))).toEqual(Object.fromEntries(synthesized(app)));
}

export function built(folder: string): Record<string, unknown> {
  return Object.fromEntries(parseObjects(kustomize(folder)));
}

export function texts(outdir: string, folder: string): Record<string, unknown> {
  return Object.fromEntries([...readTree(join(outdir, folder))].map(
    ([path, text]) => [path, path.endsWith('.yaml') ? parse(text, { version: '1.1' }) : text],
  ));
}
