import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that a control-plane node uses on its own address: apiserver, KCM, CCM, its webhooks; etcd. */
const PORTS = [6443, 10257, 10258, 10260, 2379, 2380];

/** What is not on a node: the endpoint, the cloud, etcd where it is none of a node. */
const SHARED_HOST = 2;
const FIRST_NODE = 11;

/** Control-plane nodes that a cluster may have in its life. */
export const MOST_NODES = 20;

/** The address of a node, by its number. */
export function nodeAddress(network: string, index: number): string {
  if (index >= MOST_NODES) throw new Error(`node ${index + 1} would have no address: ${MOST_NODES} were looked for`);
  return `${network}.${FIRST_NODE + index}`;
}

export function sharedAddress(network: string): string {
  return `${network}.${SHARED_HOST}`;
}

/**
 * A network of loopback addresses (`127.x.y`) on which no program listens, so that each simulated node has an address of its own and every
 * component keeps its standard port: runs beside each other do not meet.
 */
export async function freeLoopbackNetwork(): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const network = `127.${randomInt(16, 250)}.${randomInt(1, 250)}`;
    const addresses = [sharedAddress(network), ...Array.from({ length: MOST_NODES }, (_, index) => nodeAddress(network, index))];
    const free = await Promise.all(PORTS.flatMap(port => addresses.map(address => isFree(address, port))));
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
