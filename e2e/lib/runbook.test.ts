import { commandsInText, printedCommands } from './runbook';
import { kindsOf } from '../../src/lib/plan/data/kinds';
import { makePlan } from '../../src/lib/plan/plan';
import { renderMarkdown } from '../../src/lib/plan/render/markdown';
import { appFiles } from '../../test/lib/plan/app-fixture';

const result = makePlan(appFiles(), 'not-started', 'n-plus-1');
if ('refused' in result) throw new Error('refused');
const { plan } = result;
const markdown = renderMarkdown(result);

const block = (text: string) => `\`\`\`sh\n${text}\n\`\`\`\n\n`;

describe('the commands of a runbook', () => {
  it('are there for every kind of step, and the way back of each that has one', () => {
    const { kinds } = printedCommands(markdown);
    const expected = kindsOf(plan.steps).map(({ name, steps: [{ undo }] }) => [name, undo.some(({ kind }) => kind.byHand !== undefined)]);
    expect(expected.length).toBeGreaterThan(10);
    expect(new Map([...kinds].map(([name, { back }]) => [name, back.length > 0]))).toEqual(new Map(expected as [string, boolean][]));
    expect([...kinds.values()].filter(({ there }) => there.length === 0)).toEqual([]);
  });

  it('name a node only as that of the step', () => {
    const { kinds } = printedCommands(markdown);
    const lines = [...kinds.values()].flatMap(({ there, back }) => [...there, ...back]);
    const nodes = [...plan.controlPlane, ...plan.workers];
    expect(lines.filter(line => nodes.some(node => line.includes(node)))).toEqual([]);
  });

  it('are at most 20 for a kind of step, in each direction', () => {
    const parts = [...printedCommands(markdown).kinds].flatMap(([name, { there, back }]) => [{ name, lines: there }, { name, lines: back }]);
    expect(parts.filter(({ lines }) => lines.filter(line => !line.startsWith('#')).length > 20)).toEqual([]);
  });

  it('take the lock and leave it, with the functions that the others call', () => {
    const { functions, take, leave } = printedCommands(markdown);
    expect(functions[0]).toMatch(/^set -eu/);
    expect(take.join('\n')).toMatch(/^lock=\$\(kubectl get lease ccm-migration [^]*kubectl .*create.*replace.* -f -$/m);
    expect(leave).toEqual([expect.stringMatching(/^kubectl patch .*ccm-migration .*"op":"test".*"op":"remove"/)]);
  });

  it('are found in blocks of one kind and of several', () => {
    const several = '# n/look\nkubectl get a\n# n/back\nkubectl apply -f b\n# your own packages: c\n# n/back, back\nkubectl delete -f b';
    const found = printedCommands(`# Title\n\n${block('not by hand')}## By hand\n\nSo.\n\n${block('set -eu')}${block('take\n# leave it\nleave')}`
      + `### Several\n\n${block(several)}### n/enable\n\n${block('put d\n# back\nback d')}## Next\n\n${block('not by hand')}`);
    expect(found).toEqual({
      functions: ['set -eu'],
      take: ['take'],
      leave: ['leave'],
      kinds: new Map([
        ['n/look', { there: ['kubectl get a'], back: [] }],
        ['n/back', { there: ['kubectl apply -f b', '# your own packages: c'], back: ['kubectl delete -f b'] }],
        ['n/enable', { there: ['put d'], back: ['back d'] }],
      ]),
    });
  });

  it('are found in sentences, too', () => {
    expect(commandsInText(`${markdown}\n\`kubectl get of-the-end\``)).toEqual([
      'ansible-playbook preflight.yaml', 'ansible-playbook migrate.yaml --check --diff',
      'kubectl get lease ccm-migration -n kube-system -o yaml --ignore-not-found', 'ansible-playbook back.yaml',
      expect.stringMatching(/^npm install --offline /), 'kubectl get of-the-end',
    ]);
  });
});
