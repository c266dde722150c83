import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { parseAllDocuments } from 'yaml';
import { ArgoCdBundleProps } from '../../src/constructs/argocd-bundle';
import { FluxBundleProps } from '../../src/constructs/flux-bundle';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../src/lib/migration/migration-props';
import { composedApp } from '../composed';

/** Of each test: a new folder, and the Apps of all phases. */
export const fleet = { dir: '', apps: new Map<MigrationPhase, App>() };
beforeEach(() => {
  fleet.dir = mkdtempSync(join(tmpdir(), 'fleet-'));
  fleet.apps = appsOf();
});
afterEach(() => rmSync(fleet.dir, { recursive: true, force: true }));

export function appsOf(props?: Partial<MigrationProps>): Map<MigrationPhase, App> {
  return new Map(Object.values(MigrationPhase).map(phase => [phase, composedApp(phase, props)]));
}

export function write(bundle: PhaseBundle, name: string): string {
  for (const [phase, app] of fleet.apps) bundle.addPhase(phase, app);
  bundle.write(join(fleet.dir, name));
  return join(fleet.dir, name);
}

export function objectsOf(folder: string): any[] {
  return readdirSync(folder).sort().filter(file => file.endsWith('.yaml'))
    .flatMap(file => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(document => document.toJS() as unknown));
}

export const ARGO_CD = { repoUrl: 'https://example.com/platform.git', path: 'bundles/argocd', groups: ['canary', 'eu', 'us'] };

export function argocd(more: Partial<ArgoCdBundleProps> = {}): string {
  return write(PhaseBundle.argoCd({ ...ARGO_CD, ...more }), 'argocd');
}

export const FLUX: FluxBundleProps = {
  path: './bundles/flux/',
  groups: ['canary', 'eu'],
  clusters: [
    { name: 'test', phase: MigrationPhase.DISABLED, group: 'canary', kubeConfigSecret: 'test' },
    { name: 'eu-1', phase: MigrationPhase.MIXED, group: 'eu' },
    { name: 'eu-2', phase: MigrationPhase.N, group: 'eu' },
  ],
};

export function flux(more: Partial<FluxBundleProps> = {}): string {
  return write(PhaseBundle.flux({ ...FLUX, ...more }), 'flux');
}

export function byName(folder: string): Record<string, any> {
  return Object.fromEntries(objectsOf(join(folder, 'clusters')).map(object => [object.metadata.name, object]));
}
