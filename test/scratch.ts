import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(tmpdir(), `ccm-migration-${process.pid}`);

/**
 * An empty folder, at the same place for every test of a process, which takes one at a time: what is written there is named by its place, so that an
 * equal App of another test is not read again (jest/remembered.cjs).
 */
export function emptyFolder(): string {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  return FOLDER;
}
