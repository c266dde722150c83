import { connect, createServer, Server, Socket } from 'node:net';

/** An API server behind the endpoint. */
export interface Backend {
  readonly address: string;
  /** Whether it says that it is ready. */
  readonly isReady: () => boolean;
}

const PORT = 6443;

/**
 * The control-plane endpoint of a cluster: the load balancer in front of its API servers, which passes a connection on to one that is ready. Without
 * it a client would stand before a closed door while the one server that it knows is upgraded.
 */
export class Endpoint {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  /** @param backends those that it has now */
  public constructor(private readonly address: string, private readonly backends: () => readonly Backend[]) {
    this.server = createServer(socket => this.pass(socket));
  }

  public get url(): string { return `https://${this.address}:${PORT}`; }

  public listen(): Promise<void> {
    return new Promise((resolve, reject) => { this.server.once('error', reject).listen(PORT, this.address, resolve); });
  }

  public close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private pass(incoming: Socket): void {
    const backend = this.backends().find(({ isReady }) => isReady());
    if (!backend) {
      incoming.destroy();
      return;
    }
    const outgoing = connect(PORT, backend.address);
    for (const [socket, other] of [[incoming, outgoing], [outgoing, incoming]]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
