import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beyond, contained, Limits, onHost } from './containment';
import { ManagedProcess, WatchedProcess } from './managed-process';

/** What a container's process is, apart from its command line. */
export interface Identity {
  readonly component: string;
  readonly version: string;
  readonly node: string;
}

/** A process of a component, for the recorder. */
export interface ComponentProcess extends Identity {
  /** Access key that only this process has: it names the process in the log of the EC2 API. */
  readonly accessKey: string;
  readonly process: WatchedProcess;
  /** What it is kept to. */
  readonly limits?: Limits;
}

/** One that is started here. */
interface SupervisedProcess extends ComponentProcess {
  readonly process: ManagedProcess;
}

export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
  readonly limits?: Limits;
  readonly env?: Readonly<Record<string, string>>;
}

/** What keeps the AWS SDK from looking anywhere but at the environment. */
export const AWS = {
  AWS_SECRET_ACCESS_KEY: 'none', AWS_EC2_METADATA_DISABLED: 'true', AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

/** How long a kubelet waits before it starts a container again: at once, then 10 s and twice as long each time, until it has run for 10 minutes. */
const BACKOFF_MS = [0, 10_000, 20_000, 40_000];

/** Until then a process may still be what sets its limits. */
const LIMITED_AFTER_MS = 3_000;

/** Starts processes, starts them again when they end by themselves as a kubelet does, and remembers all of them. */
export class Supervisor {
  public readonly all: ComponentProcess[] = [];
  private readonly supervised: Supervised[] = [];
  private count = 0;

  public constructor(private readonly logs: string) {
    mkdirSync(logs, { recursive: true });
  }

  public supervise(identity: Identity, command: Command): Supervised {
    const container = new Supervised(() => this.start(identity, command));
    this.supervised.push(container);
    return container;
  }

  /** From now on a process that something else has started, and ends, is one of the cluster. */
  public adopt(process: ComponentProcess): void {
    this.all.push(process);
  }

  /** What was started again counts as new, as for a kubelet after ten minutes: what a scenario does next would happen hours later. */
  public forgetRestarts(): void {
    this.supervised.forEach(container => container.forgetRestarts());
  }

  /** What processes that run now may do beyond their limits. */
  public beyondLimits(): string[] {
    const settled = this.all.filter(({ process }) => process.running && Date.now() - process.started > LIMITED_AFTER_MS);
    return settled.flatMap(({ component, node, process: { pid }, limits }) =>
      limits ? beyond(pid!, limits).map(what => `${component} on ${node} ${what}`) : []);
  }

  /** Ends everything that still runs, and starts nothing again. */
  public async killAll(): Promise<void> {
    await Promise.all(this.supervised.map(container => container.kill()));
  }

  private start(identity: Identity, { executable, args, limits, env }: Command): SupervisedProcess {
    const number = ++this.count;
    const name = `${identity.component}-${identity.version}-${identity.node.split('.')[0]}-${number}`;
    const accessKey = `P${number}`;
    const process = new ManagedProcess({
      name,
      executable,
      args,
      before: [...onHost(identity.node), ...limits ? contained(limits) : []],
      env: { ...AWS, ...env, AWS_ACCESS_KEY_ID: accessKey },
      logFile: join(this.logs, `${name}.log`),
    });
    const started = { ...identity, accessKey, process, limits };
    this.all.push(started);
    return started;
  }
}

/** One container that is kept running. */
export class Supervised {
  public current: SupervisedProcess;
  private wanted = true;
  private restarts = 0;

  public constructor(private readonly start: () => SupervisedProcess) {
    this.current = start();
    void this.keep();
  }

  public async stop(): Promise<void> {
    this.wanted = false;
    await this.current.process.stop();
  }

  public async kill(): Promise<void> {
    this.wanted = false;
    if (this.current.process.running) await this.current.process.kill();
  }

  public forgetRestarts(): void {
    this.restarts = 0;
  }

  private async keep(): Promise<void> {
    while (this.wanted) {
      await this.current.process.exited;
      await sleep(BACKOFF_MS[Math.min(this.restarts++, BACKOFF_MS.length - 1)]);
      if (this.wanted) this.current = this.start();
    }
  }
}
