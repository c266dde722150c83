import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { FLUX } from './consumers';
import { PhaseBundle } from '../src/constructs/phase-bundle';
import { MigrationPhase } from '../src/lib/migration/migration-phase';
import { composedApp } from '../test/composed';
import { describeReader } from '../test/reader';

interface FluxReport {
  readonly version: string;
  readonly verdicts: readonly { readonly status?: string; readonly error?: string }[];
}

describeReader('health checks of Flux', FLUX, reader => {
  const folder = mkdtempSync(join(tmpdir(), 'flux-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The expressions of the one Kustomization that waits for the Lease, as the bundle writes them. */
  function healthCheckExprs(): object[] {
    const bundle = PhaseBundle.flux({ path: 'bundles/flux', groups: ['all'], clusters: [{ name: 'eu', phase: MigrationPhase.MIXED, group: 'all' }] });
    bundle.addPhase(MigrationPhase.MIXED, composedApp(MigrationPhase.MIXED));
    const outdir = join(folder, 'bundle');
    bundle.write(outdir);
    const kustomizations = readdirSync(join(outdir, 'clusters'))
      .flatMap(file => parseAllDocuments(readFileSync(join(outdir, 'clusters', file), 'utf8')).map(document => document.toJS() as
      { spec: { healthCheckExprs?: object[] } }));
    return kustomizations.flatMap(({ spec }) => spec.healthCheckExprs ?? []);
  }

  function evaluated(exprs: object[], objects: object[]): FluxReport {
    return reader.json<FluxReport>({ args: ['input.json'], files: { 'input.json': JSON.stringify({ healthCheckExprs: exprs, objects }) } });
  }

  const lease = (spec: object) =>
    ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        name: 'cloud-provider-extraction-migration', namespace: 'kube-system',
      },
      spec,
    });

  it('hold a cluster back until the migration Lease has a holder', () => {
    const exprs = healthCheckExprs();
    expect(exprs).toHaveLength(1);
    // What the API server shows: a Lease without a holder, one that was released, one that is held.
    const leases = [lease({}), lease({ holderIdentity: '', leaseDurationSeconds: 1 }),
      lease({ holderIdentity: 'ip-10-0-1-10_0000', leaseDurationSeconds: 15 })];
    expect(evaluated(exprs, leases)).toEqual({
      version: 'v0.60.0',
      verdicts: [{ status: 'InProgress' }, { status: 'InProgress' }, { status: 'Current' }],
    });
  });

  it('are refused by Flux where an expression is none', () => {
    expect(evaluated([{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', current: 'has(spec' }], [lease({})]).verdicts)
      .toEqual([{ error: expect.stringContaining('Syntax error') }]);
  });
});
