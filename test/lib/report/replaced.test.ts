import { answersOf } from '../../../src/lib/report/answers';
import { makeReport } from '../../../src/lib/report/make-report';
import { ReportStep } from '../../../src/lib/report/report';
import { replacedFiles } from '../plan/replaced/replaced-app';

const REPORT = makeReport(replacedFiles());

function where(step: ReportStep, moment: 'before' | 'during' | 'after'): string[] {
  return step.processes[moment].flatMap(({ nodes, component }) => (nodes ?? []).map(node => `${component} on ${node}`));
}

describe('a report of nodes that are replaced', () => {
  it('says how many there are, and that they are replaced', () => {
    const [changes, , restarts] = answersOf(REPORT);
    expect(changes.short).toContain('on 3 control-plane nodes and 2 workers, which are replaced.');
    expect(restarts.short).toContain('the 3 nodes of group control-plane are replaced, one joins before one leaves');
    expect(restarts.short).toContain('the 2 nodes of group workers are replaced, by shares');
    expect(REPORT.replaced).toEqual([{ group: 'control-plane', role: 'control-plane', count: 3 }, { group: 'workers', role: 'worker', count: 2 }]);
  });

  it.each([
    ['not-started', 'n', '2 workers. In all'], ['n', 'mixed', '2 workers. In all'], ['n-plus-1', 'disabled', '2 workers. In all'],
    ['mixed', 'n-plus-1', '2 workers, which are replaced.'], ['n-plus-1', 'n', '2 workers, which are replaced.'],
    ['n-plus-1', 'mixed', '2 workers, of which those of group workers are replaced.'],
    ['mixed', 'n', '2 workers, of which those of group control-plane are replaced.'],
  ] as const)('from %s to %s says which are replaced', (from, to, what) => {
    expect(answersOf(makeReport(replacedFiles(), { from, to }))[0].short).toContain(what);
  });

  it('shows who runs what by group and version, once phase n is reached on the nodes that are there', () => {
    const [enabled, mixed, upgraded] = REPORT.steps;
    expect(where(enabled, 'after')).toEqual(['1.10', '2.10', '3.10'].map(ip =>
      `kube-controller-manager on ip-10-0-${ip.replace('.', '-')}.eu-central-1.compute.internal`));
    const [old, young] = ['N', 'N+1'].map(version => `kube-controller-manager on group control-plane (3 nodes), version ${version}`);
    expect([where(mixed, 'before'), where(mixed, 'after'), where(upgraded, 'after')]).toEqual([[old], [old, young], [young]]);
  });

  it('does not say twice that a control plane is replaced: its first node joins in phase mixed, and none leaves', () => {
    const ofGroup = REPORT.steps.map(({ restarts }) => restarts.map(({ what }) => what).filter(what => what.includes('group control-plane')));
    expect(ofGroup).toStrictEqual([
      [], ['the first node of the other version joins group control-plane'],
      ['the 3 nodes of group control-plane are replaced, one joins before one leaves'], [],
    ]);
  });

  it('warns of no name that a node would lose: those that come have none', () => {
    expect(REPORT.steps.flatMap(({ findings }) => findings.map(({ rule }) => rule)).filter(rule => rule === 'node-name-source-changes')).toEqual([]);
    expect(REPORT.safe).toBe(true);
  });

  it('goes back, too', () => {
    const back = makeReport(replacedFiles(), { from: 'n-plus-1', to: 'n' });
    expect(back.steps.map(({ from, to }) => `${from} ${to}`)).toEqual(['n-plus-1 mixed', 'mixed n']);
    expect(where(back.steps[1], 'after')).toEqual(['kube-controller-manager on group control-plane (3 nodes), version N']);
  });
});
