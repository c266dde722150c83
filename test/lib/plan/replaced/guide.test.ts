/**
 * "Upgrade Control Plane" of the guide, sentence by sentence, as it is at
 * https://kubernetes.io/docs/tasks/administer-cluster/controller-manager-leader-migration/#upgrade-control-plane
 */
import { replacedFiles } from './replaced-app';
import { NodeSide } from '../../../../src/lib/kubernetes/node';
import { Process } from '../../../../src/lib/model/process';
import { AppPhase } from '../../../../src/lib/plan/app/app';
import { readPhases } from '../../../../src/lib/plan/app/app-files';
import { appOf } from '../../../../src/lib/plan/app/read-app';
import { clusterOf, judgeStep } from '../../../../src/lib/plan/coexistence';
import { planned } from '../plans';

const FILES = replacedFiles();
const APP = appOf(readPhases(FILES), {});
const MIXED: AppPhase = APP.phases.get('mixed')!;
const BOTH = {
  kinds: [{ state: 'mixed', side: NodeSide.N }, { state: 'mixed', side: NodeSide.N_PLUS_1 }], ccms: ['mixed'],
} as const;

function processes(side: NodeSide): readonly Process[] {
  const { kinds, workloads } = clusterOf(APP, BOTH);
  const kind = kinds[side === NodeSide.N ? 0 : 1];
  return [...kind.processes, ...workloads.filter(({ onlyOn }) => onlyOn === undefined || onlyOn.includes(kind.name)).map(({ process }) => process)];
}

describe('the guide, "Upgrade Control Plane"', () => {
  it('"The control plane now contains nodes of both version N and N + 1."', () => {
    expect(new Set(MIXED.nodeFiles.map(({ role, side }) => `${role} ${side}`))).toEqual(
      new Set(['control-plane n', 'control-plane n-plus-1', 'worker n', 'worker n-plus-1']));
  });

  it('"The nodes of version N run kube-controller-manager only, and these of version N + 1 run both"', () => {
    expect(processes(NodeSide.N).map(({ component }) => component)).toEqual(['kube-controller-manager']);
    expect(processes(NodeSide.N_PLUS_1).map(({ component }) => component)).toEqual(['kube-controller-manager', 'cloud-controller-manager']);
  });

  it('"The migrated controllers [...] are running under either [...] depending on which controller manager holds the migration lease."', () => {
    const [old] = processes(NodeSide.N);
    const [young, ccm] = processes(NodeSide.N_PLUS_1);
    expect(old.migration!.leaderName).toBe(ccm.migration!.leaderName);
    expect(young.migration).toBeUndefined();
    // The nodes have no cloud routes.
    for (const controller of ['service', 'cloud-node-lifecycle']) {
      for (const process of [old, ccm]) expect(process.controllers.get(controller)).toMatchObject({ presence: 'enabled' });
    }
  });

  it('"No controller will ever be running under both controller managers at any time."', () => {
    for (const plan of [planned('n', 'n-plus-1', FILES), planned('n-plus-1', 'n', FILES)]) {
      for (const { verdict } of plan.steps) expect(verdict).toMatchObject({ exclusivity: true, liveness: true, counterexamples: [] });
    }
    expect(judgeStep(APP, BOTH)).toMatchObject({ exclusivity: true, liveness: true });
  });

  it('"In a rolling manner, create a new control plane node of version N + 1 and bring down one of version N until [...] only nodes of version N + '
    + '1."', () => {
    let [old, young] = [3, 0];
    for (const { id, ordinal = 0, run } of planned('n', 'n-plus-1', FILES).steps) {
      if (id === 'join-control-plane') young += 1;
      if (id === 'leave-control-plane') old -= 1;
      const sides = new Set(run.map(({ given }) => (given as { side?: string }).side).filter(side => side !== undefined));
      if (id === 'join-control-plane') expect([sides, ordinal]).toEqual([new Set(['n-plus-1']), young]);
      if (id === 'leave-control-plane') expect([sides, ordinal]).toEqual([new Set(['n']), 3 - old]);
      // Never fewer than there were.
      expect(old + young).toBeGreaterThanOrEqual(3);
      expect(old + young).toBeLessThanOrEqual(4);
    }
    expect([old, young]).toEqual([0, 3]);
  });

  it('"If a rollback [...] is required, add nodes of version N with Leader Migration enabled [...] back [...], replacing one of version N + 1 each '
    + 'time"', () => {
    const plan = planned('n-plus-1', 'n', FILES);
    expect(plan.groups!['control-plane'].sides.n.flags!['kube-controller-manager']).toEqual(
      expect.arrayContaining(['--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf']));
    expect(FILES.get('nodes/mixed/control-plane-n/control-plane/user-data.yaml')).toContain('/etc/leadermigration.conf');
    const turns = plan.steps.filter(({ id }) => id.endsWith('-control-plane')).map(({ id }) => id.split('-')[0]);
    expect(turns).toEqual(['join', 'leave', 'join', 'leave', 'join', 'leave']);
  });
});
