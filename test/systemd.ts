import { spawnSync, SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a unit needs by default, and what is started in place of a session of a user. */
const TARGETS = ['basic', 'sysinit', 'shutdown', 'idle'];

/** A systemd of a user: the real one, with units of a folder. */
export interface UserInstance {
  readonly command: readonly string[];
  /** For it, and for every `systemctl --user` that asks it. */
  readonly env: Readonly<Record<'XDG_RUNTIME_DIR' | 'SYSTEMD_UNIT_PATH', string>>;
}

/** For a shell with mounts of its own: an instance of a user starts only where the machine was booted by systemd, which it sees by a folder. */
export const AS_IF_BOOTED = 'mkdir -p /run/systemd && mount -t tmpfs tmpfs /run/systemd && mkdir /run/systemd/system';

/**
 * @param folder for its own files; the paths of its sockets may not be long
 * @param units folder of the units
 */
export function userInstance(folder: string, units: string): UserInstance {
  const [runtime, targets] = ['run', 'targets'].map(name => join(folder, name));
  for (const made of [runtime, targets, units]) mkdirSync(made, { recursive: true });
  for (const target of TARGETS) writeFileSync(join(targets, `${target}.target`), '[Unit]\nDefaultDependencies=no\n');
  return {
    command: ['/lib/systemd/systemd', '--user', '--unit=idle.target'],
    env: { XDG_RUNTIME_DIR: runtime, SYSTEMD_UNIT_PATH: `${units}:${targets}` },
  };
}

/**
 * Runs a script beside a systemd of its own, whose `systemctl` asks it. Its units are in `/etc/systemd/system` as usual, which lies, as `/var/lib`
 * does, below `node` of a folder. Mounts and processes are its own: what the script leaves behind ends with it.
 */
export function besideSystemd(folder: string, script: string, env: NodeJS.ProcessEnv = process.env): SpawnSyncReturns<string> {
  const node = join(folder, 'node');
  const bin = join(folder, 'systemd-bin');
  for (const made of [bin, join(node, 'etc/systemd/system'), join(node, 'var/lib')]) mkdirSync(made, { recursive: true });
  writeFileSync(join(bin, 'systemctl'), '#!/bin/sh\nexec /usr/bin/systemctl --user "$@"\n', { mode: 0o755 });
  const instance = userInstance(folder, '/etc/systemd/system');
  const lines = [
    'set -e',
    AS_IF_BOOTED,
    `mount --bind '${node}/etc/systemd/system' /etc/systemd/system`,
    `mount --bind '${node}/var/lib' /var/lib`,
    `export PATH='${bin}':"$PATH"`,
    `${instance.command.join(' ')} </dev/null >'${folder}/systemd.log' 2>&1 &`,
    'for _ in $(seq 100); do [ "$(systemctl is-active idle.target 2>/dev/null)" != active ] || break; sleep 0.1; done',
    script,
  ];
  const args = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', '--mount-proc', 'bash', '-c', lines.join('\n')];
  return spawnSync('unshare', args, { cwd: folder, env: { ...env, ...instance.env }, encoding: 'utf8', timeout: 280_000 });
}

/** Why no systemd can be started here; undefined: one can. */
export function systemdMissing(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-systemd-'));
  const { status, stderr, error } = besideSystemd(folder, 'systemctl is-active idle.target');
  rmSync(folder, { recursive: true, force: true });
  return status === 0 ? undefined : `no systemd can be started here: ${error?.message ?? stderr.trim()}`;
}
