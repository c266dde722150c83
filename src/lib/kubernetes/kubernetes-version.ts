/** As in semantic versions, numbers have no zero in front. Neither a pre-release nor a build is a release. */
const FULL_RELEASE = /^v?1\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

/**
 * A Kubernetes version: a minor (`1.27`) or a full release (`1.27.16`).
 *
 * A bare minor is enough to look facts up. Where an image tag is written, a full release is needed and a bare minor is refused.
 *
 * @example
 * const current = KubernetesVersion.of('1.26.15');
 * const next = KubernetesVersion.of('1.27.16');
 */
export class KubernetesVersion {
  /**
   * A version from its text.
   *
   * @param version a minor (`1.27`) or a full release (`1.27.16`); a leading `v` is allowed
   * @throws if the text is neither
   */
  public static of(version: string): KubernetesVersion {
    const read = KubernetesVersion._read(version);
    if (!read) throw new Error(`'${version}' is not a Kubernetes version; accepted: a minor like '1.27' or a release like '1.27.16'`);
    return read;
  }

  /** @internal a version that an input says; undefined: the text is none */
  public static _read(version: unknown): KubernetesVersion | undefined {
    // A number is no version: 1.30 would read as 1.3.
    const text = typeof version === 'string' ? version.trim() : '';
    const minorOnly = /^v?1\.(\d{1,3})$/.exec(text);
    if (minorOnly) return new KubernetesVersion(Number(minorOnly[1]));
    const full = FULL_RELEASE.exec(text);
    return full ? new KubernetesVersion(Number(full[1]), Number(full[2])) : undefined;
  }

  /** @internal the release that a text of an input begins with: `v1.27.16` of `v1.27.16+k3s1`; undefined: it begins with none */
  public static _readStart(text: string | undefined): KubernetesVersion | undefined {
    return KubernetesVersion._read(/^v?1\.\d+\.\d+/.exec(text ?? '')?.[0]);
  }

  /** Minor version, for example 27. */
  public readonly minor: number;
  /**
   * Patch version, for example 16.
   * @default - none: this is a bare minor
   */
  public readonly patch?: number;

  /** The release whose facts serve for this one, where it is younger than what was read and taken all the same. */
  private readonly serving?: KubernetesVersion;

  private constructor(minor: number, patch?: number, serving?: KubernetesVersion) {
    this.minor = minor;
    this.patch = patch;
    this.serving = serving;
  }

  /** @internal the release in whose place tables are asked: itself, or the one that serves for it */
  public get _facts(): KubernetesVersion {
    return this.serving ?? this;
  }

  /** @internal the same release, with the facts of another */
  public _servedBy(serving: KubernetesVersion): KubernetesVersion {
    return new KubernetesVersion(this.minor, this.patch, serving);
  }

  /** The minor as written, for example `1.27`. */
  public get minorVersion(): string {
    return `1.${this.minor}`;
  }

  /**
   * The image tag of this release, for example `v1.27.16`.
   *
   * @internal
   * @param prop name of the property that holds this version, for the error
   * @throws if this is a bare minor
   */
  public _imageTag(prop: string): string {
    if (this.patch === undefined) {
      throw new Error(`${prop} is the bare minor '${this.minorVersion}', but an image tag is written from it; give a full release like `
        + `'${this.minorVersion}.<patch>'`);
    }
    return `v${this.toString()}`;
  }

  /** The version as written: `1.27` or `1.27.16`. */
  public toString(): string {
    return this.patch === undefined ? this.minorVersion : `${this.minorVersion}.${this.patch}`;
  }
}
