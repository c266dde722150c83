import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFiles, rewritten } from './app-fixture';
import { planned as plannedBefore } from './plans';
import { ANSIBLE_CORES } from '../../../src/lib/facts/ansible-core';
import { Plan } from '../../../src/lib/plan/plan';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { PlanStateName } from '../../../src/lib/plan/state';
import { planned as plannedWay, WAYS } from '../../cli/ansible-projects';

const APP = appFiles();
const WORKERS = ['ip-10-0-1-101.eu-central-1.compute.internal', 'ip-10-0-2-101.eu-central-1.compute.internal'];

function planned(from: PlanStateName, to: PlanStateName, files = APP): Plan {
  return plannedBefore(from, to, files);
}

/** Blocks of code of a section, with the line before each. */
function blocks(plan: Plan, section: string): readonly { readonly of: string; readonly text: string }[] {
  const [, text] = renderMarkdown({ plan }).split(`\n## ${section}\n`);
  return [...text.split(/^## /m)[0].matchAll(/^(.*)\n\n```\w+\n([^]*?)\n```$/gm)].map(([, of, code]) => ({ of, text: code }));
}

describe('what changes', () => {
  it.each([
    ['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['disabled', 'n'],
  ] as const)('is said once for all kinds of steps that change flags in the same way, from %s to %s', (from, to) => {
    const changes = blocks(planned(from, to), 'What changes');
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ text, of }) => `${of.split(': ')[1]}\n${text}`)).size).toBe(changes.length);
    for (const { text } of changes) expect(text).toMatch(/^ {2}[a-z-]+\n[-+] --/);
  });

  it('is said in words, which release and which flags of a node go and come', () => {
    const upgrade = blocks(planned('n', 'n-plus-1'), 'What changes').find(({ of }) => of.startsWith('`mixed/upgrade`'))!;
    expect(upgrade.of)
      .toBe('`mixed/upgrade`, `n-plus-1/upgrade`: Kube-apiserver, kube-controller-manager, kube-scheduler, kubelet of 1.26.15, to become 1.27.16.');
    expect(upgrade.text).toMatch(/\n {2}kubelet\n- --cloud-provider=aws\n\+ --cloud-provider=external$/);
    const back = blocks(planned('mixed', 'n'), 'What changes').find(({ of }) => of.startsWith('`n/rollback`'))!;
    expect(back.of).toContain('kubelet of 1.27.16, to become 1.26.15');
    expect(back.text).toMatch(/\n {2}kubelet\n- --cloud-provider=external\n\+ --cloud-provider=aws$/);
  });

  it('is said of each worker where they differ, which are kinds of their own then', () => {
    const ofOne = new RegExp(`^nodes/n-plus-1/worker-n-plus-1/${WORKERS[1]}/.*kubeadm-flags.env$`);
    const plan = planned('mixed', 'n-plus-1', rewritten(APP, ofOne, text => text.replace('="', '="--v=7 ')));
    const workers = blocks(plan, 'What changes').filter(({ of }) => of.includes('/worker'));
    expect(workers.map(({ of, text }) => [of.split(':')[0], text.includes('+ --v=7')]))
      .toEqual([['`n-plus-1/worker`', false], [`\`n-plus-1/worker-as-${WORKERS[1]}\``, true]]);
  });
});

describe('steps in the table', () => {
  it('are one row for nodes of a kind, however many there are', () => {
    const text = renderMarkdown({ plan: planned('mixed', 'n-plus-1') });
    const rows = text.match(/^\| `n-plus-1\/worker.*$/gm)!;
    const what = 'Turn the kubelet of a node (node group workers) to the external provider';
    expect(rows.map(row => row.slice(2, -2).split(' | ')))
      .toEqual([['`n-plus-1/worker`', '2 of group workers', what, '960 s', 'the node is Ready']]);
    expect(text.match(/^\| `n-plus-1\/upgrade` \| 3, one by one \|/gm)).toHaveLength(1);
  });
});

describe('by hand', () => {
  const ways = WAYS.map((way, index) => [`${index}, ${way.slice(0, 4).join(' ')}`, way] as const);

  it.each(ways)('is shell, in way %s', (_, way) => {
    const commands = blocks(plannedWay(...way), 'By hand').map(({ text }) => text);
    expect(commands.length).toBeGreaterThan(1);
    const { status, stderr } = spawnSync('bash', ['-n'], { input: commands.join('\n'), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it.each(ways)('has at most 20 lines for what a kind of step does, and for its way back, in way %s', (_, way) => {
    const long = blocks(plannedWay(...way), 'By hand').filter(({ of }) => of.startsWith('### ') && !of.includes('Steps'))
      .flatMap(({ of, text }) => text.split(/^# back\n/m).map(part => [of, part.trimEnd().split('\n').length] as const));
    expect(long.filter(([, lines]) => lines > 20)).toEqual([]);
  });
});

describe('the runbook', () => {
  it.each(WAYS.map((way, index) => [`${index}, ${way.slice(0, 4).join(' ')}`, way] as const))('has at most 400 lines, in way %s', (_, way) => {
    expect(renderMarkdown({ plan: plannedWay(...way) }).split('\n').length - 1).toBeLessThanOrEqual(400);
  });

  it('names the wheels that ansible-core needs where there is no network', () => {
    const wheels = /the wheels of (ansible-core) [^:]*: itself, ([^;]+);/.exec(renderMarkdown({ plan: planned('n', 'mixed') }))!;
    const pinned = readFileSync(join(__dirname, '..', '..', 'ansible', 'requirements.txt'), 'utf8');
    expect(pinned).toContain(`ansible-core==${ANSIBLE_CORES[0].release}.`);
    expect([wheels[1], ...wheels[2].split(', ')].sort()).toEqual([...pinned.match(/^[^#\s=]+(?===)/gm)!].sort());
  });

  it('says what is paused until the plan has ended, and what comes afterwards', () => {
    const text = renderMarkdown({ plan: planned('n', 'mixed') });
    expect(text).toMatch(/Auto Scaling processes .* are paused until the plan has ended/);
    expect(text).toMatch(/\*\*Afterwards\*\*: give launch templates and machine images .*; then resume cluster autoscaler/);
  });
});
