import { commandsInText, printedAround, printedSteps } from './runbook';
import { leaveLock, takeLock } from '../../src/lib/plan/by-hand/lock';
import { makePlan } from '../../src/lib/plan/plan';
import { renderMarkdown } from '../../src/lib/plan/render/markdown';
import { PlanCommand } from '../../src/lib/plan/step';
import { appFiles } from '../../test/lib/plan/app-fixture';

describe('the commands of a runbook', () => {
  it('are found node by node where several change in the same way', () => {
    const node = (name: string) => `### ${name}\n\nRun:\n\n\`\`\`sh\nkubectl drain ${name.slice(3)}\n\`\`\`\n\n`;
    const group = `## 01 Two of a group\n\nNow: so. Flags:\n\n\`\`\`diff\n- --x\n\`\`\`\n\n${node('01 a')}${node('02 b')}## What else\n\n`;
    expect(printedSteps(`# Title\n\n${group}`).map(({ title, run }) => [title, run.map(({ text }) => text)])).toEqual([
      ['01 a', ['kubectl drain a']], ['02 b', ['kubectl drain b']],
    ]);
  });

  it('are all commands of the plan, each with its node', () => {
    const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
    if ('refused' in result) throw new Error('refused');
    const found = printedSteps(renderMarkdown(result));
    const printed = (list: readonly PlanCommand[]) => list.flatMap(({ text }) => text.split('\n\n'));
    expect(found.map(one => [one.before, one.run, one.proof, one.undo].map(list => list.map(({ text }) => text))))
      .toEqual(result.plan.steps.map(one => [one.before, one.run, one.proof, one.undo].map(printed)));
    const nodes = new Set([undefined, ...result.plan.controlPlane, ...result.plan.workers]);
    expect(new Set(found.flatMap(one => [...one.before, ...one.run, ...one.proof, ...one.undo].map(({ node }) => node)))).toEqual(nodes);
  });

  it('are found in sentences before the first step, too', () => {
    const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
    expect(commandsInText(`${renderMarkdown(result)}\n\`kubectl get of-a-step\``)).toEqual([
      'ansible-playbook preflight.yaml', 'ansible-playbook migrate.yaml --check --diff',
      'sha256sum -c --quiet app.sha256', 'kubectl version', 'kubectl get nodes -l node-role.kubernetes.io/control-plane -o name',
      expect.stringMatching(/^kubectl get pods -A -o 'custom-columns=\S+'$/),
      'kubectl get lease ccm-migration -n kube-system -o yaml --ignore-not-found', 'ansible-playbook back.yaml',
      expect.stringMatching(/^npm install --offline /), expect.stringMatching(/^kubectl patch lease ccm-migration .*"remove"/),
    ]);
  });

  it('are found around the steps, each with its node', () => {
    const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
    if ('refused' in result) throw new Error('refused');
    const { begin, pause, end } = printedAround(renderMarkdown(result));
    expect(begin[0]).toEqual({ node: undefined, text: takeLock(result.plan.id) });
    expect(begin.map(({ node }) => node).filter(node => node !== undefined)).toEqual(result.plan.controlPlane);
    expect(begin.map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringContaining('get services')]));
    expect(pause).toEqual([{ node: undefined, text: leaveLock() }]);
    expect(end.at(-1)).toEqual(pause[0]);
  });

  it('are found step by step, with the machine that they run on', () => {
    const step = '## 01 One\n\nWhy.\n\nBefore:\n\n```sh\nkubectl get a\n```\n\nRun:\n\n```sh\n# on b: so\nmkdir c\n\nscp d root@b:e\n```\n\nWay '
      + 'back from here: run.\n\n```sh\nrm f\n```\n\n';
    const other = '## 02 Two\n\nIt worked when:\n\n```sh\ntrue\n```\n';
    expect(printedSteps(`# Title\n\n\`\`\`mermaid\nx\n\`\`\`\n\n${step}${other}`)).toEqual([
      {
        title: '01 One',
        before: [{ node: undefined, text: 'kubectl get a' }],
        run: [{ node: 'b', text: '# on b: so\nmkdir c' }, { node: undefined, text: 'scp d root@b:e' }],
        proof: [],
        undo: [{ node: undefined, text: 'rm f' }],
      },
      { title: '02 Two', before: [], run: [], proof: [{ node: undefined, text: 'true' }], undo: [] },
    ]);
  });
});
