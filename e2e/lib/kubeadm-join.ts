import { execFile } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { onHost } from './containment';
import { PkiNode, useOwnServer } from './pki';

const run = promisify(execFile);

/** Where the user data of a group that kubeadm makes has its JoinConfiguration. */
const JOIN_FILE = '/etc/kubernetes/kubeadm-join.yaml';

/** Of cloud-init's user data, as much as the library writes. */
interface UserData {
  readonly write_files: readonly { readonly path: string; readonly permissions: string; readonly content: string; readonly encoding?: 'b64' }[];
  readonly runcmd: readonly (readonly string[])[];
}

interface JoinConfiguration {
  readonly discovery: { readonly bootstrapToken: object };
}

/** What a cluster has for a node that joins. */
export interface JoinedCluster {
  /** Folder of the run. */
  readonly folder: string;
  /** Of the administrator. */
  readonly kubeconfig: string;
  /** Where its API is: host and port. */
  readonly endpoint: string;
}

/**
 * The phases of `kubeadm join` that need no kubelet, by the real program, on a control-plane node that comes up with the user data of its group: it
 * finds the cluster by a token, fetches the certificate authorities, and writes certificates, kubeconfigs and static pods by what the cluster has in
 * ConfigMap kubeadm-config.
 */
export async function kubeadmJoin(kubeadm: string, node: PkiNode, groupFolder: string, from: PkiNode, cluster: JoinedCluster): Promise<void> {
  const secrets = await secretsOf(kubeadm, from, cluster);
  const values: Readonly<Record<string, string>> = {
    '${KUBEADM_TOKEN}': secrets.token,
    '${KUBEADM_CERTIFICATE_KEY}': secrets.certificateKey,
    '{{ ds.meta_data.local_ipv4 }}': node.internalIp,
    '{{ ds.meta_data.local_hostname }}': node.name,
  };
  const userData = parse(Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value), readFileSync(join(groupFolder, 'user-data.yaml'), 'utf8'))) as UserData;
  for (const { path, permissions, content, encoding } of userData.write_files) {
    mkdirSync(dirname(join(node.root, path)), { recursive: true });
    writeFileSync(join(node.root, path), content, { mode: Number.parseInt(permissions, 8), ...encoding && { encoding: 'base64' } });
  }
  const [command] = userData.runcmd;
  if (command.join(' ') !== `kubeadm join --config ${JOIN_FILE}`) throw new Error(`user data of ${groupFolder} runs ${command.join(' ')}`);
  findHere(join(node.root, JOIN_FILE), from, cluster);
  const phase = [kubeadm, 'join', 'phase', 'control-plane-prepare', 'all', ...command.slice(2), `--rootfs=${node.root}`];
  const [program, ...words] = [...onHost(node.name), ...phase];
  await run(program, words);
  useOwnServer(node);
  // What the phase of the kubelet would write.
  cpSync(join(groupFolder, 'var/lib/kubelet'), join(node.root, 'var/lib/kubelet'), { recursive: true });
}

/** A token, and the key that the certificate authorities of a node are uploaded under, as the operator's command would make them. */
async function secretsOf(kubeadm: string, from: PkiNode, { folder, kubeconfig }: JoinedCluster): Promise<{ token: string; certificateKey: string }> {
  const config = join(folder, 'upload-certs.yaml');
  const certificateKey = randomBytes(32).toString('hex');
  const apiVersion = 'kubeadm.k8s.io/v1beta3';
  // Without a release it asks for the newest one.
  const cluster = { kubernetesVersion: 'v1.26.15', certificatesDir: join(from.root, 'etc/kubernetes/pki') };
  const documents = [{ apiVersion, kind: 'InitConfiguration', certificateKey }, { apiVersion, kind: 'ClusterConfiguration', ...cluster }];
  writeFileSync(config, documents.map(document => stringify(document)).join('---\n'));
  const admin = `--kubeconfig=${kubeconfig}`;
  await run(kubeadm, ['init', 'phase', 'upload-certs', '--upload-certs', `--config=${config}`, admin]);
  const { stdout } = await run(kubeadm, ['token', 'create', admin]);
  return { token: stdout.trim(), certificateKey };
}

/** The name of the endpoint of the example is known to no resolver, and its certificate authority is not the one of this cluster. */
function findHere(file: string, from: PkiNode, { endpoint }: JoinedCluster): void {
  const configuration = parse(readFileSync(file, 'utf8')) as JoinConfiguration;
  const { publicKey } = new X509Certificate(readFileSync(join(from.root, 'etc/kubernetes/pki/ca.crt'), 'utf8'));
  const key = String(publicKey.export({ type: 'spki', format: 'pem' })).split('\n').filter(line => !line.startsWith('-----'));
  const hash = createHash('sha256').update(key.join(''), 'base64').digest('hex');
  const bootstrapToken = { ...configuration.discovery.bootstrapToken, apiServerEndpoint: endpoint, caCertHashes: [`sha256:${hash}`] };
  writeFileSync(file, stringify({ ...configuration, discovery: { ...configuration.discovery, bootstrapToken } }));
}
