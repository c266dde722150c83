/**
 * How the cloud-controller-manager reaches the API server.
 */
export class ApiServerEndpoint {
  /**
   * The API server of the node that the pod runs on: the one of the same version, whatever the other nodes run.
   *
   * @param port secure port of the API server; default 6443
   */
  public static ownNode(port?: number): ApiServerEndpoint {
    // kubeadm's serving certificate names the node's address, not 127.0.0.1.
    return new ApiServerEndpoint({ valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } }, port ?? 6443);
  }

  /**
   * A fixed address, for example `127.0.0.1` or a load balancer.
   *
   * @param host name or address that the API server's certificate names
   * @param port its port
   */
  public static address(host: string, port: number): ApiServerEndpoint {
    return new ApiServerEndpoint({ value: host }, port);
  }

  /** The Service `kubernetes` of the cluster: any API server. */
  public static clusterService(): ApiServerEndpoint {
    return new ApiServerEndpoint(undefined, 0);
  }

  private readonly host?: object;
  private readonly port: number;

  private constructor(host: object | undefined, port: number) {
    this.host = host;
    this.port = port;
  }

  /** @internal environment that client-go's in-cluster configuration reads */
  public _env(): object[] {
    if (!this.host) return [];
    return [
      { name: 'KUBERNETES_SERVICE_HOST', ...this.host },
      { name: 'KUBERNETES_SERVICE_PORT', value: String(this.port) },
    ];
  }
}
