import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { NodeFile, NodeFiles, NodeRole, NodeSide } from '../../src';
import { printable } from '../../src/lib/text/printable';
import { readTree } from '../golden';
import { emptyFolder } from '../scratch';

let dir: string;
let nodes: string;
beforeEach(() => {
  dir = emptyFolder();
  nodes = join(dir, 'nodes');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function nodeFiles(...files: (Partial<NodeFile> & { path: string })[]): NodeFiles {
  const chart = new Chart(new App({ outdir: join(dir, 'dist') }), 'chart');
  const construct = new NodeFiles(chart, 'files');
  for (const file of files) construct.addFile({ role: NodeRole.WORKER, side: NodeSide.N, node: 'w1', content: `${file.path}\n`, ...file });
  return construct;
}

function paths(): string[] {
  return [...readTree(nodes).keys()];
}

function index(): { path: string }[] {
  return JSON.parse(readFileSync(join(nodes, 'files.json'), 'utf8')) as { path: string }[];
}

describe('NodeFiles writes', () => {
  it('each file below its role, side and node, and an index with mode, owner and hash', () => {
    const written = nodeFiles(
      { path: '/etc/x.conf' },
      { path: '/etc/kubernetes/manifests/x.yaml', role: NodeRole.CONTROL_PLANE, side: NodeSide.N_PLUS_1, node: 'cp1.example.com' },
      { path: '/etc/secret', mode: '0400', owner: 'etcd:etcd' },
    ).write(nodes);
    const expected = ['control-plane-n-plus-1/cp1.example.com/etc/kubernetes/manifests/x.yaml', 'worker-n/w1/etc/secret', 'worker-n/w1/etc/x.conf'];
    expect(written).toEqual([...expected, 'files.json']);
    expect(paths()).toEqual([expected[0], 'files.json', ...expected.slice(1)]);
    expect(readFileSync(join(nodes, expected[2]), 'utf8')).toBe('/etc/x.conf\n');
    expect(index()).toEqual([
      { path: expected[0], mode: '0600', owner: 'root:root', sha256: 'be50366c7f0cf943c4bbcaa24c11d60d9b6916a653acdd016dfe22f4bf478d99' },
      { path: expected[1], mode: '0400', owner: 'etcd:etcd', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { path: expected[2], mode: '0644', owner: 'root:root', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it('the same bytes again, whatever the order', () => {
    nodeFiles({ path: '/a' }, { path: '/b' }).write(nodes);
    const first = readTree(nodes);
    nodeFiles({ path: '/b' }, { path: '/a' }).write(nodes);
    expect(readTree(nodes)).toEqual(first);
  });

  it('and removes what an earlier run wrote, with the folders it leaves empty, but no other file', () => {
    nodeFiles({ path: '/etc/a' }, { path: '/etc/deep/er/b' }, { path: '/etc/shared/c' }).write(nodes);
    writeFileSync(join(nodes, 'worker-n/w1/etc/shared/mine'), 'mine');
    writeFileSync(join(nodes, 'NOTES.md'), 'mine');
    nodeFiles({ path: '/etc/a' }).write(nodes);
    expect(paths()).toEqual(['NOTES.md', 'files.json', 'worker-n/w1/etc/a', 'worker-n/w1/etc/shared/mine']);
    expect(existsSync(join(nodes, 'worker-n/w1/etc/deep'))).toBe(false);
  });

  it('also where a file has become a folder, or a folder a file', () => {
    nodeFiles({ path: '/etc/a' }, { path: '/opt/b/c' }).write(nodes);
    nodeFiles({ path: '/etc/a/now' }, { path: '/opt/b' }).write(nodes);
    expect(paths()).toEqual(['files.json', 'worker-n/w1/etc/a/now', 'worker-n/w1/opt/b']);
  });
});

it('a run that fails half way leaves everything as it was', () => {
  nodeFiles({ path: '/a' }, { path: '/old' }).write(nodes);
  mkdirSync(join(nodes, 'worker-n/w1/z'));
  writeFileSync(join(nodes, 'worker-n/w1/z/mine'), 'mine');
  const before = readTree(dir);
  expect(() => nodeFiles({ path: '/a', content: 'new' }, { path: '/z' }).write(nodes)).toThrow(new Error(
    `'${join(nodes, 'worker-n/w1/z')}' is yours, and a file of ours must be in its place; move it away and run again`));
  expect(readTree(dir)).toEqual(before);
});

describe('NodeFiles refuses', () => {
  it.each(['', 'nodes', 'deep/nodes'])('the output folder of cdk8s: dist/%s', (sub) => {
    const outdir = join(dir, 'dist', sub);
    expect(() => nodeFiles({ path: '/a' }).write(outdir)).toThrow(new Error(
      `outdir '${outdir}' is in the output folder '${join(dir, 'dist')}' of the app, where every .yaml file is taken as a manifest; use a folder `
        + 'beside it, for example \'nodes\'',
    ));
    expect(existsSync(outdir)).toBe(false);
  });

  it('nothing beside it, also under a similar name', () => {
    expect(() => nodeFiles({ path: '/a' }).write(join(dir, 'dist-nodes'))).not.toThrow();
    expect(() => nodeFiles({ path: '/a' }).write(join(dir, 'dist', '..', 'nodes'))).not.toThrow();
  });

  it.each(['', '..', '../w1', 'a/b', 'UPPER', '-a', 'a-', 'a b', '.', 'a\n'])('the node name %j', (node) => {
    expect(() => nodeFiles({ path: '/a', node })).toThrow(new Error(`node name '${printable(node)}' is not a DNS subdomain; use the name that `
      + '\'kubectl get nodes\' shows'));
  });

  it.each(['', 'etc/a', '/', '/etc/../a', '/..', '/./a', '/etc//a', '/etc/', '/a\0b', '/a\\..\\b'])('the path %j', (path) => {
    expect(() => nodeFiles({ path })).toThrow(new Error(
      `path '${printable(path)}' of node 'w1' is not an absolute path of a file; give one like '/etc/kubernetes/cloud.conf'`,
    ));
  });

  it('two files at one place', () => {
    expect(() => nodeFiles({ path: '/a' }, { path: '/a' })).toThrow(new Error("two node files for 'worker-n/w1/a'; a node has one file at a path"));
  });

  it.each([[[]], [['/b']]])('to take the place of a file that no earlier run wrote: %j', (earlier) => {
    if (earlier.length > 0) nodeFiles(...earlier.map(path => ({ path }))).write(nodes);
    mkdirSync(join(nodes, 'worker-n/w1'), { recursive: true });
    writeFileSync(join(nodes, 'worker-n/w1/a'), 'mine');
    const before = readTree(nodes);
    expect(() => nodeFiles({ path: '/a' }).write(nodes)).toThrow(new Error(
      `'${join(nodes, 'worker-n/w1/a')}' is not in '${join(nodes, 'files.json')}', so it is yours, and a file of ours must be in its place; move it `
        + 'away and run again'));
    expect(readTree(nodes)).toEqual(before);
    nodeFiles({ path: '/a', content: 'mine' }).write(nodes);
    expect(index().map(({ path }) => path)).toEqual(['worker-n/w1/a']);
  });

  it('an index that is none, and leaves everything as it was', () => {
    for (const text of ['not json', '{}', '[{"file": "a"}]']) {
      mkdirSync(nodes, { recursive: true });
      writeFileSync(join(nodes, 'files.json'), text);
      expect(() => nodeFiles({ path: '/a' }).write(nodes)).toThrow(new Error(
        `'${join(nodes, 'files.json')}' is not an index of this library's files, so stale files cannot be told from yours; move it away and run `
          + 'again',
      ));
      expect(readTree(nodes)).toEqual(new Map([['files.json', text]]));
    }
  });

  it.each(['../victim', '/victim', 'a/../../victim', ''])('an index that points outside, %j, and leaves everything as it was', (path) => {
    mkdirSync(nodes, { recursive: true });
    writeFileSync(join(dir, 'victim'), 'mine');
    const text = JSON.stringify([{ path }]);
    writeFileSync(join(nodes, 'files.json'), text);
    expect(() => nodeFiles({ path: '/a' }).write(nodes)).toThrow(new Error(
      `'${path}' in '${join(nodes, 'files.json')}' points outside its folder; move the index away and run again`,
    ));
    expect(readTree(dir)).toEqual(new Map([['nodes/files.json', text], ['victim', 'mine']]));
  });
});

describe('a file with a password in it', () => {
  const CLOUD_CONFIG = { path: '/etc/kubernetes/vsphere.conf', content: '[Global]\npassword = "hunter2"\n' };
  const PLACE = 'worker-n/w1/etc/kubernetes/vsphere.conf';

  it('is for root only, here and on the node, and is kept out of what is committed', () => {
    nodeFiles(CLOUD_CONFIG, { path: '/etc/a' }).write(nodes);
    expect(statSync(join(nodes, PLACE)).mode % 0o1000).toBe(0o600);
    expect(index()).toEqual([expect.objectContaining({ mode: '0644' }), expect.objectContaining({ path: PLACE, mode: '0600' })]);
    const ignored = readFileSync(join(nodes, '.gitignore'), 'utf8');
    expect(ignored.split('\n').filter(line => line !== '' && !line.startsWith('#'))).toEqual([`/${PLACE}`]);
    expect(ignored).toContain('sops');
    expect(ignored).not.toContain('hunter2');
    expect(nodeFiles(CLOUD_CONFIG, { path: '/etc/a' }).write(nodes)).toContain('.gitignore');
  });

  it('may be committed where that is asked for, and then ours keeps nothing out', () => {
    nodeFiles(CLOUD_CONFIG).write(nodes);
    nodeFiles(CLOUD_CONFIG).write(nodes, true);
    expect(existsSync(join(nodes, '.gitignore'))).toBe(false);
    expect(statSync(join(nodes, PLACE)).mode % 0o1000).toBe(0o600);
  });

  it('fails where a .gitignore of the user is in the place, and writes nothing', () => {
    mkdirSync(nodes);
    writeFileSync(join(nodes, '.gitignore'), 'mine\n');
    expect(() => nodeFiles(CLOUD_CONFIG).write(nodes)).toThrow(`'${join(nodes, '.gitignore')}' is yours, and must keep '${PLACE}' out of what is `
      + 'committed');
    expect(paths()).toEqual(['.gitignore']);
    expect(() => nodeFiles({ path: '/etc/a' }).write(nodes)).not.toThrow();
    expect(readFileSync(join(nodes, '.gitignore'), 'utf8')).toBe('mine\n');
  });

  it.each([
    ['/etc/kubernetes/manifests/a.yaml', 'spec:\n  secretToken: x\n'],
    ['/var/lib/kubelet/kubeadm-flags.env', 'A="--image-credential-provider-config=/etc/a"\n'],
    ['/etc/a.yaml', 'kind: Pod\nmetadata: {labels: {token: x}}\n'],
  ])('is not %s, whose words are names', (path, content) => {
    nodeFiles({ path, content }).write(nodes);
    expect(existsSync(join(nodes, '.gitignore'))).toBe(false);
  });
});

describe('NodeFiles takes no file', () => {
  it.each(['/etc/kubernetes/manifests/kcm$(touch${IFS}x).yaml', '/etc/a b', '/etc/a;b', '/etc/\u202ea', '/etc/a\nb', '/etc/-a'])('at %j, which a '
    + 'shell, a terminal or a reader would take for more', path => {
    expect(() => nodeFiles({ path })).toThrow(/^path '.*' of node 'w1' is not an absolute path of a file; give one like/);
  });
});
