import { createServer, IncomingMessage, request, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One EC2 call that went through the proxy. */
export interface ProxiedCall {
  /** For example `CreateTags`. */
  readonly action: string;
  /** Place among the calls of this action, from 1. */
  readonly number: number;
  /** Ids of its resources. */
  readonly ids: readonly string[];
}

/** What happens to a call instead of, or beside, passing it on. */
export type Fault =
  | { readonly kind: 'error'; readonly status: number; readonly code: string; readonly message: string }
  | { readonly kind: 'drop'; readonly when: 'before' | 'after' }
  | { readonly kind: 'delay'; readonly milliseconds: number }
  | { readonly kind: 'run'; readonly when: 'before' | 'after'; readonly action: () => Promise<void> };

/** An HTTP proxy in front of the EC2 API that counts calls and breaks those that a test chooses. */
export class FaultProxy {
  public readonly calls: ProxiedCall[] = [];
  /** Chooses the fault of a call; nothing = it passes. */
  public fault: (call: ProxiedCall) => Fault | undefined;
  private readonly counts = new Map<string, number>();
  private readonly server: Server;

  public constructor(private readonly upstream: string) {
    this.fault = () => undefined;
    this.server = createServer((incoming, outgoing) => { void this.handle(incoming, outgoing); });
  }

  public async start(): Promise<void> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
  }

  public get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Calls of one action so far. */
  public count(action: string): number {
    return this.counts.get(action) ?? 0;
  }

  public reset(): void {
    this.calls.length = 0;
    this.counts.clear();
    this.fault = () => undefined;
  }

  public async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await read(incoming);
    const form = new URLSearchParams(body);
    const action = form.get('Action') ?? '?';
    const number = this.count(action) + 1;
    this.counts.set(action, number);
    const call: ProxiedCall = { action, number, ids: [...form].filter(([key]) => key.startsWith('ResourceId.')).map(([, id]) => id) };
    this.calls.push(call);
    const fault = this.fault(call);
    if (fault?.kind === 'error') {
      outgoing.writeHead(fault.status, { 'content-type': 'text/xml' }).end(errorXml(fault.code, fault.message));
      return;
    }
    if (fault?.kind === 'delay') await sleep(fault.milliseconds);
    if (fault?.kind === 'run' && fault.when === 'before') await fault.action();
    if (fault?.kind === 'drop' && fault.when === 'before') return void incoming.socket.destroy();
    const answer = await this.forward(incoming, body);
    if (fault?.kind === 'run' && fault.when === 'after') await fault.action();
    if (fault?.kind === 'drop') return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
  }

  private forward(incoming: IncomingMessage, body: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(this.upstream, { method: incoming.method, path: incoming.url, headers: incoming.headers }, answer => {
        read(answer).then(text => resolve({ status: answer.statusCode ?? 502, body: text }), reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }
}

/** The form of an EC2 error. */
function errorXml(code: string, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors>`
    + '<RequestID>00000000-0000-4000-8000-000000000000</RequestID></Response>';
}

/** EC2 requests and answers are text. */
async function read(stream: IncomingMessage): Promise<string> {
  stream.setEncoding('utf8');
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}
