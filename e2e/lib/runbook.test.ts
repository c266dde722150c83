import { printedSteps } from './runbook';

describe('the commands of a runbook', () => {
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
