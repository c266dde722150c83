import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeInfo } from './node-objects';
import { Supervised, Supervisor } from './supervisor';
import { contentHash } from '../../src/lib/text/content-hash';

/** Where the programs of a node say what they want: below the root of the node, so that they find it from there. */
const REQUEST = 'run/kubelet-restart';
const HUNG = 'run/kubelet-hung';
const PROCESSES = 'run/processes';

const POLL_MS = 200;

/** A kubelet without a task: it is there, since when, of which release, and with which command line. */
const standIn = (release: string): string => `#!/usr/bin/env python3
import signal, sys
if '--version' in sys.argv: sys.exit(print('Kubernetes v${release}'))
signal.pause()
`;

const PROGRAM = 'usr/bin/kubelet';

/** Brings the program of a node to `$release`, as a package manager does: as a new file. */
export function kubeletPackage(root: string): string {
  return `sed -i "s/Kubernetes v[0-9.]*/Kubernetes v$release/" '${join(root, PROGRAM)}'`;
}

const RELEASE = '1.26.15';

export interface Machine {
  readonly name: string;
  /** Folder that stands for the root of its file system. */
  readonly root: string;
}

/**
 * What there is of a kubelet here: a process with the command line that its files say when it starts, and the loop that brings static pods to what
 * their manifests say. One that hangs does neither, whatever lies in its folders.
 */
export class Kubelet {
  private readonly executable: string;
  private process?: Supervised;
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(
    private readonly machine: Machine, private readonly supervisor: Supervisor, private readonly syncPods: () => Promise<void>,
    private readonly release = RELEASE,
  ) {
    this.executable = join(machine.root, PROGRAM);
    for (const folder of ['run', 'usr/bin', 'etc', 'proc/sys/kernel/random']) mkdirSync(join(machine.root, folder), { recursive: true });
    const { machineID, bootID } = this.identity;
    writeFileSync(join(machine.root, 'etc/machine-id'), `${machineID}\n`);
    writeFileSync(join(machine.root, 'proc/sys/kernel/random/boot_id'), `${bootID}\n`);
    writeFileSync(this.executable, standIn(release));
    chmodSync(this.executable, 0o755);
  }

  /** What it reports of its machine. */
  public get identity(): NodeInfo {
    return {
      machineID: contentHash(this.machine.name).slice(0, 32),
      bootID: contentHash(`boot of ${this.machine.name}`).slice(0, 36),
      kubeletVersion: `v${this.release}`, // a stand-in reports once
    };
  }

  public start(): void {
    this.process = this.launch();
    this.loop = (async () => {
      while (!this.stopped) {
        await this.turn().catch(() => undefined); // an API server that restarts is asked again
        await sleep(POLL_MS);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  /** Its machine ends. */
  public async end(): Promise<void> {
    await this.stop();
    await this.process?.kill();
  }

  public get isRunning(): boolean {
    return this.process?.current.process.running ?? false;
  }

  /** From now on it answers to nothing, until it is told otherwise. */
  public hang(isHung: boolean): void {
    if (isHung) writeFileSync(join(this.machine.root, HUNG), '');
    else rmSync(join(this.machine.root, HUNG), { force: true });
  }

  private launch(): Supervised {
    const file = join(this.machine.root, 'var/lib/kubelet/kubeadm-flags.env');
    const [, flags = ''] = /^KUBELET_KUBEADM_ARGS="(.*)"$/m.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
    return this.supervisor.supervise(
      { component: 'kubelet', version: 'stand-in', node: this.machine.name },
      { executable: this.executable, args: ['--config=/var/lib/kubelet/config.yaml', ...flags.split(' ').filter(Boolean)] },
    );
  }

  private async turn(): Promise<void> {
    this.listProcesses();
    if (existsSync(join(this.machine.root, HUNG))) return;
    if (existsSync(join(this.machine.root, REQUEST))) {
      await this.process?.stop();
      this.process = this.launch();
      this.listProcesses();
      rmSync(join(this.machine.root, REQUEST));
    }
    await this.syncPods();
  }

  /** Ids of what runs on this machine, for its `ps`. */
  private listProcesses(): void {
    const ids = this.supervisor.all.filter(({ node, process }) => node === this.machine.name && process.running).map(({ process }) => process.pid);
    const path = join(this.machine.root, PROCESSES);
    writeFileSync(`${path}.new`, ids.join(','));
    renameSync(`${path}.new`, path);
  }
}

const NO_UNITS = 'echo "no such unit here: $*" >&2; exit 1';

/**
 * Programs that a run finds on a node: `ps` shows the processes of this node and no other, under the paths of the node; `systemctl` asks for a new
 * kubelet and waits for it, as systemd would; `uname` knows the node's name; kubeadm is the real one, with the administrator's kubeconfig.
 *
 * @param otherUnits what `systemctl` does for all but the kubelet, as a line of a shell
 */
export function writeNodePrograms(
  folder: string, { name, root }: Machine, kubeadm: string, kubeconfig: string, otherUnits = NO_UNITS,
): string {
  const bin = join(folder, name);
  mkdirSync(bin, { recursive: true });
  const programs = {
    ps: [
      `ids=$(cat '${join(root, PROCESSES)}')`,
      '[ -n "$ids" ] || exit 0',
      `/bin/ps -ww -o "$2" -p "$ids" | sed -E -e 's#\\S*python3\\S* ##' -e 's#${root}/#/#g'`,
    ],
    systemctl: [
      // No unit tells this kubelet what to do.
      ...otherUnits === NO_UNITS ? ['[ "$*" != daemon-reload ] || exit 0'] : [],
      `[ "$*" = "restart kubelet" ] || { ${otherUnits}; }`,
      `[ ! -e '${join(root, HUNG)}' ] || exit 0`,
      `: >'${join(root, REQUEST)}'`,
      `for _ in $(seq 150); do [ -e '${join(root, REQUEST)}' ] || exit 0; sleep 0.2; done`,
      'exit 1',
    ],
    uname: [`echo ${name}`],
    // A command that makes a kubeconfig reads none. It upgrades nothing: there is no kubelet with pods, and no runtime.
    kubeadm: ['[ "$1" != upgrade ] || exit 0', `case "$1" in init) set -- "$@" --kubeconfig='${kubeconfig}' ;; esac`, `exec '${kubeadm}' "$@"`],
  };
  for (const [program, lines] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\n${lines.join('\n')}\n`);
    chmodSync(join(bin, program), 0o755);
  }
  return bin;
}
