import { renderYaml } from './render-yaml';
import { Data } from '../edit/yaml/data';

/** A file or folder of the node that a pod mounts. */
export interface PodMount {
  readonly name: string;
  readonly path: string;
  /** Default: the same path. */
  readonly mountPath?: string;
  /** `File`; none: it is not looked at. */
  readonly type?: string;
  readonly readOnly?: boolean;
}

/** A static pod of the control plane as an installer writes it, as far as anything is decided by it. */
export function staticPod(
  name: string, image: string, line: { readonly command: readonly string[]; readonly args?: readonly string[]; readonly env?: Data },
  mounts: readonly PodMount[] = [],
): string {
  return renderYaml({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'kube-system', labels: { component: name, tier: 'control-plane' } },
    spec: {
      hostNetwork: true,
      containers: [{
        name,
        image,
        ...line,
        volumeMounts: mounts.map(({ name: volume, path, mountPath = path, readOnly = true }) => ({ name: volume, mountPath, readOnly })),
      }],
      volumes: mounts.map(({ name: volume, path, type }) => ({ name: volume, hostPath: { path, ...type === undefined ? {} : { type } } })),
    },
  });
}
