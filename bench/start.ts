import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pairedRatio, Values } from './bench';
import { inNode } from './child';
import { Installed } from './installed';

const PAIRS = 11;
const OBJECTS = resolve(__dirname, '..', 'examples', 'minimal', 'dist', 'ccm-migration.k8s.yaml');

/** What users wait for each time: a process of its own, with all that it loads and compiles. */
export function startBench(): Values {
  const installed = new Installed();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  const processorTime = (...args: readonly string[]) => inNode(folder, args).processor;
  const command = (...args: readonly string[]) =>
    ({ value: pairedRatio(PAIRS, () => processorTime(installed.program, ...args), () => processorTime('-e', '0')) });
  try {
    return {
      'start-version': command('--version'),
      'start-help': command('--help'),
      'start-rules': command('rules'),
      'start-verify': command('verify', OBJECTS, '--assume', 'kcm=external:1.27.16'),
    };
  } finally {
    installed.remove();
    rmSync(folder, { recursive: true });
  }
}
