import fs, {
  chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exchangeFolder, FolderFile, inOutputFolder, isExchanged, settledFolder } from '../../src/files/exchange-folder';
import { readTree } from '../golden';

let dir: string;
let folder: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'exchange-'));
  folder = join(dir, 'out');
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

const files = (texts: Record<string, string>): FolderFile[] => Object.entries(texts).map(([path, content]) => ({ path, content }));

function write(texts: Record<string, string>, stale: string[] = []): void {
  exchangeFolder(settledFolder(folder), files(texts), new Set(stale));
}

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const tree = () => Object.fromEntries(readTree(folder));
const OLD = { 'a/same': 'same', 'a/changed': 'old', 'gone/b': 'old' };
const MINE = { 'a/mine': 'mine', 'MINE.md': 'mine' };
const NEW = { 'a/same': 'same', 'a/changed': 'new', 'c/d/new': 'new' };

/** A folder of ours with files of the user in it. */
function begin(): void {
  write(OLD);
  for (const [path, content] of Object.entries(MINE)) put(path, content);
}

/** What changes the file system. */
const CHANGES = ['chmodSync', 'linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'symlinkSync', 'writeFileSync'] as const;

/** From the given change on, the first or all fail. @returns how many changes there were */
function failFrom(first: number, isKilled: boolean, run: () => void): number {
  let count = 0;
  for (const name of CHANGES) {
    const real = fs[name] as (...args: unknown[]) => unknown;
    jest.spyOn(fs, name).mockImplementation(((...args: unknown[]) => {
      if (count++ >= first && (isKilled || count === first + 1)) throw new Error('killed');
      return real(...args);
    }) as never);
  }
  try {
    run();
  } catch (error) {
    expect((error as Error).message).toBe('killed');
  } finally {
    jest.restoreAllMocks();
  }
  return count;
}

describe('the folder is exchanged', () => {
  it('with what is new, without what is stale, and with all that is the user\'s', () => {
    begin();
    mkdirSync(join(folder, 'mine/empty'), { recursive: true });
    mkdirSync(join(folder, 'a/private'), { mode: 0o700 });
    symlinkSync('nowhere', join(folder, 'a/link'));
    chmodSync(join(folder, 'a/mine'), 0o640);
    const inode = statSync(join(folder, 'a/mine')).ino;
    write(NEW, ['gone/b']);
    expect(Object.fromEntries(Object.keys(tree()).map(path => [path, tree()[path]]))).toMatchObject({ ...NEW, ...MINE });
    expect(existsSync(join(folder, 'gone'))).toBe(false);
    expect(existsSync(join(folder, 'mine/empty'))).toBe(true);
    expect(readlinkSync(join(folder, 'a/link'))).toBe('nowhere');
    expect(statSync(join(folder, 'a/private')).mode % 0o1000).toBe(0o700);
    expect(statSync(join(folder, 'a/mine')).mode % 0o1000).toBe(0o640);
    expect(statSync(join(folder, 'a/mine')).ino).toBe(inode);
    expect(readdirSync(dir)).toEqual(['out']);
  });

  it('not at all where nothing changes', () => {
    begin();
    const inode = statSync(folder).ino;
    write(OLD);
    expect(statSync(folder).ino).toBe(inode);
    write({ ...OLD, 'a/same': 'else' });
    expect(statSync(folder).ino).not.toBe(inode);
  });

  it('where it is a link, at the place that the link points to', () => {
    mkdirSync(join(dir, 'real'));
    symlinkSync('real', folder);
    write(NEW);
    expect(readlinkSync(folder)).toBe('real');
    expect(tree()).toEqual(NEW);
  });

  it('where the link points to a place that is not there yet', () => {
    mkdirSync(join(dir, 'below'));
    symlinkSync('below', join(dir, 'parent'));
    symlinkSync('../real', join(dir, 'below/link'));
    exchangeFolder(settledFolder(join(dir, 'parent/link')), files(NEW), new Set());
    expect(Object.fromEntries(readTree(join(dir, 'real')))).toEqual(NEW);
    expect(readlinkSync(join(dir, 'below/link'))).toBe('../real');
  });

  it('with the permissions that are asked for', () => {
    exchangeFolder(settledFolder(folder), [{ path: 'run', content: '', mode: 0o755 }], new Set());
    expect(statSync(join(folder, 'run')).mode % 0o1000).toBe(0o755);
  });
});

describe('a run that', () => {
  const total = () => {
    begin();
    const changes = failFrom(Infinity, false, () => write(NEW, ['gone/b']));
    expect(tree()).toEqual({ ...NEW, ...MINE });
    return changes;
  };

  it('fails anywhere leaves the folder as it was, and nothing beside it', () => {
    const changes = total();
    expect(changes).toBeGreaterThan(10);
    let failed = 0;
    for (let first = 0; first < changes; first++) {
      rmSync(dir, { recursive: true });
      begin();
      failFrom(first, false, () => write(NEW, ['gone/b']));
      const now = tree();
      if (now['a/changed'] === 'new') {
        // Only what was before could not be removed any more.
        expect(now).toEqual({ ...NEW, ...MINE });
      } else {
        failed++;
        expect(now).toEqual({ ...OLD, ...MINE });
        if (first > 2) expect(readdirSync(dir)).toEqual(['out']);
      }
    }
    expect(failed).toBeGreaterThan(10);
  });

  it('is killed anywhere leaves the old folder or the new one, never a part, and the next run needs no help', () => {
    const changes = total();
    let missing = 0;
    for (let first = 0; first < changes; first++) {
      rmSync(dir, { recursive: true });
      begin();
      failFrom(first, true, () => write(NEW, ['gone/b']));
      if (existsSync(folder)) {
        expect([{ ...OLD, ...MINE }, { ...NEW, ...MINE }]).toContainEqual(tree());
      } else {
        missing++;
      }
      write(NEW, ['gone/b']);
      expect(tree()).toEqual({ ...NEW, ...MINE });
      expect(readdirSync(dir)).toEqual(['out']);
    }
    // Between two renames the folder has no name; no file system that Node knows exchanges two.
    expect(missing).toBe(1);
  });

  it('is killed for the first time leaves nothing or all', () => {
    const changes = failFrom(Infinity, false, () => write(NEW));
    for (let first = 0; first < changes; first++) {
      rmSync(folder, { recursive: true, force: true });
      failFrom(first, true, () => write(NEW));
      expect(existsSync(folder) ? tree() : NEW).toEqual(NEW);
      write(NEW);
      expect(tree()).toEqual(NEW);
      expect(readdirSync(dir)).toEqual(['out']);
    }
  });

  it('was killed between the two renames of a folder behind a link needs no help either', () => {
    mkdirSync(join(dir, 'real'));
    symlinkSync('real', folder);
    begin();
    renameSync(join(dir, 'real'), join(dir, '.real.ccm-migration-old'));
    write(NEW, ['gone/b']);
    expect(tree()).toEqual({ ...NEW, ...MINE });
    expect(readdirSync(dir).sort()).toEqual(['out', 'real']);
  });

  it('was killed before the user made the folder anew is not guessed about', () => {
    begin();
    const [fresh, old] = ['new', 'old'].map(which => join(dir, `.out.ccm-migration-${which}`));
    renameSync(folder, old);
    mkdirSync(fresh);
    put('other', 'mine');
    expect(() => settledFolder(folder)).toThrow(new Error(
      `'${old}' is what was in '${folder}' when an earlier run was killed, and '${folder}' was created again since; remove the one that you do not `
        + 'need and run again'));
    expect(readFileSync(join(old, 'a/mine'), 'utf8')).toBe('mine');
  });
});

describe('what is the user\'s is refused, not overwritten,', () => {
  it.each<[string, string, string, string]>([
    ['a file where a folder must be', 'x', 'x/y', 'folder'],
    ['a folder with a file where a file must be', 'x/y/z', 'x', 'file'],
  ])('%s', (_, mine, ours, kind) => {
    put(mine, 'mine');
    expect(() => write({ [ours]: 'ours' })).toThrow(new Error(`'${join(folder, 'x')}' is yours, and a ${kind} of ours must be in its place; move it `
      + 'away and run again'));
    expect(tree()).toEqual({ [mine]: 'mine' });
    expect(readdirSync(dir)).toEqual(['out']);
  });

  it('and so is the folder of the program, and one that cannot be renamed', () => {
    put('mine', 'mine');
    jest.spyOn(process, 'cwd').mockReturnValue(folder);
    expect(() => write(NEW)).toThrow(`outdir '${folder}' holds the folder that the program runs in, '${folder}', and is exchanged as a whole; use a `
      + 'folder in it');
    jest.restoreAllMocks();
    jest.spyOn(fs, 'renameSync').mockImplementation(() => { throw Object.assign(new Error('EBUSY: busy'), { code: 'EBUSY' }); });
    expect(() => write(NEW)).toThrow(new Error(
      `outdir '${folder}' cannot be exchanged as a whole (EBUSY: busy); use a folder that is no mount point and whose parent can be written, for `
        + `example '${join(folder, 'nodes')}'`));
    expect(tree()).toEqual({ mine: 'mine' });
  });
});

describe('a look without the lock', () => {
  it('finds work to do where another process takes a file away while we look', () => {
    begin();
    const real = fs.readFileSync;
    jest.spyOn(fs, 'readFileSync').mockImplementation(((path: string, ...rest: never[]) => {
      rmSync(path, { force: true });
      return real(path, ...rest);
    }) as never);
    expect(isExchanged(folder, files(OLD), () => new Set())).toBe(false);
  });

  it('hides nothing else that goes wrong', () => {
    begin();
    expect(() => isExchanged(folder, files(OLD), () => { throw new Error('no index'); })).toThrow('no index');
  });
});

describe('a folder that cannot be written', () => {
  it('is left as it was where the disk is full', () => {
    begin();
    const before = tree();
    jest.spyOn(fs, 'writeFileSync')
      .mockImplementation(() => { throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }); });
    expect(() => inOutputFolder(folder, real => exchangeFolder(real, files(NEW), new Set(['gone/b'])))).toThrow(
      `outdir '${folder}' was left as it was: no space is left to write beside it (ENOSPC: no space left on device, write)`,
    );
    jest.restoreAllMocks();
    expect(tree()).toEqual(before);
    expect(readdirSync(dir)).toEqual(['out']);
  });

  it('is left as it was where its parent may not be written, and is fine where nothing would change', () => {
    begin();
    const before = tree();
    jest.spyOn(fs, 'openSync').mockImplementation(() => { throw Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' }); });
    expect(() => inOutputFolder(folder, real => exchangeFolder(real, files(NEW), new Set()))).toThrow(`outdir '${folder}' cannot be exchanged as a `
      + 'whole (EROFS: read-only file system, open)');
    expect(isExchanged(folder, files(OLD), () => new Set())).toBe(true);
    expect(isExchanged(folder, files(NEW), () => new Set())).toBe(false);
    jest.restoreAllMocks();
    expect(tree()).toEqual(before);
  });
});
