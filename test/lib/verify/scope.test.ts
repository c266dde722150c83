import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SCOPE } from './nothing-in-scope';
import { readDirectory, readStandardInput } from '../../../src/files/read-directory';
import { generatedKubernetesReleases } from '../../../src/lib/facts/generated';
import { scopeFiles, scopeOf, scopeText } from '../../../src/lib/verify/scope';
import { verify } from '../../../src/lib/verify/verify';
import { node } from '../rules/input';

const TOOL = { name: 'test', version: '1.2.3' };
const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'scope-')); });
afterEach(() => rmSync(dir, { recursive: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

describe('what an answer is about', () => {
  it('has each file once with the sum that sha256sum prints, and the sum of that list', () => {
    write({ 'in/b.yaml': 'b: 1\r\n', 'in/a.yaml': '\ufeffa: ü\n', 'in/sub/c.yaml': 'c: 1\n', 'in/bytes': new Uint8Array([0, 255]) });
    const given = ['in', 'in/sub'].map(name => readDirectory(name, dir));
    const { inputs, sum } = scopeOf({ given, tool: TOOL, options: [] });
    const printed = execFileSync('sha256sum', ['in/a.yaml', 'in/b.yaml', 'in/sub/c.yaml'], { cwd: dir, encoding: 'utf8' });
    expect(inputs.map(({ file, sha256: own }) => `${own}  ${file}\n`).join('')).toBe(printed);
    expect(sum).toBe(sha256(printed));
  });

  it('says of a kubeconfig that its credentials were cut off, and has the sum of the rest', () => {
    const [cluster, users] = ['apiVersion: v1\nkind: Config\nclusters: []\n', 'users:\n- {name: a, user: {token: hunter2}}\n'];
    write({
      'in/etc/kubernetes/controller-manager.conf': cluster + users, 'in/etc/kubernetes/cloud-controller-manager.conf': cluster,
    });
    expect(scopeFiles([readDirectory('in', dir)])).toStrictEqual([
      { file: 'in/etc/kubernetes/cloud-controller-manager.conf', sha256: sha256(cluster) },
      { file: 'in/etc/kubernetes/controller-manager.conf', sha256: sha256(cluster + users.replace('hunter2', 'Y3V0')), cut: 'users' },
    ]);
  });

  it('has the sum of all bytes of JSON that is too large to be one text', async () => {
    const text = JSON.stringify({
      apiVersion: 'v1',
      kind: 'List',
      items: Array.from({ length: 9000 }, (_, index) => ({
        apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `a-${index}`, namespace: 'default' }, data: { text: 'ü'.repeat(60) },
      })),
    });
    const bytes = new TextEncoder().encode(text);
    const parts = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536));
    const directory = await readStandardInput((async function* () { await Promise.resolve(); yield* parts; })());
    expect([...directory.files.values()].map(content => 'parts' in content)).toStrictEqual([true]);
    expect(scopeFiles([directory])).toStrictEqual([{ file: '-', sha256: sha256(bytes) }]);
  });

  it('says which releases the tables know: not those that are out and unread', () => {
    const last = generatedKubernetesReleases().at(-1)!;
    const { kubernetes, cloudProviderAws } = SCOPE.tables;
    expect(kubernetes.from).toBe('1.20');
    expect(kubernetes.to.startsWith(`${last.minor}.`)).toBe(true);
    expect(last.unread).not.toContain(kubernetes.to);
    expect(cloudProviderAws.to).toMatch(/^v1\.\d+\.\d+$/);
  });

  it('names a component of kubeadm\'s configuration once for all nodes', () => {
    const { seen } = verify({ directories: [readDirectory('input', resolve(__dirname, '../../../examples/kubeadm'))] });
    const found = ['KCM 1.26.15', 'kube-apiserver 1.26.15'];
    expect(seen.nodes.at(-1)).toStrictEqual({ label: 'the kubeadm configuration of node of input', found });
  });

  it('names ten of many nodes that are alike, and counts the others', () => {
    const files = Array.from({ length: 12 }, (_, index) => Object.entries(node({})).map(
      ([path, text]) => [`cp-${10 + index}/${path}`, { text }] as const));
    const [{ label }] = verify({ directories: [{ name: 'in', files: new Map(files.flat()) }] }).seen.nodes;
    expect(label).toBe(`12 nodes ${Array.from({ length: 10 }, (_, index) => `in/cp-${10 + index}`).join(', ')} and 2 more`);
  });

  it('is one sentence for people, with the options that matter', () => {
    const given = [{ name: 'a', files: new Map(Object.entries(node({})).map(([path, text]) => [path, { text }])) }];
    const { seen } = verify({ directories: given });
    const scope = scopeOf({ given, tool: TOOL, options: ['--kubernetes-version 1.26'] });
    expect(scopeText(scope, seen)).toBe(`${scope.inputs.length} file${scope.inputs.length === 1 ? '' : 's'} (SHA-256 of their list `
      + `${scope.sum.slice(0, 12)}), 1 node and 1 controller manager; test 1.2.3, which knows Kubernetes 1.20 to ${scope.tables.kubernetes.to} and `
      + `cloud-provider-aws to ${scope.tables.cloudProviderAws.to}; with --kubernetes-version 1.26`);
    expect(scopeText(scope, { ...seen, phases: [{ name: 'n', file: 'a' }, { name: 'mixed', file: 'b' }] }))
      .toContain('1 controller manager in 2 phases together;');
  });
});
