import { cpSync } from 'node:fs';
import { Kubelet } from './kubelet';
import { Supervisor } from './supervisor';

/** A worker node: a folder in place of its file system, and its kubelet. */
export class SimulatedWorker {
  public readonly kubelet: Kubelet;

  /**
   * @param input what it has before
   * @param release of its kubelet
   */
  public constructor(public readonly name: string, public readonly root: string, input: string, supervisor: Supervisor, release?: string) {
    cpSync(input, root, { recursive: true });
    this.kubelet = new Kubelet(this, supervisor, async () => undefined, release);
  }

  public start(): void {
    this.kubelet.start();
  }

  public shutDown(): Promise<void> {
    return this.kubelet.stop();
  }

  /** Its machine ends. */
  public end(): Promise<void> {
    return this.kubelet.end();
  }
}
