import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** All versions of a module that the module proxy has. */
export function goVersions(module: string): string[] {
  const { status, stdout, stderr } = spawnSync('go', ['list', '-m', '-versions', module], {
    cwd: tmpdir(), encoding: 'utf8', env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
  });
  if (status !== 0) throw new Error(`which versions of ${module} are out could not be asked: ${stderr.trim() || 'go does not start'}`);
  return stdout.trim().split(' ').slice(1);
}
