import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GoBinary, goBinary } from '../../../scripts/go-binary';

/** What the real reader said about one text. */
export interface GoResult {
  readonly fatal?: string;
  readonly unknown?: string;
  readonly invalid?: string;
  readonly config?: { readonly Global: Record<string, unknown>; readonly ServiceOverride: Record<string, Record<string, string>> | null };
}

export const CCM_READER: GoBinary = { name: 'gcfg-ccm', dir: 'conformance/gcfg' };
export const IN_TREE_READER: GoBinary = { name: 'gcfg-in-tree', dir: 'conformance/gcfg', modfile: 'in-tree.mod', tags: 'intree' };

/** Releases whose structs the two programs are built with. */
export const CCM_READER_RELEASE = 'v1.36.1';
export const IN_TREE_READER_VERSION = '1.26.15';

/** Decodes all texts with one run of the program. */
export function readWithGo(program: GoBinary, texts: readonly string[]): GoResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'gcfg-'));
  try {
    const files = texts.map((text, index) => {
      const file = join(folder, `${index}.conf`);
      writeFileSync(file, text);
      return file;
    });
    const run = spawnSync(goBinary(program), files, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
    if (run.status !== 0 && run.status !== 1) throw new Error(`${program.name} ended with ${run.status}: ${run.stderr}`);
    const results = run.stdout.trimEnd().split('\n').map(line => JSON.parse(line) as GoResult);
    if (results.length !== texts.length) throw new Error(`${program.name} answered ${results.length} of ${texts.length} files: ${run.stderr}`);
    return results;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
