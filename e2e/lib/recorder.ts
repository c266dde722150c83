import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Credentials, HttpsClient } from './api';
import { Sign, signsInLog, signsInMetrics } from './signs';
import { ComponentProcess, Supervisor } from './supervisor';
import { Run } from './timeline';

const PORTS: Readonly<Record<string, number>> = { 'kube-controller-manager': 10257, 'aws-cloud-controller-manager': 10258 };
const INTERVAL_MS = 500;

/** Collects signs of running controllers from the metrics of every process, and from its log when it is asked. */
export class Recorder {
  private readonly metrics = new Map<ComponentProcess, Sign[]>();
  private readonly clients = new Map<string, HttpsClient>();
  private loop?: Promise<void>;
  private stopped = false;

  public constructor(
    private readonly supervisor: Supervisor, private readonly addressOf: (node: string) => string, private readonly credentials: Credentials,
  ) {}

  public start(): void {
    this.loop = (async () => {
      while (!this.stopped) {
        await Promise.all(this.supervisor.all.filter(({ process }) => process.running).map(process => this.poll(process)));
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

  /** What ran, from each process's first sign until its exit, or until now. */
  public runs(now = Date.now()): Run[] {
    return this.supervisor.all.filter(({ component }) => component in PORTS).flatMap(process => {
      const { spec, started, exit, paused, pid } = process.process;
      const signs = [...signsInLog(readFileSync(spec.logFile, 'utf8'), new Date(started).getFullYear()), ...this.metrics.get(process) ?? []];
      const first = new Map<string, number>();
      for (const { controller, at } of signs) first.set(controller, Math.min(at, first.get(controller) ?? Infinity));
      return [...first].map(([controller, from]) => ({
        controller, process: `${process.component} ${process.version} on ${process.node} (pid ${pid})`, from, to: exit?.at ?? now, paused,
      }));
    });
  }

  private async poll(process: ComponentProcess): Promise<void> {
    const port = PORTS[process.component];
    if (!port) return;
    const base = `https://${this.addressOf(process.node)}:${port}`;
    const client = this.clients.get(base) ?? new HttpsClient(base, this.credentials, false);
    this.clients.set(base, client);
    try {
      const signs = signsInMetrics(await client.text('/metrics'), Date.now());
      // An answer that came after the end of this process is its successor's.
      if (process.process.running) this.metrics.set(process, [...this.metrics.get(process) ?? [], ...signs]);
    } catch {
      // Not listening yet, stopped by a signal, or ended: no sign.
    }
  }
}
