import { spawnSync, SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = '/lib/systemd/systemd';

/** What a unit needs by default, and what is started in place of a session of a user. */
const TARGETS = ['basic', 'sysinit', 'shutdown', 'idle'];

/**
 * Runs a script beside a systemd of its own: the real one, as the instance of a user, whose `systemctl` asks it. Its units are in
 * `/etc/systemd/system` as usual, which lies, as `/var/lib` does, below `node` of a folder. Mounts and processes are its own: what the script leaves
 * behind ends with it.
 */
export function besideSystemd(folder: string, script: string, env: NodeJS.ProcessEnv = process.env): SpawnSyncReturns<string> {
  const node = join(folder, 'node');
  const bin = join(folder, 'systemd-bin');
  for (const made of [bin, join(folder, 'run'), join(folder, 'targets'), join(node, 'etc/systemd/system'), join(node, 'var/lib')]) {
    mkdirSync(made, { recursive: true });
  }
  for (const target of TARGETS) writeFileSync(join(folder, 'targets', `${target}.target`), '[Unit]\nDefaultDependencies=no\n');
  writeFileSync(join(bin, 'systemctl'), '#!/bin/sh\nexec /usr/bin/systemctl --user "$@"\n', { mode: 0o755 });
  const lines = [
    'set -e',
    'mkdir -p /run/systemd && mount -t tmpfs tmpfs /run/systemd && mkdir /run/systemd/system',
    `mount --bind '${node}/etc/systemd/system' /etc/systemd/system`,
    `mount --bind '${node}/var/lib' /var/lib`,
    `export XDG_RUNTIME_DIR='${folder}/run' SYSTEMD_UNIT_PATH='/etc/systemd/system:${folder}/targets' PATH='${bin}':"$PATH"`,
    `${PROGRAM} --user --unit=idle.target </dev/null >'${folder}/systemd.log' 2>&1 &`,
    'for _ in $(seq 100); do [ "$(systemctl is-active idle.target 2>/dev/null)" != active ] || break; sleep 0.1; done',
    script,
  ];
  const args = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', lines.join('\n')];
  return spawnSync('unshare', args, { cwd: folder, env, encoding: 'utf8', timeout: 280_000 });
}
