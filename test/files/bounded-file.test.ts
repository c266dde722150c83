import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MAX_FILE_BYTES, readBounded } from '../../src/files/bounded-file';
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
    expect(read('a')).toEqual({ unreadable: "it is a link to '../secret', out of the folder that was handed in, which is not followed; put the file itself there" });
    expect(read('b')).toEqual({ unreadable: "it is a link to '/proc/kmsg', out of the folder that was handed in, which is not followed; put the file itself there" });
  });

  it('takes no folder beside it for the folder itself', () => {
    mkdirSync(`${root}-other`);
    writeFileSync(join(`${root}-other`, 'a'), 'text');
    symlinkSync(join(`${root}-other`, 'a'), join(root, 'a'));
    expect(read('a')).toEqual({ unreadable: expect.stringContaining('out of the folder') as string });
  });

  it('says of a link to nowhere, or to itself, that it is one', () => {
    symlinkSync('none', join(root, 'a'));
    symlinkSync('b', join(root, 'b'));
    expect(read('a')).toEqual({ unreadable: "it is a link to 'none', which is not there; put the file itself there" });
    expect(read('b')).toEqual({ unreadable: "it is a link to 'b', which is not there; put the file itself there" });
  });

  it('says of a link to a folder that it is not followed', () => {
    mkdirSync(join(root, 'folder'));
    symlinkSync('folder', join(root, 'a'));
    expect(read('a')).toEqual({ unreadable: `it is a link to the folder '${join(root, 'folder')}', which is not followed; hand in the folder itself` });
  });

  it('waits for no pipe', () => {
    execFileSync('mkfifo', [join(root, 'a')]);
    expect(read('a')).toEqual({ unreadable: 'it is a pipe, a socket or a device; hand in regular files only' });
  });

  it('reads at most the limit', () => {
    writeFileSync(join(root, 'a'), '');
    truncateSync(join(root, 'a'), 2 ** 40); // a hole of a terabyte
    expect(read('a')).toEqual({ unreadable: `the file has ${2 ** 40} bytes, the limit is ${MAX_FILE_BYTES}` });
  });

  it('reads at most the limit of a file that says it is empty', () => {
    // 0 bytes by its own account, some more in fact: /proc has such files.
    expect(readBounded('/proc/self/status', '/')).toEqual({ text: expect.stringMatching(/^Name:/) as string });
  });

  it('says what is no text', () => {
    writeFileSync(join(root, 'a'), new Uint8Array([0xff, 0xfe]));
    writeFileSync(join(root, 'b'), 'a\0b');
    expect([read('a'), read('b')]).toEqual([{ unreadable: 'the file is not UTF-8 text' }, { unreadable: 'the file is not text' }]);
  });
});

describe('readDirectory', () => {
  it('opens no key and no kubeconfig, and sees that they are there', () => {
    const paths = [
      'node/etc/kubernetes/pki/ca.key', 'node/etc/kubernetes/admin.conf', 'node/etc/kubernetes/cloud-controller-manager.conf', 'var/lib/kubelet/pki/kubelet.pem', 'root/.kube/config',
    ];
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync('/nowhere', join(root, path)); // opening it would say so
    }
    expect([...readDirectory('in', dir).files].sort(([a], [b]) => a < b ? -1 : 1)).toEqual(
      [...paths].sort().map(path => [path, { unreadable: 'it may be a key or a kubeconfig, which is never read' }]));
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
