import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freeLoopbackNetwork } from './addresses';
import { Credentials, HttpsClient } from './api';
import { kubeadmConfig } from './input';
import { ManagedProcess } from './managed-process';
import { adminCredentials, makePki } from './pki';
import { Programs } from './programs';
import { eventually } from './wait';

const KUBERNETES_N = '1.26.15';

/** What the `kubernetes` Service would lead to; no process connects to it, and releases from 1.37 on refuse a loopback address. */
const ADVERTISED = '192.0.2.1';

/** Controllers that a cluster does not come without here: pods of DaemonSets, their service accounts, and deletion in the foreground. */
const CONTROLLERS = 'daemonset,serviceaccount,serviceaccount-token,garbagecollector,root-ca-cert-publisher';

export interface ApiServerOptions {
  /** Release of kube-apiserver. @default 1.26.15 */
  readonly release?: string;
  /** Whether the few controllers of a real kube-controller-manager 1.26 run that objects need to become what they say. @default true */
  readonly controllers?: boolean;
}

/** One real kube-apiserver with etcd, and certificates by the real kubeadm. */
export class ApiServer {
  public static async start(folder: string, node: string, { release = KUBERNETES_N, controllers = true }: ApiServerOptions = {}): Promise<ApiServer> {
    const network = await freeLoopbackNetwork();
    const server = new ApiServer(folder, node, network, `${network}.11`);
    try {
      server.startApiServer(release);
      if (controllers) server.startControllers();
      await eventually('readiness of the API server', 60, () => server.client.text('/readyz'));
      if (controllers) {
        await eventually('the service account of pods', 60, () => server.client.text('/api/v1/namespaces/kube-system/serviceaccounts/default'));
      }
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  public readonly client: HttpsClient;
  public readonly admin: Credentials & { readonly kubeconfig: string };
  private readonly programs = new Programs();
  private readonly root: string;
  private readonly processes: ManagedProcess[] = [];

  private constructor(private readonly folder: string, node: string, private readonly network: string, private readonly address: string) {
    this.root = join(folder, 'host');
    mkdirSync(join(folder, 'logs'), { recursive: true });
    makePki(this.kubeadm, [{ name: node, internalIp: address, address, root: this.root }], kubeadmConfig, this.etcdAddress);
    this.admin = adminCredentials(this.root);
    this.client = new HttpsClient(`https://${address}:6443`, this.admin);
  }

  /** Path of the real kubeadm of version N. */
  public get kubeadm(): string { return this.programs.path('kubeadm', KUBERNETES_N).executable; }

  public async stop(): Promise<void> {
    this.client.close();
    for (const process of [...this.processes].reverse()) await process.kill();
  }

  private get etcdAddress(): string { return `${this.network}.2`; }

  private get pki(): string { return join(this.root, 'etc/kubernetes/pki'); }

  private startApiServer(release: string): void {
    const { pki } = this;
    const data = join(this.folder, 'etcd');
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o700);
    const etcd = `https://${this.etcdAddress}:2379`;
    this.launch('etcd', 'etcd', [
      `--data-dir=${data}`, `--listen-client-urls=${etcd}`, `--advertise-client-urls=${etcd}`, `--listen-peer-urls=http://${this.etcdAddress}:2380`,
      `--cert-file=${pki}/etcd/server.crt`, `--key-file=${pki}/etcd/server.key`, `--trusted-ca-file=${pki}/etcd/ca.crt`, '--client-cert-auth',
      '--unsafe-no-fsync',
    ]);
    this.launch('kube-apiserver', this.programs.path('kube-apiserver', release).executable, [
      `--advertise-address=${ADVERTISED}`, `--bind-address=${this.address}`, '--secure-port=6443', '--authorization-mode=Node,RBAC',
      '--allow-privileged=true',
      `--etcd-servers=${etcd}`, `--etcd-cafile=${pki}/etcd/ca.crt`, `--etcd-certfile=${pki}/apiserver-etcd-client.crt`, `--etcd-keyfile=${pki}/`
        + 'apiserver-etcd-client.key',
      `--client-ca-file=${pki}/ca.crt`, `--tls-cert-file=${pki}/apiserver.crt`, `--tls-private-key-file=${pki}/apiserver.key`,
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local', '--service-cluster-ip-range=10.96.0.0/12',
      `--service-account-key-file=${pki}/sa.pub`, `--service-account-signing-key-file=${pki}/sa.key`,
    ]);
  }

  private startControllers(): void {
    const { pki } = this;
    this.launch('kube-controller-manager', this.programs.path('kube-controller-manager', KUBERNETES_N).executable, [
      `--kubeconfig=${this.admin.kubeconfig}`, '--leader-elect=false', `--controllers=${CONTROLLERS}`, `--bind-address=${this.address}`,
      `--service-account-private-key-file=${pki}/sa.key`, `--root-ca-file=${pki}/ca.crt`,
    ]);
  }

  private launch(name: string, executable: string, args: readonly string[]): void {
    this.processes.push(new ManagedProcess({ name, executable, args, logFile: join(this.folder, 'logs', `${name}.log`) }));
  }
}
