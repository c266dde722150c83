import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROMISED, runLimited } from './limited-process';

/** Others with `FUZZ_SEED=7 FUZZ_CASES=1000`: a failure names the seed, and its folder stays where `TMPDIR` is. */
const SEEDS = process.env.FUZZ_SEED ? [Number(process.env.FUZZ_SEED)] : [1, 2];
const CASES = Number(process.env.FUZZ_CASES ?? 60);
/** All cases in one process: what is promised of each, of the time ten times over. One that does not end goes beyond it. */
const LIMITS = { ...PROMISED, cpuSeconds: 10 * PROMISED.cpuSeconds };

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'fuzz-')); });

describe('ccm-migration verify', () => {
  it.each(SEEDS)('says one sentence or its verdict, and nothing raw, of random input: seed %d', seed => {
    const { status, signal, stdout, stderr } = runLimited(LIMITS, 'require("./test/cli/fuzz-verify");', String(seed), String(CASES), folder);
    expect({ status, signal, stderr, failures: stdout }).toEqual({ status: 0, signal: null, stderr: '', failures: '[]' });
    rmSync(folder, { recursive: true });
  }, 180_000);
});
