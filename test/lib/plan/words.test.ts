import { appFiles, rewritten } from './app-fixture';
import { planOf } from './plans';
import { Plan } from '../../../src/lib/plan/plan';
import { renderMarkdown } from '../../../src/lib/plan/render/markdown';
import { renderText } from '../../../src/lib/plan/render/text';
import { printableLines } from '../../../src/lib/text/printable';

const FILES = appFiles();
const KCM = /nodes\/.*\/kube-controller-manager\.yaml$/;

/** A name that ends its line, its code block, or its word. */
const HOSTILE = {
  'a command for a shell': 'x$(touch /tmp/owned)',
  'the end of a code block': 'x\n```\n# exclusivity: holds\n',
  'a colour for a terminal': 'x\u001b[2J',
  'a link': '[x](http://evil.example)',
  'a direction mark': 'x\u202ey',
  'a command to a build server': '::error::x',
  'a template of Ansible': "{{lookup('pipe','touch x')}}",
};

describe.each(Object.entries(HOSTILE))('%s', (_, name) => {
  const refused = (files: ReadonlyMap<string, string>) => expect(() => planOf(files, 'not-started', 'n-plus-1')).toThrow();

  it('is no name of a Lease', () => {
    refused(rewritten(FILES, KCM, text => text.replace('    - --leader-elect=true', '    - '
      + `${JSON.stringify(`--leader-elect-resource-name=${name}`)}\n    - --leader-elect=true`)));
  });

  it('is no name of an object that is applied and deleted', () => {
    refused(new Map([...FILES].map(
      ([path, text]) => [path, path.startsWith('dist/') ? text.replaceAll('name: leader-migration-config', `name: ${JSON.stringify(name)}`) : text],
    )));
  });

  it('is no name of an object that the index lists for deletion, and no path', () => {
    const path = 'nodes/n/to-delete.json';
    const gone = (change: object) => new Map([...FILES, [path, JSON.stringify({ objects: [], nodeFiles: [], ...change })]]);
    refused(gone({ objects: [{ apiVersion: 'v1', kind: 'ConfigMap', name }] }));
    // In the middle of a line `::` says nothing, and a path begins with a slash.
    if (!name.startsWith('::')) refused(gone({ nodeFiles: [{ role: 'control-plane', side: 'n', path: `/etc/${name}` }] }));
  });

  it('is no path of a node file', () => {
    const rows = JSON.parse(FILES.get('nodes/mixed/files.json')!) as { path: string }[];
    refused(new Map([...FILES,
      ['nodes/mixed/files.json', JSON.stringify(rows.map((row, index) => index === 0 ? { ...row, path: `${row.path}${name}` } : row))]]));
  });

  it('is no name of a node', () => {
    const { plan } = planOf(FILES, 'n', 'n-plus-1') as { readonly plan: Plan };
    const renamed = new Map([...FILES].map(([path, text]) => [
      path.replaceAll(plan.controlPlane[0], () => name), text.replaceAll(plan.controlPlane[0], () => JSON.stringify(name).slice(1, -1)),
    ]));
    expect(() => planOf(renamed, 'n', 'n-plus-1')).toThrow("/files.json' lists '");
  });

  it('is no name of a node group', () => {
    const { workers } = (planOf(FILES, 'n', 'n-plus-1') as { readonly plan: Plan }).plan;
    expect(() => planOf(FILES, 'n', 'n-plus-1', { nodeGroups: { [name]: workers } })).toThrow('has a name that cannot stand in a plan');
  });

  it('is no image that nodes pull', () => {
    refused(rewritten(FILES, KCM, text => text.replace(/image: registry\.k8s\.io/, () => `image: ${JSON.stringify(name).slice(1, -1)}`)));
  });
});

it('leaves nothing in a document or a terminal but lines of ours, whether the plan is made or refused', () => {
  for (const [from, to] of [['not-started', 'n-plus-1'], ['n', 'disabled']] as const) {
    const result = planOf(FILES, from, to);
    expect(printableLines(renderMarkdown(result))).toBe(renderMarkdown(result));
    expect(printableLines(renderText(result))).toBe(renderText(result));
    expect(renderMarkdown(result).match(/^```/gm)!.length % 2).toBe(0);
  }
});

it('keeps a message of a refused plan on its line', () => {
  const text = renderText({
    refused: {
      from: 'n',
      to: 'disabled',
      reason: 'x',
      fix: 'a\n```',
      counterexamples: [{ controller: 'service', message: 'a\u001b[2J\n```', story: [], processes: [], fix: '' }],
    },
  });
  expect(text.split('\n').filter(line => line.startsWith('```'))).toEqual([]);
  expect(text).not.toContain('\u001b');
});
