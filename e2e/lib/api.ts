import { Agent, request } from 'node:https';

export interface Credentials {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** An answer that is not a success. */
export class ApiError extends Error {
  public constructor(public readonly status: number, method: string, url: string, body: string) {
    super(`${method} ${url} answered ${status}: ${body.slice(0, 300)}`);
  }
}

const TIMEOUT_MS = 5_000;

/** Calls to one HTTPS server with a client certificate: an API server, or the metrics port of a component. */
export class HttpsClient {
  private readonly agent: Agent;

  /** @param verify the components serve metrics with a certificate that they sign themselves */
  public constructor(public readonly base: string, credentials: Credentials, verify = true) {
    this.agent = new Agent({ ...credentials, keepAlive: true, rejectUnauthorized: verify });
  }

  public text(path: string): Promise<string> {
    return this.call('GET', path);
  }

  public async get<T>(path: string): Promise<T> {
    return JSON.parse(await this.call('GET', path)) as T;
  }

  public async post(path: string, body: unknown): Promise<void> {
    await this.call('POST', path, body, 'application/json');
  }

  public async create<T>(path: string, body: unknown): Promise<T> {
    return JSON.parse(await this.call('POST', path, body, 'application/json')) as T;
  }

  public async merge(path: string, body: unknown): Promise<void> {
    await this.call('PATCH', path, body, 'application/merge-patch+json');
  }

  public async delete(path: string, body?: unknown): Promise<void> {
    await this.call('DELETE', path, body, 'application/json');
  }

  public close(): void {
    this.agent.destroy();
  }

  private call(method: string, path: string, body?: unknown, type?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = { accept: 'application/json', ...text ? { 'content-type': type, 'content-length': Buffer.byteLength(text) } : {} };
      const outgoing = request(this.base + path, { method, agent: this.agent, headers, timeout: TIMEOUT_MS }, answer => {
        let received = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => { received += chunk; });
        answer.once('error', reject);
        answer.once('end', () => {
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300) resolve(received);
          else reject(new ApiError(status, method, this.base + path, received));
        });
      });
      outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${this.base}${path}: no answer within ${TIMEOUT_MS} ms`)));
      outgoing.once('error', reject);
      outgoing.end(text);
    });
  }
}
