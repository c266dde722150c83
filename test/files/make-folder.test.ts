import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../src/files/make-folder';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'make-folder-')); });
afterEach(() => rmSync(root, { recursive: true }));

it('makes what is missing above it, and is content where it is there', () => {
  const folder = join(root, 'a', 'b', 'c');
  for (let times = 0; times < 2; times++) {
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
  }
});

it.each([['/proc/none/of/it', 'ENOENT'], ['file/below', 'ENOTDIR']])('ends where %s cannot be made', (path, code) => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(path.startsWith('/') ? path : join(root, path))).toThrow(expect.objectContaining({ code }));
});
