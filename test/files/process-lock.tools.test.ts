import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock, releaseLock, withLock } from '../../src/files/process-lock';

let dir: string;
let lock: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(dir, 'lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const LOCK_AND_DIE = 'require("./src/files/process-lock").acquireLock(process.argv[1], "x"); process.kill(process.pid, "SIGKILL");';

function lockOfKilledProcess(): string {
  spawnSync(process.execPath, ['--import', 'tsx', '-e', LOCK_AND_DIE, lock], { cwd: join(__dirname, '../..') });
  return readFileSync(lock, 'utf8');
}

describe('withLock', () => {
  it('gives what the work gives, and leaves nothing behind', () => {
    expect(withLock(lock, 'it', () => existsSync(lock))).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('leaves nothing behind where the work fails', () => {
    expect(() => withLock(lock, 'it', () => { throw new Error('no'); })).toThrow('no');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('fails while a process holds the lock, and leaves the lock to it', () => {
    acquireLock(lock, 'it');
    const before = readFileSync(lock, 'utf8');
    expect(() => acquireLock(lock, 'it')).toThrow(`it is in use by process ${process.pid}; wait for it and run again, or remove '${lock}' if no `
      + 'such process is at work');
    expect(readdirSync(dir)).toEqual(['lock']);
    expect(readFileSync(lock, 'utf8')).toBe(before);
    releaseLock(lock);
  });

  it('takes over the lock of a process that was killed', () => {
    expect(lockOfKilledProcess()).toContain(`"host":${JSON.stringify(hostname())}`);
    expect(withLock(lock, 'it', () => readdirSync(dir))).toEqual(['lock']);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('takes over the lock of a process whose id another one has now', () => {
    const owner = JSON.parse(lockOfKilledProcess()) as object;
    writeFileSync(lock, JSON.stringify({ ...owner, pid: process.pid }));
    expect(() => withLock(lock, 'it', () => undefined)).not.toThrow();
  });

  it('leaves a lock of another machine, and one that says nothing, alone', () => {
    writeFileSync(lock, JSON.stringify({ host: 'elsewhere', boot: '', pid: 1, began: '' }));
    expect(() => acquireLock(lock, 'it')).toThrow("it is in use by process 1 on 'elsewhere'; wait for it");
    writeFileSync(lock, '');
    expect(() => acquireLock(lock, 'it')).toThrow('it is in use by another process; wait for it');
  });

  it('lets one of many take over, as long as that one lives', async () => {
    lockOfKilledProcess();
    const program = `const { existsSync } = require("node:fs"); const { acquireLock } = require("./src/files/process-lock"); console.log("ready");
      while (!existsSync(${JSON.stringify(join(dir, 'start'))}));
      try { acquireLock(${JSON.stringify(lock)}, "it"); console.log("taken"); } catch (error) { console.log(error.message); }
      while (existsSync(${JSON.stringify(join(dir, 'start'))}));`;
    const runs = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--import', 'tsx', '-e', program], { cwd: join(__dirname, '../..') });
      const run = { child, text: '', ended: new Promise(resolve => child.on('close', resolve)) };
      child.stdout.on('data', data => { run.text += String(data); });
      return run;
    });
    const until = async (lines: number) => {
      while (!runs.every(
        ({ text }) => text.split('\n').length > lines,
      )) await new Promise(resolve => setTimeout(resolve, 50));
    };
    await until(1);
    writeFileSync(join(dir, 'start'), '');
    await until(2);
    rmSync(join(dir, 'start'));
    await Promise.all(runs.map(({ ended }) => ended));
    const results = runs.map(({ text }) => text.split('\n')[1]);
    // Where two try at the same moment, each may refuse because of the other; two never both take it.
    expect(results.filter(result => result === 'taken').length).toBeLessThanOrEqual(1);
    expect(results.filter(result => result !== 'taken').every(result => /^it is in use by/.test(result))).toBe(true);
  }, 60_000);
});

describe('two processes that write one output folder', () => {
  it.each(['itself', 'a link to it'])('that they name by %s leave it whole: one wins, the other is refused or writes after it', async name => {
    const out = join(dir, 'out');
    if (name !== 'itself') symlinkSync('real', out);
    const children = ['a', 'b'].map(set => {
      const child = spawn(
        process.execPath, ['--import', 'tsx', join(__dirname, 'two-writers.ts'), out, set, '40'], { cwd: join(__dirname, '../..') },
      );
      let text = '';
      child.stdout.on('data', data => { text += String(data); });
      child.stderr.on('data', data => { text += String(data); });
      return new Promise<string>(resolve => child.on('close', () => resolve(text)));
    });
    const lines = (await Promise.all(children)).flatMap(text => text.trim().split('\n'));
    expect(lines).toHaveLength(80);
    expect(lines.filter(line => line !== 'ok' && !line.startsWith(`outdir '${out}' is in use by process `))).toEqual([]);
    expect(lines.filter(line => line === 'ok').length).toBeGreaterThanOrEqual(2);
    const sets = readdirSync(out).filter(entry => entry !== 'files.json');
    expect(sets).toHaveLength(1);
    const contents = readdirSync(join(out, sets[0])).map(file => readFileSync(join(out, sets[0], file), 'utf8'));
    expect([contents.length, new Set(contents).size]).toEqual([40, 1]);
    expect(readdirSync(dir).filter(entry => entry.startsWith('.'))).toEqual([]);
  }, 60_000);
});
