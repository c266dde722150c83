import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFiles, writeNewFiles } from '../../src/files/new-files';
import { readTree } from '../golden';

const FILES = [{ path: 'a.txt', content: 'a\n' }, { path: 'deep/er/b.txt', content: 'b\n' }];

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'new-files-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('what a folder has already of some files', () => {
  it('is nothing, where the folder does not exist', () => {
    expect(newFiles(join(root, 'app'), FILES)).toStrictEqual({ missing: FILES, inTheWay: [] });
  });

  it('leaves out files with the same bytes', () => {
    writeFileSync(join(root, 'a.txt'), 'a\n');
    expect(newFiles(root, FILES)).toStrictEqual({ missing: [FILES[1]], inTheWay: [] });
  });

  it('names everything in the way: other bytes, a folder, a link, a file where a folder must be', () => {
    writeFileSync(join(root, 'a.txt'), 'mine\n');
    writeFileSync(join(root, 'deep'), '');
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'same'), 'c\n');
    symlinkSync('same', join(root, 'link'));
    const more = ['folder', 'link'].map(path => ({ path, content: 'c\n' }));
    expect(newFiles(root, [...FILES, ...more])).toStrictEqual({ missing: [], inTheWay: ['a.txt', 'deep', 'folder', 'link'] });
  });
});

describe('files that are not there', () => {
  it('are written, with the folders above them and nothing beside them', () => {
    writeNewFiles(join(root, 'new', 'app'), FILES);
    expect(Object.fromEntries(readTree(root))).toStrictEqual({ 'new/app/a.txt': 'a\n', 'new/app/deep/er/b.txt': 'b\n' });
  });

  it('fails where a file has come meanwhile, which stays, and leaves nothing of its own', () => {
    mkdirSync(join(root, 'app'));
    mkdirSync(join(root, 'app', 'z'));
    writeFileSync(join(root, 'app', 'z', 'last'), 'mine\n');
    expect(() => writeNewFiles(join(root, 'app'), [...FILES, { path: 'z/last', content: 'ours\n' }])).toThrow('EEXIST');
    expect(Object.fromEntries(readTree(root))).toStrictEqual({ 'app/z/last': 'mine\n' });
    expect(existsSync(join(root, 'app', 'deep'))).toBe(false);
  });

  it('fails where the folder cannot be made, and leaves nothing of its own', () => {
    writeFileSync(join(root, 'file'), 'mine\n');
    expect(() => writeNewFiles(join(root, 'file', 'app'), FILES)).toThrow('ENOTDIR');
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('mine\n');
  });
});
