import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { ClusterConfiguration, withNames } from './pki';

/** A cluster as kubeadm 1.26 made it, with the in-tree AWS provider: the input of the kubeadm example. */
const EXAMPLE = resolve(__dirname, '..', '..', 'examples', 'kubeadm', 'input');

/** Lease times of a run: short, so that a run is. They are the user's own settings; what is synthesized copies them. */
export interface LeaseTimes {
  readonly leaseSeconds: number;
  readonly renewSeconds: number;
  readonly retrySeconds: number;
}

export const FAST: LeaseTimes = { leaseSeconds: 8, renewSeconds: 5, retrySeconds: 1 };

/**
 * The input of the example, as the owner of a cluster on this machine would have it: the cloud config names where the EC2 API is, the route
 * controller is on, and lease times are short.
 */
export function writeInput(folder: string, cloudConfig: string, times: LeaseTimes): void {
  cpSync(EXAMPLE, folder, { recursive: true });
  const controlPlane = join(folder, 'control-plane');
  for (const node of readdirSync(controlPlane)) {
    const kubernetes = join(controlPlane, node, 'etc/kubernetes');
    writeFileSync(join(kubernetes, 'cloud.conf'), cloudConfig);
    edit(join(kubernetes, 'manifests/kube-controller-manager.yaml'), '- --configure-cloud-routes=false', ['- --configure-cloud-routes=true']);
    edit(join(kubernetes, 'manifests/kube-controller-manager.yaml'), '- --leader-elect=true', [
      '- --leader-elect=true', ...electionFlags(times),
    ]);
  }
}

/**
 * kubeadm's configuration for nodes that join later: what the manifests have by `writeInput`, and the loopback addresses that nodes may have.
 *
 * @param names addresses in the certificates of nodes
 */
export function writeKubeadmInput(folder: string, times: LeaseTimes, names: readonly string[]): void {
  const extra = Object.fromEntries(['--configure-cloud-routes=true', ...electionFlags(times).map(line => line.slice('- '.length))]
    .map(flag => flag.slice('--'.length).split('=')));
  for (const name of readdirSync(folder).filter(file => file.startsWith('kubeadm-config'))) {
    const documents = readFileSync(join(folder, name), 'utf8').split(/^---$/m).map(text => {
      const document = parse(text) as ClusterConfiguration;
      if (document.kind !== 'ClusterConfiguration') return text.trim();
      const { controllerManager } = document;
      const changed = { ...document, controllerManager: { ...controllerManager, extraArgs: { ...controllerManager?.extraArgs, ...extra } } };
      return stringify(withNames(changed, names)).trim();
    });
    writeFileSync(join(folder, name), `${documents.join('\n---\n')}\n`);
  }
}

/**
 * The same cluster years later: the nodes of the example in phase `disabled`, of another release of Kubernetes, without the flags that this does not
 * have any more.
 */
export function writeSteadyInput(folder: string, cloudConfig: string, times: LeaseTimes, kubernetes: string): void {
  for (const role of ['control-plane', 'worker']) {
    cpSync(join(EXAMPLE, '..', 'nodes', 'disabled', `${role}-n-plus-1`), join(folder, role), { recursive: true });
    for (const node of readdirSync(join(folder, role))) {
      const flags = join(folder, role, node, 'var/lib/kubelet/kubeadm-flags.env');
      writeFileSync(flags, readFileSync(flags, 'utf8').replace(/ ?--pod-infra-container-image=[^ "]+/, ''));
    }
  }
  const controlPlane = join(folder, 'control-plane');
  for (const node of readdirSync(controlPlane)) {
    const config = join(controlPlane, node, 'etc/kubernetes');
    writeFileSync(join(config, 'cloud.conf'), cloudConfig);
    for (const component of ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']) {
      edit(join(config, `manifests/${component}.yaml`), `image: registry.k8s.io/${component}:v1.27.16`,
        [`image: registry.k8s.io/${component}:v${kubernetes}`]);
    }
    edit(join(config, 'manifests/kube-apiserver.yaml'), '- --cloud-provider=external', []);
    edit(join(config, 'manifests/kube-controller-manager.yaml'), '- --leader-elect=true', ['- --leader-elect=true', ...electionFlags(times)]);
  }
}

function electionFlags({ leaseSeconds, renewSeconds, retrySeconds }: LeaseTimes): readonly string[] {
  return [
    `- --leader-elect-lease-duration=${leaseSeconds}s`,
    `- --leader-elect-renew-deadline=${renewSeconds}s`,
    `- --leader-elect-retry-period=${retrySeconds}s`,
  ];
}

/** Names of the control-plane nodes. */
export function kubeadmNodes(): string[] {
  return readdirSync(join(EXAMPLE, 'control-plane')).sort();
}

/** Names of the workers. */
export function workerNodes(): string[] {
  return readdirSync(join(EXAMPLE, 'worker')).sort();
}

/** The configuration that kubeadm used for a node. */
export function kubeadmConfig(node: string): string {
  return readFileSync(join(EXAMPLE, `kubeadm-config-${node}.yaml`), 'utf8');
}

/** Replaces one line, keeping its indentation. */
function edit(file: string, line: string, replacement: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const found = new RegExp(`^( *)${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm').exec(text);
  if (!found) throw new Error(`${file} has no line '${line}'`);
  const whole = replacement.length === 0 ? `${found[0]}\n` : found[0];
  writeFileSync(file, text.replace(whole, replacement.map(added => found[1] + added).join('\n')));
}
