import { ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ansible } from '../ansible/ansible';

const SERVER = resolve(__dirname, 'plan-sim', 'server.py');
const CLIENT = resolve(__dirname, 'plan-sim', 'client.py');

/** Ends when nothing refers to it any more: its standard input is closed then. */
let shared: { readonly socket: string; readonly process: ChildProcess } | undefined;

/** Starts a script of `plan-sim` in the Python that is there for all of a test file: the beginning of a command line. */
export function sharedPython(script: 'cluster.py' | 'node_python.py'): string {
  const interpreter = join(ansible().bin!, 'python');
  shared ??= serve(interpreter);
  return `exec ${interpreter} -IS ${CLIENT} ${shared.socket} ${script}`;
}

function serve(interpreter: string): NonNullable<typeof shared> {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-python-'));
  const socket = join(folder, 'socket');
  const env = { PYTHONPYCACHEPREFIX: join(folder, 'compiled') };
  const started = spawn(interpreter, [SERVER, socket], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  started.unref();
  (started.stdin as Socket).unref();
  return { socket, process: started };
}
