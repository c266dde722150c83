import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFiles, rewritten } from './app-fixture';
import { ANSIBLE_MINOR } from '../../../src/lib/plan/ansible/core';
import { makePlan, Plan } from '../../../src/lib/plan/plan';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { PlanStateName } from '../../../src/lib/plan/state';

const APP = appFiles();
const WORKERS = ['ip-10-0-1-101.eu-central-1.compute.internal', 'ip-10-0-2-101.eu-central-1.compute.internal'];

function planned(from: PlanStateName, to: PlanStateName, files = APP): Plan {
  const result = makePlan(files, from, to);
  if ('refused' in result) throw new Error('refused');
  return result.plan;
}

/** The sections of steps, without what follows the last. */
function sections(plan: Plan): readonly string[] {
  return renderMarkdown({ plan }).split(/^## What this does not promise/m)[0].split(/^(?=## \d\d )/m).slice(1);
}

describe('a section of a runbook', () => {
  it.each([
    ['not-started', 'n-plus-1'], ['n-plus-1', 'not-started'], ['n-plus-1', 'disabled'], ['disabled', 'n-plus-1'],
  ] as const)('says what is there now, from %s to %s', (from, to) => {
    for (const section of sections(planned(from, to))) expect(section).toMatch(/^Now: .{10}/m);
  });

  it('says in words which release and which flags of a node go and come', () => {
    const upgrade = sections(planned('n', 'mixed')).find(section => / Upgrade /.test(section))!;
    expect(upgrade).toContain('Now: kube-apiserver, kube-controller-manager, kube-scheduler, kubelet of 1.26.15, to become 1.27.16. Flags');
    expect(upgrade).toMatch(/\n {2}kubelet\n- --cloud-provider=aws\n\+ --cloud-provider=external\n/);
    const back = sections(planned('mixed', 'n')).find(section => / Bring .* back to /.test(section))!;
    expect(back).toContain('kubelet of 1.27.16, to become 1.26.15');
    expect(back).toMatch(/\n {2}kubelet\n- --cloud-provider=external\n\+ --cloud-provider=aws\n/);
  });

  it('is one for workers of a group that change in the same way, with the commands of each', () => {
    const plan = planned('mixed', 'n-plus-1');
    const [group, ...others] = sections(plan).filter(section => /kubelet of .* \(node group workers\)/.test(section));
    expect(others).toEqual([]);
    expect(group).toMatch(/^## \d\d Turn the kubelet of 2 workers \(node group workers\) to the external provider\n/);
    expect(group).toContain(`Nodes: ${WORKERS.join(', ')}, one after the other, as steps `);
    expect(group.match(/^Now: .*$/gm)).toEqual(['Now: kubelet of 1.26.15, to become 1.27.16. Flags that go (-) and come (+):']);
    expect(group.match(/^### .*$/gm)).toEqual(plan.steps.filter(one => one.group).map(({ id, nodes }) => `### ${id.slice(0, 2)} ${nodes[0]}`));
    const commands = plan.steps.filter(one => one.group).flatMap(({ run, undo }) => [...run, ...undo]);
    expect(commands.filter(({ text }) => !group.includes(text))).toEqual([]);
  });

  it('says of each worker what is there now where they differ', () => {
    const ofOne = new RegExp(`^nodes/n-plus-1/worker-n-plus-1/${WORKERS[1]}/.*kubeadm-flags.env$`);
    const files = rewritten(APP, ofOne, text => text.replace('="', '="--v=7 '));
    const group = sections(planned('mixed', 'n-plus-1', files)).find(section => section.includes('of 2 workers'))!;
    expect(group.match(/^Now: /gm)).toHaveLength(2);
    expect(group.match(/^\+ --v=7$/gm)).toHaveLength(1);
  });
});

describe('the first pages of a runbook', () => {
  it('name the wheels that ansible-core needs where there is no network', () => {
    const wheels = /the wheels of (ansible-core) [^:]*: itself, ([^;]+);/.exec(renderMarkdown({ plan: planned('n', 'mixed') }))!;
    const pinned = readFileSync(join(__dirname, '..', '..', 'ansible', 'requirements.txt'), 'utf8');
    expect(pinned).toContain(`ansible-core==${ANSIBLE_MINOR}.`);
    expect([wheels[1], ...wheels[2].split(', ')].sort()).toEqual([...pinned.match(/^[^#\s=]+(?===)/gm)!].sort());
  });

  it('say what is paused until the plan has ended, and what comes afterwards', () => {
    const text = renderMarkdown({ plan: planned('n', 'mixed') });
    expect(text).toMatch(/Auto Scaling processes .* are paused until the plan has ended/);
    expect(text).toMatch(/\*\*Afterwards\*\*: launch templates and images .*; then cluster autoscaler and Auto Scaling processes go on/);
  });
});
