import { parse } from 'semver';

/**
 * A Kubernetes version: a minor (`1.27`) or a full release (`1.27.16`).
 *
 * A bare minor is enough to look facts up. Where an image tag is written, a full release is needed and a bare minor is refused.
 *
 * @example
 * const from = KubernetesVersion.of('1.26.15');
 * const to = KubernetesVersion.of('1.27.16');
 */
export class KubernetesVersion {
  /** Kubernetes 1.20. */
  public static readonly V1_20 = new KubernetesVersion(20);
  /** Kubernetes 1.21, the first with Leader Migration (alpha). */
  public static readonly V1_21 = new KubernetesVersion(21);
  /** Kubernetes 1.22. */
  public static readonly V1_22 = new KubernetesVersion(22);
  /** Kubernetes 1.23. */
  public static readonly V1_23 = new KubernetesVersion(23);
  /** Kubernetes 1.24. */
  public static readonly V1_24 = new KubernetesVersion(24);
  /** Kubernetes 1.25. */
  public static readonly V1_25 = new KubernetesVersion(25);
  /** Kubernetes 1.26, the last with in-tree AWS. */
  public static readonly V1_26 = new KubernetesVersion(26);
  /** Kubernetes 1.27. */
  public static readonly V1_27 = new KubernetesVersion(27);
  /** Kubernetes 1.28, the first with the renamed controller keys. */
  public static readonly V1_28 = new KubernetesVersion(28);
  /** Kubernetes 1.29. */
  public static readonly V1_29 = new KubernetesVersion(29);
  /** Kubernetes 1.30. */
  public static readonly V1_30 = new KubernetesVersion(30);
  /** Kubernetes 1.31. */
  public static readonly V1_31 = new KubernetesVersion(31);
  /** Kubernetes 1.32. */
  public static readonly V1_32 = new KubernetesVersion(32);
  /** Kubernetes 1.33. */
  public static readonly V1_33 = new KubernetesVersion(33);
  /** Kubernetes 1.34. */
  public static readonly V1_34 = new KubernetesVersion(34);
  /** Kubernetes 1.35. */
  public static readonly V1_35 = new KubernetesVersion(35);
  /** Kubernetes 1.36. */
  public static readonly V1_36 = new KubernetesVersion(36);
  /** Kubernetes 1.37. */
  public static readonly V1_37 = new KubernetesVersion(37);

  /**
   * A version from its text.
   *
   * @param version a minor (`1.27`) or a full release (`1.27.16`); a leading `v` is allowed
   * @throws if the text is neither
   */
  public static of(version: string): KubernetesVersion {
    // A number is no version: 1.30 would read as 1.3.
    const text = typeof version === 'string' ? version.trim() : '';
    const minorOnly = /^v?1\.(\d{1,3})$/.exec(text);
    if (minorOnly) return new KubernetesVersion(Number(minorOnly[1]));
    const full = parse(text);
    if (!full || full.major !== 1 || full.prerelease.length > 0 || full.build.length > 0) {
      throw new Error(`'${version}' is not a Kubernetes version; accepted: a minor like '1.27' or a release like '1.27.16'`);
    }
    return new KubernetesVersion(full.minor, full.patch);
  }

  /** Major version, always 1. */
  public readonly major: number = 1;
  /** Minor version, for example 27. */
  public readonly minor: number;
  /**
   * Patch version, for example 16.
   * @default - none: this is a bare minor
   */
  public readonly patch?: number;

  private constructor(minor: number, patch?: number) {
    this.minor = minor;
    this.patch = patch;
  }

  /** The minor as written, for example `1.27`. */
  public get minorVersion(): string {
    return `${this.major}.${this.minor}`;
  }

  /** Whether this is a full release, not a bare minor. */
  public get isRelease(): boolean {
    return this.patch !== undefined;
  }

  /**
   * The image tag of this release, for example `v1.27.16`.
   *
   * @param prop name of the property that holds this version, for the error
   * @throws if this is a bare minor
   */
  public imageTag(prop: string): string {
    if (this.patch === undefined) {
      throw new Error(`${prop} is the bare minor '${this.minorVersion}', but an image tag is written from it; give a full release like '${this.minorVersion}.<patch>'`);
    }
    return `v${this.toString()}`;
  }

  /** The version as written: `1.27` or `1.27.16`. */
  public toString(): string {
    return this.patch === undefined ? this.minorVersion : `${this.minorVersion}.${this.patch}`;
  }
}
