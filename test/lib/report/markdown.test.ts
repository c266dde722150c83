import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostile } from './hostile';
import { sample, SAMPLES } from './samples';
import { makeReport } from '../../../src/lib/report/make-report';
import { renderMarkdown, renderOverview } from '../../../src/lib/report/render/markdown';
import { Report } from '../../../src/lib/report/report';
import { kubeadmNodes, nodeLike } from '../../nodes';
import { appFiles } from '../plan/app-fixture';

const GOLDEN = join(__dirname, 'kubeadm.golden.md');

let report: Report;
beforeAll(() => { report = sample('kubeadm'); });

/** Lines that a reader sees before anything is unfolded; of what is folded its title. */
function screen(text: string): readonly string[] {
  let depth = 0;
  return text.split('\n').filter(line => {
    const isTitle = line.startsWith('<details>');
    const isSeen = depth === 0 && line !== '';
    if (isTitle) depth += 1;
    else if (line === '</details>') depth -= 1;
    return isSeen;
  });
}

describe('the report as Markdown', () => {
  it('is what was reviewed, for the kubeadm example', () => {
    const text = renderMarkdown(report);
    if (process.env.UPDATE_GOLDEN === '1' && !process.env.CI) writeFileSync(GOLDEN, text);
    expect(text).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('answers five questions before anything else, in little', () => {
    const [first] = renderMarkdown(report).split('\n<details>');
    const rows = first.split('\n').filter(line => line.startsWith('| **'));
    expect(rows.map(row => /\*\*(.*?)\*\*/.exec(row)![1])).toStrictEqual([
      'What changes?', 'Is it safe?', 'What restarts?', 'How long may no controller run?', 'How to turn back?',
    ]);
    expect(rows[1]).toContain('May go, if what is taken for granted is true (input-is-whole,');
    expect(rows[3]).toContain('Less than 43.2 s');
    expect(first.length).toBeLessThan(3_000);
  });

  it.each(SAMPLES.filter(name => !['hostile', 'fifty nodes'].includes(name)))('is one screen, the rest folded: %s', name => {
    const lines = screen(renderMarkdown(sample(name)));
    expect(lines.length).toBeLessThan(40);
    // Of rows that are broken: a comment has about 110 characters in one.
    expect(lines.reduce((sum, line) => sum + Math.ceil(line.length / 110), 0)).toBeLessThan(60);
    expect(lines[0]).toMatch(/^# (?:May go|Must not go|Cannot say): migration /);
    expect(lines.filter(line => line.startsWith('<details>')).length).toBeGreaterThan(7);
  });

  it('names a counter-example at the top, and tells it with the lines of its processes', () => {
    const text = renderMarkdown(sample('unsafe'));
    expect(text).toMatch(/^# Must not go: .*\n\n- \*\*cloud-node-lifecycle, service\*\* \(n → mixed; mixed → n-plus-1\): no lock in common, /);
    expect(text).toMatch(/<summary>Counter-examples: 1<\/summary>[\s\S]*kube-controller-manager\.yaml:\d+\n/);
  });

  it('says No where a step is refused or a finding is an error', () => {
    const [step, ...others] = report.steps;
    const refused = { ...step, verdict: { ...step.verdict, exclusivity: null, liveness: null, refused: { reason: 'two may run', fix: 'do less' } } };
    const text = renderMarkdown({ ...report, safe: false, answer: 'must-not', steps: [refused, ...others] });
    expect(text).toContain('| **Is it safe?** | Must not go. 1 step refused; findings: 0 errors');
    expect(text).toContain('**not-started → n**: two may run. do less');
    expect(text).not.toContain('May go');
  });

  it('fits into a comment, and says what has no room', () => {
    const diff = Array.from({ length: 500 }, (_, index) => `+line ${index}`);
    const steps = report.steps.map(step => ({ ...step, nodeFiles: step.nodeFiles.map(file => ({ ...file, diff })) }));
    const text = renderMarkdown({ ...report, steps });
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/\*\*Left out\*\*, since a comment has no room for it: \d+ parts \(/);
    expect(text).toContain('<summary>Differences of not-started → n</summary>');
    expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)!.length);
    expect(renderMarkdown(report)).not.toContain('**Left out**');
  });

  it('is no longer beside the plan of many workers than beside that of few', () => {
    const [worker] = kubeadmNodes().slice(3);
    const workers = Array.from({ length: 60 }, (_, index) => nodeLike(worker, `10-1-1-${index + 1}`));
    const lines = (nodes = kubeadmNodes()) => renderOverview(makeReport(appFiles({ nodes }), { from: 'mixed', to: 'n-plus-1' })).split('\n').length;
    expect(lines([...kubeadmNodes(), ...workers])).toBe(lines());
  });

  it.each([['whole', renderMarkdown], ['beside a plan', renderOverview]])('shows hostile names as text, %s', (_, render) => {
    const text = render(hostile(report));
    // Besides our own elements, and what stands for an argument in a command.
    expect(text.replace(/<(?:\/?(?:details|summary)|!-- --|app-dir|dir)>/g, '')).not.toMatch(/(?<!\\)</);
    expect(text).not.toContain('@org');
    // The fence of a difference is longer than any in it.
    if (render === renderMarkdown) expect(text).toContain('\n````diff\n+```\n+&');
  });
});
