import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder';

/**
 * Writes a file as a whole or not at all, also where the disk is full, and makes its folder. What is no file, such as `/dev/stderr` or a pipe, is
 * written to.
 *
 * @throws what the file system says
 */
export function writeWholeFile(path: string, text: string): void {
  if (existsSync(path) && !statSync(path).isFile()) {
    writeFileSync(path, text);
    return;
  }
  makeFolder(dirname(path));
  const beside = `${path}.${process.pid}.part`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
