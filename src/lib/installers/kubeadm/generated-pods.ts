import { KubeadmArg } from './extra-args';
import { Data } from '../../edit/yaml/data';
import { yaml } from '../../edit/yaml/load';
import { KUBEADM_API_SERVER_FLAGS, KubeadmCluster, kubeadmKcmFlags } from '../../facts/kubeadm-static-pods';
import { STATIC_POD_PATH } from '../../kubernetes/node';

/** `HostPathMount` of kubeadm. */
export interface KubeadmVolume {
  readonly name: string;
  readonly hostPath: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
  /** For example `File`. */
  readonly pathType: string;
}

/** What a configuration says about one component. */
export interface GeneratedComponent {
  readonly args: readonly KubeadmArg[];
  readonly volumes: readonly Partial<KubeadmVolume>[];
  /** As the configuration has it. */
  readonly env?: Data;
}

/** What kubeadm makes static pods from, as far as the migration looks at them. */
export interface GeneratedControlPlane extends KubeadmCluster {
  /** Image tag, like `v1.26.15`. */
  readonly tag: string;
  /** Port of the API server on its node. */
  readonly port?: number;
  readonly controllerManager: GeneratedComponent;
  readonly apiServer: GeneratedComponent;
}

/**
 * The static pods that kubeadm would write, by path: for configurations without a node whose manifests could be read. They hold the flags, mounts and
 * volumes that the configuration decides, and nothing that kubeadm adds for other reasons.
 */
export function generatedPods(from: GeneratedControlPlane): { readonly [path: string]: string } {
  const port = String(from.port ?? 6443);
  return Object.fromEntries([
    pod('kube-controller-manager', from.tag, kubeadmKcmFlags(from), from.controllerManager),
    pod('kube-apiserver', from.tag, [...KUBEADM_API_SERVER_FLAGS, ['secure-port', port]], from.apiServer),
  ]);
}

function pod(name: string, tag: string, own: readonly (readonly [string, string])[], { args, volumes, env }: GeneratedComponent): [string, string] {
  const flags = new Map([...own, ...args.map(arg => [arg.name, arg.value] as const)]);
  const container = {
    name,
    image: `registry.k8s.io/${name}:${tag}`,
    command: [name, ...[...flags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([flag, value]) => `--${flag}=${value}`)],
    ...env === undefined ? {} : { env },
    volumeMounts: volumes.map(volume => ({ name: volume.name, mountPath: volume.mountPath })),
  };
  const hostPaths = volumes.map(volume => ({ name: volume.name, hostPath: { path: volume.hostPath, type: volume.pathType } }));
  const manifest = {
    apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'kube-system' }, spec: { containers: [container], volumes: hostPaths },
  };
  return [`${STATIC_POD_PATH}/${name}.yaml`, yaml().stringify(manifest, { lineWidth: 0 })];
}
