import { join } from 'node:path';
import { readDirectory } from '../../../src/files/read-directory';
import { VerifyDirectory } from '../../../src/lib/read/input';
import { renderMarkdown } from '../../../src/lib/verify/render/markdown';
import { renderText } from '../../../src/lib/verify/render/text';
import { verify } from '../../../src/lib/verify/verify';
import { SCOPE } from '../verify/nothing-in-scope';

const EXAMPLE = join(__dirname, '../../../examples/kubeadm');
const [DIST, NODES] = ['dist', 'nodes'].map(name => readDirectory(name, EXAMPLE));

/** A folder of folders, as a user has who keeps outputs beside each other. */
function inside(name: string, folders: Record<string, VerifyDirectory>): VerifyDirectory {
  const files = Object.entries(folders).flatMap(([at, directory]) =>
    [...directory.files].map(([path, content]) => [`${at}/${path}`, content] as const));
  return { name, files: new Map(files) };
}

function changed(directory: VerifyDirectory, change: (path: string, text: string) => string | undefined): VerifyDirectory {
  const files = [...directory.files].flatMap(([path, content]) => {
    const text = 'text' in content ? change(path, content.text) : undefined;
    return text === undefined ? [] : [[path, { text }] as const];
  });
  return { ...directory, files: new Map(files) };
}

const without = (directory: VerifyDirectory, pattern: RegExp) => changed(directory, (path, text) => pattern.test(path) ? undefined : text);

function verdicts(...directories: VerifyDirectory[]): readonly string[] {
  const { exclusivity, liveness } = verify({ directories });
  return [exclusivity.verdict, liveness.verdict];
}

const PHASES = ['phase n', 'phase mixed', 'phase n-plus-1', 'phase disabled'];

it.each<[string, VerifyDirectory[]]>([
  ['as two folders', [DIST, NODES]],
  ['as one folder', [inside('.', { dist: DIST, nodes: NODES })]],
  ['in a folder of its own', [inside('out', { 'prod/dist': DIST, 'prod/nodes': NODES })]],
  ['from inside the output folder', [{ ...DIST, name: '.' }, { ...NODES, name: '../nodes' }]],
])('checks each phase of a whole output by itself, %s', (_, directories) => {
  const result = verify({ directories });
  expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  expect(result.seen.phases?.map(({ name }) => name)).toEqual(PHASES);
  expect(result.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
});

it('says that each phase was checked by itself', () => {
  const result = verify({ directories: [DIST, NODES] });
  expect(renderText(result, SCOPE)).toContain('phase mixed is checked by itself, with the files that nodes/mixed/migration.json says it has\n');
  expect(renderText(result, SCOPE)).toContain('checked phase n: 3 nodes nodes/n/control-plane-n/ip-10-0-1-10');
  expect(renderMarkdown(result, SCOPE)).toContain('Checked by itself: phase mixed, as nodes/mixed/migration.json says');
});

it('checks two copies of an output, each phase of each', () => {
  const result = verify({ directories: [inside('.', { 'a/dist': DIST, 'a/nodes': NODES, 'b/dist': DIST, 'b/nodes': NODES })] });
  expect([result.exclusivity.verdict, result.liveness.verdict]).toEqual(['holds', 'holds']);
  const names = result.seen.phases?.map(({ name }) => name);
  expect(names?.slice(0, 2)).toEqual(['phase n (a/nodes/n/migration.json)', 'phase n (b/nodes/n/migration.json)']);
});

it('breaks with the phase that breaks, and says which', () => {
  const off = changed(DIST, (path, text) => path.startsWith('mixed/') ? text.replace(/.*--enable-leader-migration=true.*\n/, '') : text);
  const { exclusivity, liveness } = verify({ directories: [off, NODES] });
  expect([exclusivity.verdict, liveness.verdict]).toEqual(['broken', 'holds']);
  expect([...new Set(exclusivity.counterexamples.map(({ message }) => message.slice(0, message.indexOf(':'))))]).toEqual(['phase mixed']);
});

it('is unknown with the phase that is unknown, and says which', () => {
  const hidden = changed(DIST, (path, text) => path.startsWith('mixed/') ? text.replace(':v1.27.10', ':stable') : text);
  const { exclusivity } = verify({ directories: [hidden, NODES] });
  expect(exclusivity.verdict).toBe('unknown');
  expect(exclusivity.unknown).not.toEqual([]);
  expect(exclusivity.unknown.every(({ what }) => what.startsWith('phase mixed: '))).toBe(true);
});

it('takes what no index names for a part of each phase', () => {
  const chart = 'apiVersion: helm.cattle.io/v1\nkind: HelmChart\nmetadata: {name: ccm}\nspec: {chart: aws-cloud-controller-manager}\n';
  const more: VerifyDirectory = { name: 'more', files: new Map([['chart.yaml', { text: chart }]]) };
  const { exclusivity } = verify({ directories: [DIST, NODES, more] });
  expect(exclusivity.unknown.map(({ what }) => what.slice(0, what.indexOf(':')))).toEqual(PHASES);
});

it('checks some phases without the others as nodes that exist together', () => {
  const both = without(NODES, /^(mixed|disabled)\//);
  const result = verify({ directories: [without(DIST, /^(mixed|n|disabled)\//), both] });
  expect(result.seen.phases).toBeUndefined();
  expect(result.seen.nodes.map(({ label }) => label).some(label => label.startsWith('phase'))).toBe(false);
});

it('refuses the outputs of two clusters', () => {
  const other = changed(NODES, (_, text) => text.replace('"cluster": "prod-eu"', '"cluster": "prod-us"'));
  expect(() => verdicts(inside('.', { 'a/nodes': NODES, 'b/nodes': other }))).toThrow('the input is of two clusters: the cluster of migration.json');
});

it('tells apart kinds of nodes that have one name in several folders', () => {
  const old = without(NODES, /^(mixed|disabled|n-plus-1)\/|migration\.json$/);
  const renamed = { ...old, files: new Map([...old.files].map(([path, content]) => [path.replace('ip-10-0', 'ip-10-9'), content])) };
  const { nodes } = verify({ directories: [inside('.', { 'a/x': old, 'b/y': renamed })] }).seen;
  expect(nodes.map(({ found }) => found[0])).toEqual(['kube-apiserver 1.26.15', 'kubelet of unknown version']);
});
