/** Options for where a volume of the cloud-controller-manager is mounted. */
export interface CcmMountOptions {
  /** Path in the container. */
  readonly mountPath: string;
  /**
   * One entry of the volume instead of the whole.
   * @default - the whole volume
   */
  readonly subPath?: string;
  /**
   * Whether the container may only read it.
   * @default true
   */
  readonly readOnly?: boolean;
}

/**
 * A volume of the cloud-controller-manager and where its container sees it.
 *
 * @example
 * CcmVolume.hostPath('cloud-config', '/etc/kubernetes/cloud.conf', 'File', { mountPath: '/etc/kubernetes/cloud.conf' });
 */
export class CcmVolume {
  /**
   * A file or folder of the node.
   *
   * @param name name of the volume
   * @param path path on the node
   * @param type what must be there: `File`, `Directory`, `DirectoryOrCreate`, `Socket` or `''` for no check
   * @param mount where the container sees it
   */
  public static hostPath(name: string, path: string, type: string, mount: CcmMountOptions): CcmVolume {
    return new CcmVolume(name, { hostPath: { path, type } }, mount);
  }

  /**
   * A ConfigMap.
   *
   * @param name name of the volume
   * @param configMapName name of the ConfigMap, in the namespace of the workload
   * @param mount where the container sees it
   */
  public static configMap(name: string, configMapName: string, mount: CcmMountOptions): CcmVolume {
    return new CcmVolume(name, { configMap: { name: configMapName } }, mount);
  }

  /**
   * A Secret.
   *
   * @param name name of the volume
   * @param secretName name of the Secret, in the namespace of the workload
   * @param mount where the container sees it
   */
  public static secret(name: string, secretName: string, mount: CcmMountOptions): CcmVolume {
    return new CcmVolume(name, { secret: { secretName } }, mount);
  }

  /**
   * A token of the pod's ServiceAccount, for a cloud that trusts the cluster's issuer.
   *
   * @param name name of the volume
   * @param audience whom the token is for
   * @param expirationSeconds its life; the kubelet renews it before it ends
   * @param mount folder in which the container finds the file `token`
   */
  public static serviceAccountToken(name: string, audience: string, expirationSeconds: number, mount: CcmMountOptions): CcmVolume {
    return new CcmVolume(name, { projected: { sources: [{ serviceAccountToken: { audience, expirationSeconds, path: 'token' } }] } }, mount);
  }

  /** Name of the volume. */
  public readonly name: string;
  /** Path in the container. */
  public readonly mountPath: string;

  private readonly source: object;
  private readonly mount: CcmMountOptions;

  private constructor(name: string, source: object, mount: CcmMountOptions) {
    this.name = name;
    this.mountPath = mount.mountPath;
    this.source = source;
    this.mount = mount;
  }

  /** @internal whether it needs the API server, which a static pod must not */
  public get _isOfApi(): boolean {
    return !('hostPath' in this.source);
  }

  /** @internal */
  public _volume(): object {
    return { name: this.name, ...this.source };
  }

  /** @internal */
  public _mount(): object {
    return {
      mountPath: this.mount.mountPath,
      name: this.name,
      readOnly: this.mount.readOnly ?? true,
      ...(this.mount.subPath === undefined ? {} : { subPath: this.mount.subPath }),
    };
  }
}
