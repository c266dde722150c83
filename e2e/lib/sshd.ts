import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithThisRun, kill } from './managed-process';

const SSHD = '/usr/sbin/sshd';
const PORT = 2222;

/** Why there is no sshd to be had, if so. */
export function sshdMissing(): string | undefined {
  if (!existsSync(SSHD)) return 'sshd is not installed (Debian: openssh-server)';
  return process.getuid?.() === 0 ? undefined : 'sshd needs root here';
}

/** A real sshd on a loopback address, with keys of its own that lie in its folder. */
export class Sshd {
  /** One that was stopped, with its folder and address, starts again with the keys that it had. */
  public static async start(folder: string, address: string): Promise<Sshd> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const missing = ['host', 'operator'].filter(key => !existsSync(join(folder, key)));
    for (const key of missing) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, key)]);
    const config = join(folder, 'sshd_config');
    writeFileSync(config, [
      `ListenAddress ${address}:${PORT}`, `HostKey ${join(folder, 'host')}`, `AuthorizedKeysFile ${join(folder, 'operator.pub')}`, 'PidFile none',
      'UsePAM no',
      'PasswordAuthentication no', 'PermitRootLogin prohibit-password', 'StrictModes no', 'MaxStartups 50', 'Subsystem sftp internal-sftp', '',
    ].join('\n'));
    const server = new Sshd(folder, address, spawn(SSHD, ['-D', '-e', '-f', config], { stdio: 'ignore', detached: true }));
    for (let tries = 0; spawnSync('ssh-keyscan', ['-p', String(PORT), address]).stdout.length === 0; tries++) {
      if (tries > 50) throw new Error(`sshd does not answer on ${address}:${PORT}`);
      await sleep(200);
    }
    return server;
  }

  private constructor(private readonly folder: string, private readonly address: string, private readonly process: ReturnType<typeof spawn>) {
    endsWithThisRun(process);
  }

  /** How Ansible gets to it. */
  public get settings(): Readonly<Record<string, unknown>> {
    return {
      ansible_connection: 'ssh',
      ansible_host: this.address,
      ansible_port: PORT,
      ansible_user: 'root',
      ansible_ssh_private_key_file: join(this.folder, 'operator'),
      ansible_ssh_common_args: '-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null',
    };
  }

  /** As a machine that goes away: it and each of its sessions, which lead groups of their own. */
  public stop(): void {
    spawnSync('pkill', ['-KILL', '-P', String(this.process.pid)]);
    kill(this.process);
  }
}
