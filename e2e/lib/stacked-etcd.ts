import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PkiNode } from './pki';
import { eventually } from './wait';

/** A member is added once those that there are have been connected for 5 s (`HealthInterval` of etcd). */
const ADD_SECONDS = 60;

const PKI = '/etc/kubernetes/pki/etcd';

/** A control-plane node that has a member of etcd. */
export type EtcdNode = PkiNode & { readonly isReady: (component: string) => boolean };

/** An etcd with a member on each control-plane node, as kubeadm has it: a static pod each, and the members come and go with their nodes. */
export class StackedEtcd {
  /** etcdctl in the pod of a node that is the first word: what `kubectl exec` would run there. */
  public readonly etcdctl: string;

  /** @param folder of the run */
  public constructor(private readonly folder: string) {
    this.etcdctl = join(folder, 'etcdctl');
    mkdirSync(this.addresses, { recursive: true });
    const pki = `${join(folder, 'root')}/$node${PKI}`;
    writeFileSync(this.etcdctl, ['#!/bin/sh', 'set -e', 'node=$1; shift',
      `exec etcdctl "--endpoints=https://$(cat '${this.addresses}'/"$node"):2379" "--cacert=${pki}/ca.crt" "--cert=${pki}/server.crt" `
        + `"--key=${pki}/server.key" "$@"`, ''].join('\n'));
    chmodSync(this.etcdctl, 0o755);
  }

  /** Puts the static pods of a new cluster on its nodes. */
  public found(nodes: readonly EtcdNode[]): void {
    const members = nodes.map(node => `${node.name}=${peerUrl(node)}`).join(',');
    for (const node of nodes) this.place(node, members, 'new');
  }

  /** Adds the member of a node that joins, as `kubeadm join` does, and puts its static pod on it. */
  public async join(node: EtcdNode, others: readonly EtcdNode[]): Promise<void> {
    const members = await eventually(`the member of etcd of ${node.name}`, ADD_SECONDS, async () => {
      const asked = others.find(other => other.isReady('etcd'));
      if (!asked) return undefined;
      const { stdout } = await promisify(execFile)(this.etcdctl, [asked.name, 'member', 'add', node.name, `--peer-urls=${peerUrl(node)}`]);
      return /^ETCD_INITIAL_CLUSTER="(.*)"$/m.exec(stdout)![1];
    });
    this.place(node, members, 'existing');
  }

  /** Names of the members, by the etcd of a node. */
  public async members(node: EtcdNode): Promise<readonly string[]> {
    const { stdout } = await promisify(execFile)(this.etcdctl, [node.name, 'member', 'list', '--write-out=json']);
    return (JSON.parse(stdout) as { members: { name?: string }[] }).members.map(({ name = '' }) => name).sort();
  }

  /** Flags beside those of the manifest: where the data of a node lies, and what spares a machine that all nodes share. */
  public addedFlags({ name }: PkiNode): readonly string[] {
    const data = join(this.folder, 'etcd', name);
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o700);
    return [`--data-dir=${data}`, '--unsafe-no-fsync', '--heartbeat-interval=300', '--election-timeout=3000'];
  }

  private get addresses(): string { return join(this.folder, 'etcd-addresses'); }

  private place(node: EtcdNode, members: string, state: 'new' | 'existing'): void {
    writeFileSync(join(this.addresses, node.name), node.address);
    writeFileSync(join(node.root, 'etc/kubernetes/manifests/etcd.yaml'), JSON.stringify(manifest(node, members, state), undefined, 2));
  }
}

function clientUrl({ address }: PkiNode): string {
  return `https://${address}:2379`;
}

function peerUrl({ address }: PkiNode): string {
  return `https://${address}:2380`;
}

/** The flags that kubeadm writes, but for the addresses. */
function manifest(node: EtcdNode, members: string, state: string): object {
  const command = [
    'etcd', `--name=${node.name}`, `--initial-cluster=${members}`, `--initial-cluster-state=${state}`,
    `--initial-advertise-peer-urls=${peerUrl(node)}`, `--advertise-client-urls=${clientUrl(node)}`,
    `--listen-client-urls=${clientUrl(node)}`, `--listen-peer-urls=${peerUrl(node)}`,
    `--cert-file=${PKI}/server.crt`, `--key-file=${PKI}/server.key`, `--trusted-ca-file=${PKI}/ca.crt`, '--client-cert-auth=true',
    `--peer-cert-file=${PKI}/peer.crt`, `--peer-key-file=${PKI}/peer.key`, `--peer-trusted-ca-file=${PKI}/ca.crt`, '--peer-client-cert-auth=true',
  ];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'etcd', namespace: 'kube-system', labels: { component: 'etcd', tier: 'control-plane' } },
    spec: {
      hostNetwork: true,
      priorityClassName: 'system-node-critical',
      // Which release runs is the matter of this machine.
      containers: [{ name: 'etcd', image: 'registry.k8s.io/etcd:v3.4.23', command, volumeMounts: [{ name: 'etcd-certs', mountPath: PKI }] }],
      volumes: [{ name: 'etcd-certs', hostPath: { path: PKI, type: 'DirectoryOrCreate' } }],
    },
  };
}
