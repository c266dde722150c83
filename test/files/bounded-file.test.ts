import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readBounded } from '../../src/files/bounded-file';
import { MAX_FILE_BYTES } from '../../src/files/limits';
import { readDirectory } from '../../src/files/read-directory';

let dir: string;
let root: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'bounded-')));
  root = join(dir, 'in');
  mkdirSync(root);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function read(name: string) {
  return readBounded(join(root, name), root);
}

describe('readBounded', () => {
  it('gives the text of a file, a byte order mark in it', () => {
    writeFileSync(join(root, 'a'), '\uFEFFa: ü\r\n');
    expect(read('a')).toEqual({ text: '\uFEFFa: ü\r\n' });
  });

  it('gives the text of an empty file and of a file of the limit', () => {
    writeFileSync(join(root, 'empty'), '');
    writeFileSync(join(root, 'full'), 'x'.repeat(MAX_FILE_BYTES));
    expect(read('empty')).toEqual({ text: '' });
    expect(read('full')).toEqual({ text: 'x'.repeat(MAX_FILE_BYTES) });
  });

  it('follows a link within the folder', () => {
    writeFileSync(join(root, 'a'), 'text');
    symlinkSync('a', join(root, 'b'));
    expect(read('b')).toEqual({ text: 'text' });
  });

  it('says of a link out of the folder where it leads, and reads nothing there', () => {
    writeFileSync(join(dir, 'secret'), 'text');
    symlinkSync('../secret', join(root, 'a'));
    symlinkSync('/proc/kmsg', join(root, 'b'));
    expect(read('a')).toEqual({
      unreadable: "it is a link to '../secret', out of the folder that was handed in, which is not followed; put the file "
      + 'itself there',
      linkTo: '../secret',
    });
    expect(read('b')).toEqual({
      unreadable: "it is a link to '/proc/kmsg', out of the folder that was handed in, which is not followed; put the "
      + 'file itself there',
      linkTo: '/proc/kmsg',
    });
  });

  it('takes a link to /dev/null for an empty file, which is how a service is masked', () => {
    symlinkSync('/dev/null', join(root, 'a'));
    expect(read('a')).toEqual({ text: '' });
  });

  it('takes no folder beside it for the folder itself', () => {
    mkdirSync(`${root}-other`);
    writeFileSync(join(`${root}-other`, 'a'), 'text');
    symlinkSync(join(`${root}-other`, 'a'), join(root, 'a'));
    expect(read('a')).toEqual({ unreadable: expect.stringContaining('out of the folder') as string, linkTo: join(`${root}-other`, 'a') });
  });

  it('says of a link to nowhere, or to itself, that it is one', () => {
    symlinkSync('none', join(root, 'a'));
    symlinkSync('b', join(root, 'b'));
    expect(read('a')).toEqual({ unreadable: "it is a link to 'none', which is not there; put the file itself there", linkTo: 'none' });
    expect(read('b')).toEqual({ unreadable: "it is a link to 'b', which is not there; put the file itself there", linkTo: 'b' });
  });

  it('says of a link to a folder that it is not followed', () => {
    mkdirSync(join(root, 'folder'));
    symlinkSync('folder', join(root, 'a'));
    expect(read('a'))
      .toEqual({
        unreadable: `it is a link to the folder '${join(
          root, 'folder',
        )}', which is not followed; hand in the folder itself`,
        isReadElsewhere: true,
      });
  });

  it('waits for no pipe', () => {
    execFileSync('mkfifo', [join(root, 'a')]);
    expect(read('a')).toEqual({ unreadable: 'it is a pipe, a socket or a device; hand in regular files only', isInert: true });
  });

  it('reads at most the limit', () => {
    writeFileSync(join(root, 'a'), '');
    truncateSync(join(root, 'a'), 2 ** 40); // a hole of a terabyte
    expect(read('a')).toEqual({ unreadable: `the file has ${2 ** 40} bytes, the limit is ${MAX_FILE_BYTES}`, isInert: true });
    writeFileSync(join(root, 'b'), 'text\n'.repeat(MAX_FILE_BYTES / 5 + 1));
    expect(read('b')).toEqual({ unreadable: `the file has ${MAX_FILE_BYTES + 5} bytes, the limit is ${MAX_FILE_BYTES}` });
  });

  it('reads at most the limit of a file that says it is empty', () => {
    // 0 bytes by its own account, some more in fact: /proc has such files.
    expect(readBounded('/proc/self/status', '/')).toEqual({ text: expect.stringMatching(/^Name:/) as string });
  });

  it('says what is no text', () => {
    writeFileSync(join(root, 'a'), new Uint8Array([0xff, 0x00]));
    writeFileSync(join(root, 'b'), 'a\0b');
    expect([read('a'), read('b')])
      .toEqual([{ unreadable: 'the file is not UTF-8 text', isInert: true }, { unreadable: 'the file is not text', isInert: true }]);
  });

  it.each<[string, readonly number[], string]>([
    ['UTF-16', [0xff, 0xfe, 0x61, 0], 'it is UTF-16 text; save it as UTF-8'],
    ['UTF-16 the other way round', [0xfe, 0xff, 0, 0x61], 'it is UTF-16 text; save it as UTF-8'],
    ['gzip', [0x1f, 0x8b, 8], 'it is an archive or compressed, and is not opened; hand in what is in it'],
    ['zip', [0x50, 0x4b, 3, 4, 0], 'it is an archive or compressed, and is not opened; hand in what is in it'],
    ['tar', [...new Array<number>(257).fill(0), 0x75, 0x73, 0x74, 0x61, 0x72], 'it is an archive or compressed, and is not opened; hand in what is '
      + 'in it'],
  ])('says that %s may hold something', (_, bytes, unreadable) => {
    writeFileSync(join(root, 'a'), new Uint8Array(bytes));
    expect(read('a')).toEqual({ unreadable });
  });
});

describe('readDirectory', () => {
  it('opens no key and no kubeconfig, and sees that they are there', () => {
    const paths = [
      'node/etc/kubernetes/pki/ca.key', 'node/etc/kubernetes/admin.conf', 'node/etc/kubernetes/kubelet.conf', 'var/lib/kubelet/pki/kubelet.pem',
      'root/.kube/config',
    ];
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync('/nowhere', join(root, path)); // opening it would say so
    }
    expect([...readDirectory('in', dir).files].sort(([a], [b]) => a < b ? -1 : 1)).toEqual(
      [...paths].sort().map(path => [path, { unreadable: 'it may be a key or a kubeconfig, which is never read' }]));
  });

  it('takes a controller manager\'s kubeconfig, and no credentials', () => {
    const path = 'node/etc/kubernetes/controller-manager.conf';
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'kind: Config\nusers:\n- user: {token: secret}\nclusters: []\n');
    const text = 'kind: Config\nusers:\n- user: {token: Y3V0}\nclusters: []\n';
    expect([...readDirectory('in', dir).files]).toEqual([[path, { text, cut: 'users' }]]);
  });

  it('names what it could not read, and leaves nothing out', () => {
    writeFileSync(join(root, 'a.yaml'), 'a: 1');
    symlinkSync('/dev/zero', join(root, 'b.yaml'));
    execFileSync('mkfifo', [join(root, 'c.yaml')]);
    symlinkSync('none', join(root, 'd.yaml'));
    const { files } = readDirectory('in', dir);
    expect([...files.keys()].sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml']);
    expect([...files.values()].filter(content => 'text' in content)).toEqual([{ text: 'a: 1' }]);
  });
});
