export interface FlagSetting {
  /** Name without dashes. */
  readonly name: string;
  readonly value: string;
  /** Write `--name` alone. Only for the value `true`. */
  readonly bare?: boolean;
}

export interface HostPathFile {
  /** Name of the volume. */
  readonly name: string;
  /** Path in the container. */
  readonly path: string;
  /** Path on the node; default: the same. */
  readonly hostPath?: string;
}

/** What is to be changed in a static pod manifest. Whatever is already so is left as it is. */
export interface StaticPodEdits {
  /** Replaced in place, or added as `--name=value`: in sorted place where the flags are sorted, else last. */
  readonly setFlags?: readonly FlagSetting[];
  readonly removeFlags?: readonly string[];
  /** Tag of the image; registry and name are kept. */
  readonly image?: { readonly fromTag: string; readonly toTag: string };
  /** Files of the node that are mounted read-only. */
  readonly hostPathFiles?: readonly HostPathFile[];
  /** Container paths whose mount and volume go, unless a flag, a mount or another container still uses them. */
  readonly removeHostPathFiles?: readonly string[];
}
