import type { k8s } from 'cdk8s-plus-27';

/** Volumes of the pod, and where its container sees them. */
export interface MountedVolume {
  readonly volume: k8s.Volume;
  readonly mounts: readonly k8s.VolumeMount[];
}

/** A file of the node at the same path, read-only. */
export function nodeFile(name: string, path: string): MountedVolume {
  return { volume: { name, hostPath: { path, type: 'File' } }, mounts: [{ mountPath: path, name, readOnly: true }] };
}

/** A ConfigMap in a folder, or one key of it as a file. */
export function configMapVolume(name: string, configMapName: string, mountPath: string, subPath?: string): MountedVolume {
  return {
    volume: { name, configMap: { name: configMapName } },
    mounts: [{ mountPath, name, readOnly: true, ...subPath === undefined ? {} : { subPath } }],
  };
}

/** A Secret in a folder. */
export function secretVolume(name: string, secretName: string, mountPath: string): MountedVolume {
  return { volume: { name, secret: { secretName } }, mounts: [{ mountPath, name, readOnly: true }] };
}

/** A token of the pod's ServiceAccount, in a folder with the file `token`. */
export function serviceAccountToken(name: string, audience: string, expirationSeconds: number, mountPath: string): MountedVolume {
  return {
    volume: { name, projected: { sources: [{ serviceAccountToken: { audience, expirationSeconds, path: 'token' } }] } },
    mounts: [{ mountPath, name, readOnly: true }],
  };
}

/** Whether a volume needs the API server, which a static pod must not. */
export function isOfApi(volume: k8s.Volume): boolean {
  return !('hostPath' in volume) && !('emptyDir' in volume);
}
