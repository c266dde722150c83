/** The parts of a Pod that say how to start its process. */
export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: PodSpec;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly serviceAccountName?: string;
  readonly securityContext?: { readonly runAsUser?: number };
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvVar[];
  readonly securityContext?: {
    readonly runAsUser?: number;
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string; readonly subPath?: string }[];
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath: string } };
}

export interface Volume {
  readonly name: string;
  readonly hostPath?: { readonly path: string; readonly type?: string };
  readonly configMap?: { readonly name: string };
}

/** The version of an image by its tag: `1.27.16`. */
export function imageVersion(image: string): string {
  const [, version] = /:v(\d+\.\d+\.\d+)$/.exec(image) ?? [];
  if (!version) throw new Error(`image '${image}' has no tag like v1.27.16`);
  return version;
}
