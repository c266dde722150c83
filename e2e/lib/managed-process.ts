import { ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Span } from './timeline';

/** What to start. */
export interface ProcessSpec {
  /** For people and for the name of the log file. */
  readonly name: string;
  readonly executable: string;
  readonly args: readonly string[];
  /** Words before the command, which end in it: no process more. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** How long a process may take to end after SIGTERM: a kubelet waits 30 s. */
const GRACE_MS = 30_000;

const live = new Set<ChildProcess>();
const leaders = new WeakSet<ChildProcess>();

/** Ends, at once, whatever still runs: for a run that is interrupted. */
export function killLive(): void {
  for (const child of live) kill(child);
}

/** A process that leads a group of its own is known here until it ends: it is ended with all its children. */
export function endsWithThisRun(child: ChildProcess): ChildProcess {
  live.add(child);
  leaders.add(child);
  return child.once('close', () => live.delete(child));
}

/** Ends a process, and its children if it leads a group. */
export function kill(child: ChildProcess): void {
  try {
    process.kill(leaders.has(child) ? -child.pid! : child.pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it has ended by itself
  }
}

/** A process of this machine, however it was started: when it ran, and when it stood still. */
export abstract class WatchedProcess {
  /** When it ended, and how. */
  public exit?: { readonly at: number; readonly code: number | null; readonly signal: NodeJS.Signals | null };
  public readonly paused: Span[] = [];
  private pausedSince?: number;

  protected constructor(public readonly logFile: string, public readonly started = Date.now()) {}

  public abstract get pid(): number | undefined;

  public get running(): boolean { return this.exit === undefined; }

  public get isPaused(): boolean { return this.pausedSince !== undefined; }

  public pause(): void {
    if (this.pausedSince === undefined && this.send('SIGSTOP')) this.pausedSince = Date.now();
  }

  public resume(): void {
    if (this.pausedSince === undefined) return;
    this.endPause();
    this.send('SIGCONT');
  }

  public abstract kill(): Promise<void>;

  /** @returns whether it was there to get the signal */
  protected abstract send(signal: NodeJS.Signals): boolean;

  protected ended(code: number | null, signal: NodeJS.Signals | null): void {
    this.exit ??= { at: Date.now(), code, signal };
    this.endPause();
  }

  private endPause(): void {
    if (this.pausedSince !== undefined) this.paused.push({ from: this.pausedSince, to: Date.now() });
    this.pausedSince = undefined;
  }
}

/** A process of this run: ended by its own id only. */
export class ManagedProcess extends WatchedProcess {
  public readonly exited: Promise<void>;
  private readonly child: ChildProcess;

  public constructor(spec: ProcessSpec) {
    super(spec.logFile);
    const log = openSync(spec.logFile, 'a');
    // Nothing of the developer's own environment: no proxy, no AWS profile, no kubeconfig. Memory is spent for time: a dozen programs share few
    // cores.
    const [program, ...args] = [...spec.before ?? [], spec.executable, ...spec.args];
    this.child = spawn(program, args, { stdio: ['ignore', log, log], env: { PATH: process.env.PATH, GOGC: '400', ...spec.env } });
    closeSync(log);
    live.add(this.child);
    this.exited = new Promise(resolve => {
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.ended(code, signal);
        live.delete(this.child);
        resolve();
      };
      this.child.once('exit', end);
      this.child.once('error', () => end(null, null));
    });
  }

  public get pid(): number | undefined { return this.child.pid; }

  public async stop(): Promise<void> {
    this.resume();
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await this.exited;
    clearTimeout(timer);
  }

  public async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  protected send(signal: NodeJS.Signals): boolean {
    return this.child.kill(signal);
  }
}
