import { LEADER_MIGRATION, PAIRS, planned, refused } from './plans';
import { PlanOptions } from '../../../src/lib/plan/options';
import { longestWait } from '../../../src/lib/plan/step';

/** What is not taken back. */
const WITHOUT_UNDO = /lease-gone|kubeadm-config-back|etcd-snapshot$/;

describe('every way between two states', () => {
  const early = PAIRS.filter(([from, to]) => to === 'disabled' && from !== 'n-plus-1');

  it.each(PAIRS.filter(pair => !early.includes(pair)))('%s to %s has only steps that are safe, bounded, proven and with a way back', (from, to) => {
    for (const step of planned(from, to).steps) {
      expect(step).toMatchObject({ verdict: { exclusivity: true, liveness: true, declaredGaps: [] } });
      expect(step.run.length + step.proof.length).toBeGreaterThan(0);
      expect(step.undo.length > 0 || step.run.length === 0 || WITHOUT_UNDO.test(step.id)).toBe(true);
      expect(step.wayBack).not.toBe('');
      expect(step.gap.text).not.toBe('');
      expect(step.proof.every(({ withinSeconds }) => withinSeconds !== undefined)).toBe(true);
      expect({ id: step.id, isBounded: step.atMostSeconds >= longestWait([...step.run, ...step.proof]) }).toEqual({ id: step.id, isBounded: true });
    }
  });

  it.each(early)('fails from %s to %s with the counter-example', (from, to) => {
    const { counterexamples, fix } = refused(from, to);
    expect(counterexamples.map(({ controller }) => controller)).toEqual(['cloud-node-lifecycle', 'service']);
    expect(counterexamples[0].processes.map(({ component }) => component)).toEqual(['kube-controller-manager', 'cloud-controller-manager']);
    expect(fix).toContain("to 'n-plus-1'");
  });
});

describe('what a runbook prints', () => {
  const ways = PAIRS.filter(([from, to]) => !(to === 'disabled' && from !== 'n-plus-1'));

  it.each(ways)('from %s to %s leaves nothing to fill in', (from, to) => {
    const { steps } = planned(from, to);
    const commands = steps.flatMap(({ before, run, proof, undo }) => [...before, ...run, ...proof, ...undo]).map(({ text }) => text);
    expect(commands.filter(text => /<[a-z]/.test(text))).toEqual([]);
  });
});

describe('EBS volumes', () => {
  const driver = (options: PlanOptions) =>
    planned('n', 'mixed', LEADER_MIGRATION, options).steps.filter(({ id }) => /ebs-csi/.test(id)).map(
      ({ id, nodes, title }) => [id.replace(/^\d+-/, ''), nodes.length, title],
    );

  it.each<[PlanOptions['volumes'], unknown[]]>([
    [undefined, [['ebs-csi-driver', 5, 'Check that the EBS CSI driver runs on every node'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['all-nodes', [['ebs-csi-driver', 5, 'Check that the EBS CSI driver runs on every node'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['workers', [['ebs-csi-driver', 2, 'Check that the EBS CSI driver runs on every worker'], ['ebs-csi-migration', 5, expect.any(String)]]],
    ['none', []],
  ])('on %s ask for the driver where they are', (volumes, steps) => {
    expect(driver({ volumes })).toEqual(steps);
  });
});
