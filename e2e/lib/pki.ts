import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { Credentials } from './api';

/** A node that gets certificates and kubeconfigs. */
export interface PkiNode {
  readonly name: string;
  readonly internalIp: string;
  readonly address: string;
  readonly root: string;
}

/** What kubeadm copies from the first control-plane node to the others. */
const SHARED = ['ca.crt', 'ca.key', 'sa.key', 'sa.pub', 'front-proxy-ca.crt', 'front-proxy-ca.key', 'etcd/ca.crt', 'etcd/ca.key'];

/**
 * Certificates and kubeconfigs of each node, made by the real kubeadm from the nodes' own configurations. Only the loopback addresses are
 * added to the names in the certificates, and put into the kubeconfigs.
 */
export function makePki(kubeadm: string, nodes: readonly PkiNode[], configOf: (node: string) => string, etcdAddress: string): void {
  const extraNames = [etcdAddress, ...nodes.map(({ address }) => address)];
  for (const node of nodes) {
    const folder = join(node.root, 'etc/kubernetes');
    const pki = join(folder, 'pki');
    mkdirSync(join(pki, 'etcd'), { recursive: true });
    if (node !== nodes[0]) for (const file of SHARED) copyFileSync(join(nodes[0].root, 'etc/kubernetes/pki', file), join(pki, file));
    const config = join(node.root, 'kubeadm.yaml');
    writeFileSync(config, localConfig(configOf(node.name), extraNames, pki));
    const run = (...phase: string[]): void => {
      execFileSync(kubeadm, ['init', 'phase', ...phase, `--config=${config}`], { stdio: 'pipe' });
    };
    run('certs', 'all');
    run('kubeconfig', 'all', `--kubeconfig-dir=${folder}`);
    useOwnServer(node);
  }
}

/** Kubeconfigs lead to the node's own API server. */
export function useOwnServer({ root, address }: PkiNode): void {
  const folder = join(root, 'etc/kubernetes');
  for (const name of readdirSync(folder).filter(file => file.endsWith('.conf') && file !== 'cloud.conf')) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/server: https:\/\/[^:]+:6443/, `server: https://${address}:6443`));
  }
}

/** kubeadm's configuration with a folder for certificates, and more names in those of the apiserver and of etcd. */
function localConfig(config: string, names: readonly string[], certificatesDir: string): string {
  return config.split(/^---$/m).map(text => {
    const document = parse(text) as ClusterConfiguration;
    if (document.kind !== 'ClusterConfiguration') return text.trim();
    return JSON.stringify({ ...withNames(document, names), certificatesDir });
  }).join('\n---\n');
}

/** Of kubeadm's ClusterConfiguration, what is changed here. */
export interface ClusterConfiguration {
  readonly kind: string;
  readonly apiServer?: { readonly certSANs?: readonly string[] };
  readonly controllerManager?: { readonly extraArgs?: Readonly<Record<string, string>> };
}

/** A ClusterConfiguration with more names in the certificates. */
export function withNames(document: ClusterConfiguration, names: readonly string[]): ClusterConfiguration & { readonly etcd: object } {
  return {
    ...document,
    apiServer: { ...document.apiServer, certSANs: [...document.apiServer?.certSANs ?? [], ...names] },
    etcd: { local: { serverCertSANs: names, peerCertSANs: names } },
  };
}

/** A kubeconfig of a user that the cluster authenticates and that has no rights yet; made by kubeadm. */
export function userKubeconfig(kubeadm: string, { root }: PkiNode, user: string, server: string): string {
  const text = execFileSync(kubeadm, ['kubeconfig', 'user', `--client-name=${user}`, `--config=${join(root, 'kubeadm.yaml')}`], { encoding: 'utf8' });
  return text.replace(/server: \S+/, `server: ${server}`);
}

/** The administrator's certificate out of kubeadm's admin.conf. */
export function adminCredentials(root: string): Credentials & { readonly kubeconfig: string } {
  const kubeconfig = join(root, 'etc/kubernetes/admin.conf');
  const config = parse(readFileSync(kubeconfig, 'utf8')) as {
    clusters: { cluster: Record<string, string> }[]; users: { user: Record<string, string> }[];
  };
  const decode = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
  return {
    kubeconfig,
    ca: decode(config.clusters[0].cluster['certificate-authority-data']),
    cert: decode(config.users[0].user['client-certificate-data']),
    key: decode(config.users[0].user['client-key-data']),
  };
}

/** What kubeadm gives the probes of etcd. */
export function clientCredentials(root: string): Credentials {
  const [ca, cert, key] = ['ca.crt', 'healthcheck-client.crt', 'healthcheck-client.key'].map(
    file => readFileSync(join(root, 'etc/kubernetes/pki/etcd', file), 'utf8'));
  return { ca, cert, key };
}

/** A kubeconfig that stands for the credentials that a pod finds at a fixed path: the same address, CA and ServiceAccount token. */
export function podKubeconfig(path: string, server: string, ca: string, tokenFile: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({
    'apiVersion': 'v1',
    'kind': 'Config',
    'current-context': 'pod',
    'clusters': [{ name: 'pod', cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    'users': [{ name: 'pod', user: { tokenFile } }],
    'contexts': [{ name: 'pod', context: { cluster: 'pod', user: 'pod' } }],
  }));
}
