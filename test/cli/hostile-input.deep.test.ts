import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DEAR_NODE_FILES, DEAR_OBJECTS } from './dear-inputs';
import { PROMISED, runLimited } from './limited-process';
import { sample } from '../sample';

const CLI = 'require("./src/cli/run").run();';

let dir: string;
beforeEach(() => { dir = mkdtempSync(join(tmpdir(), 'hostile-')); });
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function verify() {
  const { status, signal, stdout, stderr } = runLimited(PROMISED, CLI, 'ccm-migration', 'verify', dir);
  return { ended: signal ?? (status !== null && status <= 2 ? 'by itself' : `with ${status}`), status, stdout, stderr };
}

/** Nothing, or one sentence of ours. */
const ONE_SENTENCE = /^(error: (?!Maximum|Invalid string|Cannot |.*is not (a function|iterable)).+\n)?$/;

describe('ccm-migration verify ends below 1 GB and 30 s of processor time, with one sentence if it cannot say more', () => {
  it.each(sample([...DEAR_NODE_FILES, ...DEAR_OBJECTS]))('for $name', ({ files }) => {
    for (const [path, text] of Object.entries(files())) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
    expect(verify()).toMatchObject({ ended: 'by itself', stderr: expect.stringMatching(ONE_SENTENCE) as string });
  }, 120_000);

  it.each(['/proc/kmsg', '/dev/zero', '/dev/tty'])('for a link to %s', target => {
    symlinkSync(target, join(dir, 'a.yaml'));
    const { ended, status, stdout, stderr } = verify();
    expect({ ended, status, stderr }).toEqual({ ended: 'by itself', status: 1, stderr: '' });
    expect(stdout).toContain(
      `${dir}/a.yaml:1: unknown: ${dir}/a.yaml cannot be read: it is a link to '${target}', out of the folder that was handed in, which is not `
        + 'followed; put the file itself there\n',
    );
    expect(stdout).toMatch(/^exclusivity: UNKNOWN .*\nliveness: UNKNOWN [^]*\nlooked at 0 files /);
  }, 120_000);
});

describe('the limits', () => {
  it('end a process that needs more memory or time', () => {
    const memory = runLimited({ ...PROMISED, kilobytes: 300_000 }, 'const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()))');
    const time = runLimited({ ...PROMISED, cpuSeconds: 2 }, 'for (;;);');
    expect([memory.signal ?? memory.status, time.signal])
      .toEqual([expect.stringMatching(/^SIG(ABRT|TRAP|ILL|SEGV)$/), expect.stringMatching(/^SIG(XCPU|KILL)$/)]);
  }, 120_000);
});
