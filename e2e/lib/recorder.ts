import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials, HttpsClient } from './api';
import { leasesInMetrics, Sign, signsInLog, signsInMetrics, startInMetrics } from './signs';
import { ComponentProcess, Supervisor } from './supervisor';
import { Run, Span, within } from './timeline';
import { Answer, holdings, Trace, TracedProcess, tracedProcess } from './trace';
import { whoAnswered } from './who-answered';
import { DEFAULT_LEADER_NAME } from '../../src/lib/leader-migration';

const PORTS: Readonly<Record<string, number>> = { 'kube-controller-manager': 10257, 'aws-cloud-controller-manager': 10258 };
const INTERVAL_MS = 500;

/** Collects signs of running controllers from the metrics of every process, and from its log when it is asked. */
export class Recorder {
  private readonly metrics = new Map<ComponentProcess, Sign[]>();
  /** Processes that said they lead, by Lease, in the order in which they were first heard. */
  private readonly leaders = new Map<string, Set<ComponentProcess>>();
  /** What each process said that it holds, and what it was started with. */
  private readonly answers = new Map<ComponentProcess, Answer[]>();
  private readonly traced = new Map<ComponentProcess, TracedProcess>();
  /** Identities in the Lease of the migration, each as it was found instead of another. */
  private readonly holders: { readonly at: number; readonly identity: string }[] = [];
  private readonly clients = new Map<string, HttpsClient>();
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(
    private readonly supervisor: Supervisor, private readonly addressOf: (node: string) => string, private readonly credentials: Credentials,
    private readonly holderOf: (lease: string) => Promise<string | undefined>,
  ) {}

  public start(): void {
    this.loop = (async () => {
      while (!this.stopped) {
        await Promise.all([...this.supervisor.all.filter(({ process }) => process.running).map(process => this.poll(process)), this.pollHolder()]);
        await sleep(INTERVAL_MS);
      }
    })();
  }

  public async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
    for (const client of this.clients.values()) client.close();
  }

  /** The process that runs a controller now and can act, if there is one. */
  public running(controller: string): ComponentProcess | undefined {
    return this.supervisor.all.find(process => process.process.running && !process.process.isPaused
      && (this.metrics.get(process) ?? []).some(sign => sign.controller === controller));
  }

  /** How often the Lease of the migration went to another holder in a time. */
  public handovers({ from, to }: Span): number {
    return this.holders.filter(({ at }) => at >= from && at <= to).length;
  }

  /** Whether the process itself said, at some time, that it holds a Lease. */
  public hasLed(name: string): boolean {
    return [...this.leaders.values()].some(processes => [...processes].some(process => nameOf(process) === name));
  }

  /** The access key by which the log of the cloud knows the process. */
  public accessKey(name: string): string {
    return this.supervisor.all.find(process => nameOf(process) === name)!.accessKey;
  }

  /** What ran, from each process's first sign until its exit, or until now. */
  public runs(now = Date.now()): Run[] {
    return this.supervisor.all.filter(({ component }) => component in PORTS).flatMap(process => {
      const { logFile, started, exit, paused } = process.process;
      const signs = [...signsInLog(readFileSync(logFile, 'utf8'), new Date(started).getFullYear()), ...this.metrics.get(process) ?? []];
      const first = new Map<string, number>();
      for (const { controller, at } of signs) first.set(controller, Math.min(at, first.get(controller) ?? Infinity));
      return [...first].map(([controller, from]) => ({
        controller, process: nameOf(process), from, to: exit?.at ?? now, paused,
      }));
    });
  }

  /** Who held which lock, and who ran which controller, in a time. */
  public trace({ from, to }: Span): Trace {
    const held = [...this.answers].flatMap(([process, answers]) => holdings(nameOf(process), answers))
      .map(one => ({ ...one, from: Math.max(one.from, from), to: Math.min(one.to, to) })).filter(one => one.from < one.to);
    const runs = within(this.runs(), { from, to });
    const names = new Set([...held, ...runs].map(({ process }) => process));
    const processes = [...this.traced].map(([{ process: { paused } }, one]) => ({ ...one, paused })).filter(({ name }) => names.has(name));
    return { processes, held, runs };
  }

  private async poll(process: ComponentProcess): Promise<void> {
    const port = PORTS[process.component];
    if (!port) return;
    const base = `https://${this.addressOf(process.node)}:${port}`;
    const client = this.clients.get(base) ?? new HttpsClient(base, this.credentials, false);
    this.clients.set(base, client);
    try {
      const asked = Date.now();
      const text = await client.text('/metrics');
      if (!process.process.running) return; // an answer that came after the end of this process is its successor's
      if (this.whoAnswered(process, text, asked) !== process) return;
      this.metrics.set(process, [...this.metrics.get(process) ?? [], ...signsInMetrics(text, Date.now())]);
      const leases = leasesInMetrics(text).sort();
      this.answers.set(process, [...this.answers.get(process) ?? [], { asked, answered: Date.now(), leases }]);
      if (!this.traced.has(process)) this.traced.set(process, startedWith(process));
      for (const lease of leases) this.leaders.set(lease, (this.leaders.get(lease) ?? new Set()).add(process));
    } catch {
      // Not listening yet, stopped by a signal, or ended: no sign.
    }
  }

  private whoAnswered({ component, node }: ComponentProcess, text: string, asked: number): ComponentProcess | undefined {
    const start = startInMetrics(text);
    if (start === undefined) return undefined;
    const candidates = this.supervisor.all.filter(other => other.component === component && other.node === node)
      .map(other => ({ other, started: other.process.started, exit: other.process.exit }));
    return whoAnswered(candidates, start, asked)?.other;
  }

  private async pollHolder(): Promise<void> {
    const identity = await this.holderOf(DEFAULT_LEADER_NAME).catch(() => undefined); // no such Lease, or the API server restarts
    if (identity !== undefined && identity !== this.holders.at(-1)?.identity) this.holders.push({ at: Date.now(), identity });
  }
}

/** While it runs: the system knows its command line, also of one that the harness has not started. */
function startedWith(one: ComponentProcess): TracedProcess {
  const { component, version, process: { pid, paused } } = one;
  return tracedProcess(nameOf(one), component, version, readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1), paused);
}

function nameOf({ component, version, node, process: { pid } }: ComponentProcess): string {
  return `${component} ${version} on ${node} (pid ${pid})`;
}
