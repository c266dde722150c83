import { onceFor } from '../kubernetes/once-for';

/** A release of a project whose minors follow Kubernetes: `v1.27.10` of cloud-provider-aws. */
export interface Release {
  readonly minor: number;
  readonly patch: number;
}

/** @throws if the text is not `v1.<minor>.<patch>` */
export function parseRelease(tag: string): Release {
  const match = /^v?1\.(\d{1,3})\.(\d{1,4})$/.exec(tag);
  if (!match) throw new Error(`'${tag}' is not a release; accepted: a tag like 'v1.27.10'`);
  return { minor: Number(match[1]), patch: Number(match[2]) };
}

/** Whether `parseRelease` takes it. */
export function isRelease(tag: string | undefined): tag is string {
  return tag !== undefined && /^v?1\.\d{1,3}\.\d{1,4}$/.test(tag);
}

/** Below 0: the first is older; above 0: it is newer. */
export function compareReleases(first: string, second: string): number {
  const [a, b] = [first, second].map(parseRelease);
  return a.minor - b.minor || a.patch - b.patch;
}

/** A release of an installer, `1.25`, `v1.25` or `v1.25.4`: its minor `1.25`, and its patch where it says one. Neither where the text is none. */
export function partsOf(release: string): { readonly minor?: string; readonly patch?: string } {
  const [, minor, patch] = /^v?(\d{1,3}\.\d{1,3})(?:\.(\d{1,4}))?$/.exec(release) ?? [];
  return { minor, patch };
}

const parsed = onceFor((tags: readonly string[]) => tags.map(parseRelease));

/**
 * Whether a release has a change that came to several minors: `['1.26.7', '1.27.3', '1.28.2']` is 1.26 from patch 7, 1.27 from patch 3, 1.28 from
 * patch 2, and every minor after the last one listed. A minor before or between the listed ones never got it.
 */
export function hasSince(release: Release, first: readonly string[]): boolean {
  const firsts = parsed(first);
  const own = firsts.find(({ minor }) => minor === release.minor);
  if (own) return release.patch >= own.patch;
  return firsts.length > 0 && release.minor > Math.max(...firsts.map(({ minor }) => minor));
}
