import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaseGate } from '../../../src/lib/deliver/fleet/lease-gate';
import { describeKubectl } from '../../kubectl';

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const NAME = 'my-lease';

interface Rule { readonly resourceNames: readonly string[]; readonly verbs: readonly string[] }
interface Job { readonly spec: { readonly template: { readonly spec: { readonly containers: readonly { readonly args: readonly string[] }[] } } } }

const gate = leaseGate({ name: NAME, namespace: 'kube-system' }, 'image', {});
const [rule] = gate.find(({ kind }) => kind === 'Role')!.rules as Rule[];
const { args } = (gate.find(({ kind }) => kind === 'Job') as unknown as Job).spec.template.spec.containers[0];

/** As much of an API server as the gate asks for: discovery, and one Lease, to accounts that the Role of the gate allows it. */
class LeaseServer {
  public readonly refused: string[] = [];
  private readonly server: Server;

  public constructor(private readonly spec: object | undefined) {
    this.server = createServer((request, response) => this.answer(request, response));
  }

  public async start(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const groupVersion = { groupVersion: 'coordination.k8s.io/v1', version: 'v1' };
    if (pathname === '/version') return json(response, { major: '1', minor: '32', gitVersion: 'v1.32.4' });
    if (pathname === '/api') return json(response, { kind: 'APIVersions', versions: ['v1'] });
    if (pathname === '/api/v1') return json(response, { kind: 'APIResourceList', groupVersion: 'v1', resources: [] });
    if (pathname === '/apis') {
      return json(response, {
        kind: 'APIGroupList', groups: [{ name: 'coordination.k8s.io', versions: [groupVersion], preferredVersion: groupVersion }],
      });
    }
    if (pathname === '/apis/coordination.k8s.io/v1') {
      return json(response, {
        kind: 'APIResourceList',
        groupVersion: 'coordination.k8s.io/v1',
        resources: [{ name: 'leases', singularName: 'lease', namespaced: true, kind: 'Lease', verbs: ['get', 'list', 'watch'] }],
      });
    }
    const name = pathname.startsWith(`${LEASES}/`) ? pathname.slice(LEASES.length + 1) : '';
    if (request.method !== 'GET' || !rule.resourceNames.includes(name) || !rule.verbs.includes('get')) {
      this.refused.push(`${request.method} ${request.url}`);
      return status(response, 'Forbidden', 403);
    }
    if (!this.spec) return status(response, 'NotFound', 404);
    json(response, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: NAME, namespace: 'kube-system' }, spec: this.spec });
  }
}

function status(response: ServerResponse, reason: string, code: number): void {
  json(response, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message: reason, code }, code);
}

function json(response: ServerResponse, body: object, code = 200): void {
  response.writeHead(code, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

describeKubectl('the gate, run by the real kubectl,', () => {
  let home: string;
  beforeEach(() => { home = mkdtempSync(join(tmpdir(), 'gate-')); });
  afterEach(() => rmSync(home, { recursive: true }));

  async function run(spec: object | undefined): Promise<object> {
    const server = new LeaseServer(spec);
    const address = await server.start();
    try {
      const child = spawn('kubectl', [`--server=${address}`, ...args], { env: { PATH: process.env.PATH, HOME: home } });
      const printed = { stdout: '', stderr: '' };
      child.stdout.on('data', chunk => { printed.stdout += String(chunk); });
      child.stderr.on('data', chunk => { printed.stderr += String(chunk); });
      const exitCode = await new Promise<number | null>(resolve => child.on('close', resolve));
      return { exitCode, ...printed, refused: server.refused };
    } finally {
      await server.stop();
    }
  }

  it('opens when the Lease has a holder, and says which', async () => {
    expect(await run({ holderIdentity: 'ip-10-0-1-10_0000' })).toEqual({ exitCode: 0, stdout: 'ip-10-0-1-10_0000', stderr: '', refused: [] });
  });

  it.each<[string, object | undefined, string, string[]]>([
    ['it was never held', {}, 'no holder', []],
    ['it was released', { holderIdentity: '', leaseDurationSeconds: 1 }, 'no holder', []],
    // kubectl would like to say whether the namespace is missing too.
    ['there is none yet', undefined, 'NotFound', ['GET /api/v1/namespaces/kube-system']],
  ])('stays shut while %s', async (_, spec, message, refused) => {
    expect(await run(spec)).toEqual({ exitCode: 1, stdout: expect.any(String), stderr: expect.stringContaining(message), refused });
  });
});
