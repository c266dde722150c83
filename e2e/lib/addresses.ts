import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that a control-plane node uses on its own address: apiserver, KCM, CCM, its webhooks; etcd. */
const PORTS = [6443, 10257, 10258, 10260, 2379, 2380];

/**
 * A network of loopback addresses (`127.x.y`) on which no program listens, so that each simulated node has an address of its own and every
 * component keeps its standard port: runs beside each other do not meet.
 */
export async function freeLoopbackNetwork(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const network = `127.${randomInt(16, 250)}.${randomInt(1, 250)}`;
    const free = await Promise.all(PORTS.flatMap(port => [2, 11, 12, 13].map(host => isFree(`${network}.${host}`, port))));
    if (free.every(Boolean)) return network;
  }
  throw new Error('no loopback network 127.x.y.0/24 with free ports found in 100 attempts');
}

function isFree(address: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, address, () => server.close(() => resolve(true)));
  });
}
