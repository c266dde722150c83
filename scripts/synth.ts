/**
 * The main job: runs every example and shows what each wrote, as a tree.
 * Each example is a program of its own; it runs in its own folder, as `npx cdk8s synth` would run it there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const EXAMPLES = resolve(__dirname, '..', 'examples');
/** Folders that examples write (beside their input). */
const OUTPUTS = ['dist', 'nodes', 'bundles'];

for (const name of readdirSync(EXAMPLES).sort()) {
  const dir = join(EXAMPLES, name);
  if (!existsSync(join(dir, 'main.ts'))) continue;
  // Beside the old output, which a refused synth leaves as it was.
  const fresh = join(dir, '.dist.new');
  rmSync(fresh, { recursive: true, force: true });
  const run = spawnSync(process.execPath, ['--import', 'tsx', 'main.ts'], {
    cwd: dir,
    env: { ...process.env, CDK8S_OUTDIR: fresh, TSX_TSCONFIG_PATH: resolve(__dirname, '..', 'test', 'tsconfig.json') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (run.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    console.error(`examples/${name} failed`);
    process.exit(1);
  }
  if (existsSync(fresh)) {
    rmSync(join(dir, 'dist'), { recursive: true, force: true });
    renameSync(fresh, join(dir, 'dist'));
  }
  console.log(`examples/${name}`);
  for (const output of OUTPUTS) {
    if (existsSync(join(dir, output))) printTree(join(dir, output), `  ${output}/`, '    ');
  }
}

/** Folders with files get one line each; nodes that hold the same files are folded into one line. */
function printTree(dir: string, label: string, indent: string): void {
  const files = listFiles(dir);
  console.log(`${label} (${files.length} files)`);
  for (const [line, count] of fold(files)) console.log(`${indent}${line}${count > 1 ? `  (x ${count} nodes)` : ''}`);
}

function listFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort();
}

function fold(files: readonly string[]): Map<string, number> {
  const folded = new Map<string, number>();
  for (const file of files) {
    const line = file.replace(/^([^/]+\/(?:control-plane|worker)-[^/]+\/)[^/]+\//, '$1<node>/');
    folded.set(line, (folded.get(line) ?? 0) + 1);
  }
  return folded;
}
