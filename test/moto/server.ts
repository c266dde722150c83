import { ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A VPC with instances in two private subnets, a public subnet, one security group; nothing in it is tagged. */
export interface Fleet {
  readonly vpcId: string;
  readonly privateSubnetIds: readonly string[];
  readonly publicSubnetId: string;
  readonly securityGroupId: string;
  readonly mainRouteTableId: string;
  readonly publicRouteTableId: string;
  readonly instanceIds: readonly string[];
}

/** A running moto server. */
export interface MotoServer {
  readonly endpoint: string;
  readonly region: string;
  readonly fleets: readonly Fleet[];
  stop(): Promise<void>;
}

/** What the AWS SDK reads from the environment: dummy keys, and nothing of the machine's own configuration. */
export const AWS_ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_REGION: 'us-east-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
};

/** A moto server, with what its first line says and a way to talk to it. */
export interface MotoProcess<R> {
  readonly ready: R;
  /** Hands a line over, and waits for the line that answers it. */
  ask(line: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param sizes instances of each fleet */
export async function startMoto(python: string, sizes: readonly number[]): Promise<MotoServer> {
  const { ready, stop: end } = await startMotoScript<Omit<MotoServer, 'stop'>>(python, 'server.py', sizes.map(String));
  return { ...ready, stop: end };
}

/** @param script a program of this folder, which prints a line of JSON when it is ready */
export async function startMotoScript<R>(python: string, script: string, args: readonly string[]): Promise<MotoProcess<R>> {
  const child = spawn(python, [join(__dirname, script), ...args], {
    env: { PATH: process.env.PATH, ...AWS_ENVIRONMENT },
    // Its standard input ends with this process, however that ends; and it with its standard input.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', chunk => { log = (log + String(chunk)).slice(-4_000); });
  const lines = createInterface({ input: child.stdout });
  const next = () => new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', code => reject(new Error(`moto ended with code ${code}: ${log}`)));
    child.once('error', reject);
  });
  const ready = JSON.parse(await next()) as R;
  return {
    ready,
    ask: line => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
