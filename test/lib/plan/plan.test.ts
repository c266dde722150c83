import { everyAction, LEADER_MIGRATION, PAIRS, planned, refused } from './plans';
import { longestWait } from '../../../src/lib/plan/action';
import { PlanOptions } from '../../../src/lib/plan/options';
import { renderText } from '../../../src/lib/plan/render/text';
import { PLAIN } from '../../../src/lib/text/style';

/** What is not taken back. */
const WITHOUT_UNDO = /lease-gone|kubeadm-config-back|etcd-snapshot$/;

describe('every way between two states', () => {
  const early = PAIRS.filter(([from, to]) => to === 'disabled' && from !== 'n-plus-1');

  it.each(PAIRS.filter(pair => !early.includes(pair)))('%s to %s has only steps that are safe, bounded, proven and with a way back', (from, to) => {
    for (const step of planned(from, to).steps) {
      expect(step).toMatchObject({ verdict: { exclusivity: true, liveness: true, declaredGaps: [] } });
      expect(step.run.length + step.proof.length).toBeGreaterThan(0);
      expect(step.undo.length > 0 || step.run.length === 0 || WITHOUT_UNDO.test(step.id)).toBe(true);
      for (const text of [step.title, step.why, step.waitFor, step.gap.text]) expect(text).not.toBe('');
      expect(step.proof.every(({ within }) => within !== undefined)).toBe(true);
      expect({ id: step.id, isBounded: step.atMostSeconds >= longestWait([...step.run, ...step.proof]) }).toEqual({ id: step.id, isBounded: true });
    }
  });

  // One node more adds its own steps, and renames none.
  it('names each step by its state, its kind and its node', () => {
    for (const [from, to] of PAIRS.filter(pair => !early.includes(pair))) {
      const { steps } = planned(from, to);
      const names = steps.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(steps.map(({ id, node, to: state }) => `${state}/${id}${node === undefined ? '' : `-${node}`}`));
      expect(names.filter(name => /\/\d/.test(name))).toEqual([]);
    }
  });

  it.each(early)('fails from %s to %s with the counter-example', (from, to) => {
    const { counterexamples, fix } = refused(from, to);
    expect(counterexamples.map(({ controller }) => controller)).toEqual(['cloud-node-lifecycle', 'service']);
    expect(counterexamples[0].processes.map(({ component }) => component)).toEqual(['kube-controller-manager', 'cloud-controller-manager']);
    expect(fix).toContain("to 'n-plus-1'");
  });
});

describe('what is done by hand', () => {
  const ways = PAIRS.filter(([from, to]) => !(to === 'disabled' && from !== 'n-plus-1'));

  it.each(ways)('from %s to %s leaves nothing to fill in', (from, to) => {
    const lines = everyAction(planned(from, to)).flatMap(({ kind, given }) => kind.byHand?.(given, []) ?? []);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(line => /<[a-z]/.test(line))).toEqual([]);
  });
});

describe('EBS volumes', () => {
  const MIGRATED = ['ebs-csi-migration', 'all', expect.any(String)];
  const driver = (options: PlanOptions) =>
    planned('n', 'mixed', LEADER_MIGRATION, options).steps.filter(({ id }) => /ebs-csi/.test(id)).map(({ id, nodes, title }) => [id, nodes, title]);

  it.each<[PlanOptions['volumes'], unknown[]]>([
    [undefined, [['ebs-csi-driver', 'all', 'Check that the EBS CSI driver runs on every node'], MIGRATED]],
    ['all-nodes', [['ebs-csi-driver', 'all', 'Check that the EBS CSI driver runs on every node'], MIGRATED]],
    ['workers', [['ebs-csi-driver', 'workers', 'Check that the EBS CSI driver runs on every worker'], MIGRATED]],
    ['none', []],
  ])('on %s ask for the driver where they are', (volumes, steps) => {
    expect(driver({ volumes })).toEqual(steps);
  });
});

describe('a plan on a terminal of 80 columns', () => {
  const rows = (result: Parameters<typeof renderText>[0]) =>
    renderText(result, { ...PLAIN, good: text => `<${text}>`, bad: text => `!${text}!`, columns: 80 }).split('\n');

  it('says the verdict first, and each step in rows that fit', () => {
    const lines = rows({ plan: planned('n', 'n-plus-1') });
    expect(lines[0]).toMatch(/^<proven>: of everything that may run simultaneously/);
    // A word that is longer than a row stays whole.
    expect(lines.filter(line => line.length > 80 && /\S +\S/.test(line))).toEqual([]);
    expect(lines).toContain('  nodes: 2, one by one; at most 3360 s');
    expect(lines).toContain('  waits for: the node is Ready');
    // In a log it stays a table.
    expect(renderText({ plan: planned('n', 'n-plus-1') })).toMatch(/^plan n -> .* hold\n\nstep +nodes +at most +what +waits for\n/);
  });

  it('tells the counter-examples of one that is refused as stories', () => {
    const lines = rows({ refused: refused('n', 'disabled') });
    expect(lines[0]).toMatch(/^!refused!: the plan from 'n' to 'disabled' is not safe: /);
    expect(lines.filter(line => line.length > 80 && /\S +\S/.test(line))).toEqual([]);
    const [first, second] = lines.flatMap((line, index) => /^ {2}\S+:$/.test(line) ? [index] : []);
    expect(second - first).toBeGreaterThan(3);
    expect(second - first).toBeLessThanOrEqual(10);
    expect(lines.at(-2)).toMatch(/plan from 'n-plus-1'|to 'disabled'/);
  });
});
