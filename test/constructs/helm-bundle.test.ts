import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { parse } from 'yaml';
import { PhaseBundle } from '../../src/constructs/phase-bundle';
import { AwsCcm } from '../../src/lib/ccm/aws-ccm';
import { CcmWorkload } from '../../src/lib/ccm/workload-kind';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { composedApp } from '../composed';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'helm-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(phase: MigrationPhase, app: App): void {
  const bundle = PhaseBundle.helm();
  bundle.addPhase(phase, app);
  bundle.write(dir);
}

describe('values', () => {
  it('take a default of the chart away that ours does not have', () => {
    write(MigrationPhase.DISABLED, composedApp(MigrationPhase.DISABLED, { ccm: AwsCcm.of({ run: { pod: { nodeSelector: { only: 'these' } } } }) }));
    expect((parse(readFileSync(join(dir, 'disabled', 'values.yaml'), 'utf8')) as { nodeSelector: object }).nodeSelector).toEqual({
      'only': 'these', 'node-role.kubernetes.io/control-plane': null,
    });
  });

  it('fail for a Deployment', () => {
    const app = composedApp(MigrationPhase.DISABLED, { ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment() } }) });
    expect(() => write(MigrationPhase.DISABLED, app)).toThrow(new Error(
      'the chart aws-cloud-controller-manager makes a DaemonSet only, but the workload is Deployment \'kube-system/aws-cloud-controller-manager\'; '
      + 'set `workload` to CcmWorkload.daemonSet(), or deliver it with kustomize'));
    expect(readdirSync(dir)).toEqual([]);
  });
});
