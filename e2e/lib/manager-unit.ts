import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { onHost } from './containment';
import { ManagedProcess, WatchedProcess } from './managed-process';
import { KCM_MANIFEST } from './manager-deployment';
import { Pod } from './pod';
import { Programs } from './programs';
import { SimulatedNode } from './simulated-node';
import { AWS, Supervisor } from './supervisor';
import { eventually } from './wait';
import { AS_IF_BOOTED, UserInstance, userInstance } from '../../test/systemd';

const KCM = 'kube-controller-manager';

/** Below the root of a node. */
const UNITS = 'etc/systemd/system';
const PROGRAM = `usr/bin/${KCM}`;
const STARTED = 'run/kube-controller-manager.started';

const POLL_MS = 100;

/** A process of a unit: its systemd starts and ends it. */
class UnitProcess extends WatchedProcess {
  public constructor(public readonly pid: number, logFile: string) {
    super(logFile);
  }

  /** Whether it is still there; when it was found gone is when it ended. */
  public look(): boolean {
    if (!this.send(0)) this.ended(null, null);
    return this.running;
  }

  public async kill(): Promise<void> {
    this.send('SIGKILL');
    await eventually(`end of ${this.pid}`, 30, () => this.look() ? undefined : true);
  }

  protected send(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(this.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  }
}

/** Folders of a cluster that its units need. */
export interface UnitFolders {
  /** For the files of a systemd, whose sockets may have no long paths. */
  readonly systemd: string;
  /** For the program of each release. */
  readonly packages: string;
  readonly logs: string;
}

/** kube-controller-manager of a node as a unit, in a systemd of the node: the real one, as the instance of a user. */
export class ManagerUnit {
  private readonly systemd: UserInstance;
  private current?: UnitProcess;
  private process?: ManagedProcess;
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(
    private readonly node: SimulatedNode, private readonly folders: UnitFolders, private readonly supervisor: Supervisor,
    private readonly programs: Programs,
  ) {
    this.systemd = userInstance(folders.systemd, join(node.root, UNITS));
  }

  /** What asks its systemd, as a line of a shell. */
  public get systemctl(): string {
    return `XDG_RUNTIME_DIR='${this.systemd.env.XDG_RUNTIME_DIR}' exec /usr/bin/systemctl --user "$@"`;
  }

  /**
   * Starts it; of a static pod, it makes a unit with the same command line first.
   *
   * @param release that it has; the others may come
   */
  public async start(release: string, ...others: readonly string[]): Promise<void> {
    const { node, folders: { logs, packages }, systemd: { command: [executable, ...args], env } } = this;
    if (existsSync(join(node.root, KCM_MANIFEST))) {
      unitOfPod(node.root, node.root);
      await eventually(`end of the static pod of ${KCM} on ${node.name}`, 60, () => this.hasStaticPod ? undefined : true);
    }
    mkdirSync(packages, { recursive: true });
    for (const one of [release, ...others]) writeFileSync(join(packages, one), this.program(one));
    copyFileSync(join(packages, release), join(node.root, PROGRAM));
    chmodSync(join(node.root, PROGRAM), 0o755);
    this.process = new ManagedProcess({
      name: 'systemd',
      before: [...onHost(node.name), 'unshare', '--mount', '--propagation=private', 'sh', '-c', `${AS_IF_BOOTED} && exec "$@"`, 'sh'],
      executable,
      args,
      env,
      logFile: join(logs, `systemd-${node.name}.log`),
    });
    this.loop = this.watch();
    await eventually(`start of the unit ${KCM} on ${node.name}`, 60, () => this.ask('start', KCM).then(() => true as const));
  }

  /** Ends it, with what it runs. */
  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
    await this.process?.kill();
  }

  private get hasStaticPod(): boolean {
    return this.supervisor.all.some(({ component, node, process }) => component === KCM && node === this.node.name && process.running);
  }

  private ask(...args: readonly string[]): Promise<unknown> {
    return promisify(execFile)('systemctl', ['--user', ...args], { env: { ...process.env, ...this.systemd.env } });
  }

  /**
   * What stands for the program: the real one with paths of the node and its address, and with credentials by which the log of the cloud knows the
   * process. It ends with its systemd, however that ends.
   */
  private program(release: string): string {
    const { node, folders: { logs } } = this;
    const { executable, version } = this.programs.path(KCM, release);
    const aws = Object.entries(AWS).map(([name, value]) => `${name}=${value}`).join(' ');
    return [
      '#!/bin/sh',
      'for word; do',
      '  shift',
      '  case $word in',
      `    --*=/*) word="\${word%%=*}=${node.root}\${word#*=}" ;;`,
      `    --bind-address=*) word=--bind-address=${node.address} ;;`,
      '  esac',
      '  set -- "$@" "$word"',
      'done',
      `echo "$$ ${version}" >'${join(node.root, STARTED)}.new' && mv '${join(node.root, STARTED)}.new' '${join(node.root, STARTED)}'`,
      `exec env -i PATH="$PATH" GOGC=400 ${aws} AWS_ACCESS_KEY_ID=U$$ \\`,
      `  setpriv --pdeathsig KILL '${executable}' "$@" >>'${join(logs, `${KCM}-${node.name}-unit`)}'-$$.log 2>&1`,
      '',
    ].join('\n');
  }

  /** Each process that the unit starts is one of the cluster. */
  private async watch(): Promise<void> {
    const { node, folders: { logs }, supervisor } = this;
    const file = join(node.root, STARTED);
    while (!this.stopped) {
      const [id, version] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : [];
      if (id !== undefined && Number(id) !== this.current?.pid) {
        this.current?.look();
        this.current = new UnitProcess(Number(id), join(logs, `${KCM}-${node.name}-unit-${id}.log`));
        supervisor.adopt({ component: KCM, version, node: node.name, accessKey: `U${id}`, process: this.current });
      }
      if (this.current?.running) this.current.look();
      await sleep(POLL_MS);
    }
  }
}

/**
 * Replaces the static pod among the files of a node by a unit with the same command line.
 *
 * @param files folder of these
 * @param root where the node itself lies: a real systemd starts its program
 */
export function unitOfPod(files: string, root: string): void {
  const manifest = join(files, KCM_MANIFEST);
  const { spec: { containers: [{ command, args = [] }] } } = parse(readFileSync(manifest, 'utf8')) as Pod;
  rmSync(manifest);
  const words = [...command!.slice(1), ...args];
  // Systemds of one machine share the control group of a unit's name: it is no way to tell what is theirs.
  const unit = `[Service]\nExecStart=${join(root, PROGRAM)} ${words.join(' \\\n  ')}\nRestart=always\nRestartSec=10\nKillMode=process\n`;
  mkdirSync(join(files, UNITS), { recursive: true });
  writeFileSync(join(files, UNITS, `${KCM}.service`), unit);
}

/** Brings the program of a node, where it has such a unit, to `$release`. */
export function managerPackage(packages: string, root: string): string {
  return `[ ! -e '${packages}' ] || install -m 0755 '${packages}'/"$release" '${join(root, PROGRAM)}'`;
}
