import { InstallerMigration, InstallerMix, InstallerOrder, InstallerRow, InstallerState } from './installer';
import type { SourceDocument } from '../edit/yaml/source-document';
import { GAPS } from '../installers/controllers-off';
import { nameOf } from '../installers/documents';
import { MigrationPhase } from '../migration/migration-phase';

/**
 * The migration of a cluster whose installer switches the controllers off, and starts the cloud-controller-manager then: KKP, KubeOne. For a while no
 * process runs them, which is declared.
 */
export abstract class GapMigration extends InstallerMigration {
  /** Every state of the control plane that the installer goes through. */
  public abstract states(): Readonly<Record<'before' | 'off' | 'withCcm' | 'end', InstallerState>>;

  public stateAt(phase: MigrationPhase | undefined): InstallerState {
    const { before, withCcm, end } = this.states();
    return { undefined: before, [MigrationPhase.N]: before, [MigrationPhase.DISABLED]: end }[String(phase)] ?? withCcm;
  }

  /** @param name in words */
  public mix(name: string, ...states: readonly InstallerState[]): InstallerMix {
    return { states, coexists: [name], declaredGaps: GAPS };
  }
}

/** A step of that method: unless it says more, it leaves nothing without a process, and cannot be taken back. */
export type GapRow = Omit<InstallerRow, 'wayBack'> & Partial<Pick<InstallerRow, 'wayBack'>>;

/** The order into a phase of what cannot be taken back. @param noWayBack why, of every phase but the first, which changes nothing */
export function gapOrder(phase: MigrationPhase, noWayBack: string, steps: readonly GapRow[]): InstallerOrder {
  return {
    steps: steps.map(step => ({ gap: 'none', wayBack: 'none', ...step })),
    ...phase !== MigrationPhase.N ? { noWayBack } : {
      backTo: 'not-started',
      noWayBack: 'nothing was changed, so nothing has to be taken back; from phase \'mixed\' on no rollback is possible',
    },
  };
}

/** Annotation of Machines whose kubelet is external. MC@v1.55.0 pkg/admission/machines.go:92. */
const EXTERNAL = 'v1.kubelet-flags.machine-controller.kubermatic.io/ExternalCloudProvider';

/** How machine-controller recreates every Machine. @param deployments those that are known; none: every one that there is */
export function rollMachines(forceRestart: string, deployments: readonly SourceDocument[] = []) {
  const patch = `--type=merge -p '${JSON.stringify({ spec: { template: { metadata: { annotations: { forceRestart } } } } })}'`;
  const all = ['for name in $(kubectl -n kube-system get machinedeployments -o name); do', `  kubectl -n kube-system patch "$name" ${patch}`, 'done'];
  const each = deployments.map(document =>
    `kubectl -n ${String(document.value(['metadata', 'namespace']) ?? 'kube-system')} patch machinedeployment ${nameOf(document)} ${patch}`);
  return {
    id: 'roll-machines',
    run: each.length === 0 ? all : each,
    proof: [{
      command: `kubectl -n kube-system get machines -o json | jq -r '.items[] | [.metadata.name, .metadata.annotations["${EXTERNAL}"]] | @tsv'`,
      expected: 'every Machine has "true"',
    }],
    rolls: 'every machine of every MachineDeployment',
  };
}
