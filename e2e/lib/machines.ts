import { appendFileSync, chmodSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A machine that is asked for. */
export interface MachineRequest {
  readonly role: 'control-plane' | 'worker';
  /** Of Kubernetes. */
  readonly release: string;
  /** With the files of its node group. */
  readonly folder: string;
}

/** What makes machines that join, and ends them. */
export interface MachineMaker {
  readonly make: (request: MachineRequest) => Promise<void>;
  readonly end: (node: string) => Promise<void>;
}

/**
 * Where the operator's own commands `make_node` and `end_node` lead: as a cloud does, it answers before a machine has joined, and makes no second one
 * for the same token.
 */
export class Machines {
  /** Why machines did not join. */
  public readonly failures: string[] = [];
  private readonly joining = new Map<string, Promise<void>>();
  private readonly server: Server;
  private readonly program: string;

  /** @param folder of the run */
  public constructor(private readonly folder: string, private readonly maker: MachineMaker) {
    this.program = join(folder, 'machine');
    this.server = createServer((request, response) => {
      text(request).then(words => this.obey(JSON.parse(words) as string[])).then(
        () => response.end(),
        (error: Error) => response.writeHead(500).end(error.message),
      );
    });
  }

  /** The settings of a project. */
  public get commands(): { readonly make_node: readonly string[]; readonly end_node: readonly string[] } {
    return {
      make_node: [this.program, 'make', '{token}', '{role}', '{release}', '{folder}'],
      end_node: [this.program, 'end', '{node}'],
    };
  }

  /** How many machines were made. */
  public get made(): number { return this.joining.size; }

  public async listen(address: string): Promise<void> {
    await new Promise<void>((resolve, reject) => { this.server.once('error', reject).listen(0, address, resolve); });
    const { port } = this.server.address() as AddressInfo;
    writeFileSync(this.program, [
      '#!/usr/bin/env python3',
      'import json, sys, urllib.request',
      `urllib.request.urlopen('http://${address}:${port}', json.dumps(sys.argv[1:]).encode(), 120)`,
      '',
    ].join('\n'));
    chmodSync(this.program, 0o755);
  }

  /** Ends it once every machine has joined, or has not. */
  public async close(): Promise<void> {
    this.server.close();
    await Promise.all(this.joining.values());
  }

  private async obey(words: readonly string[]): Promise<void> {
    this.log(words.join(' '));
    const [what, name, role, release, folder] = words;
    if (what === 'end') await this.maker.end(name);
    else if (!this.joining.has(name)) this.joining.set(name, this.make(name, { role: role as MachineRequest['role'], release, folder }));
    this.log(`done: ${what} ${name}`);
  }

  private async make(token: string, request: MachineRequest): Promise<void> {
    try {
      await this.maker.make(request);
      this.log(`joined: ${token}`);
    } catch (error) {
      this.failures.push(`the machine of ${token} did not join: ${(error as Error).message}`);
      this.log(this.failures.at(-1)!);
    }
  }

  private log(line: string): void {
    appendFileSync(join(this.folder, 'logs', 'machines.log'), `${new Date().toISOString()} ${line}\n`);
  }
}
