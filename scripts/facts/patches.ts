import { byVersion, readTagsOf } from './aws-ccm-tags';
import { goVersions } from './go-versions';
import patches from './input/kubernetes-patches.json';
import { ReleasesByMinor } from './ranges';
import { NEWEST } from './releases';
import { Tables } from './tables';

/** Upstream maintains the newest three minors: https://kubernetes.io/releases/patch-releases/ */
const MAINTAINED = 3;
/** Modules that are published with each patch release of Kubernetes. */
const PUBLISHED = ['k8s.io/api', 'k8s.io/apimachinery', 'k8s.io/cloud-provider', 'k8s.io/component-base'];

/**
 * The newest patch release of each minor, whether more will come, and which are out but could not be read: those after the last that was.
 *
 * @param read releases that were read
 */
export function patchTable(read: ReleasesByMinor): Tables {
  const minors = Object.keys(NEWEST).sort(byVersion);
  const patchOf = (release: string) => Number(release.split('.')[2]);
  const unread = (minor: string) => {
    const last = patchOf(read[minor].at(-1)!);
    return Array.from({ length: patchOf(NEWEST[minor]) - last }, (_, index) => `${minor}.${last + 1 + index}`);
  };
  const rows = minors.map((minor, index) => ({
    minor,
    newest: NEWEST[minor],
    ended: index < minors.length - MAINTAINED,
    unread: unread(minor),
    source: `versions of ${PUBLISHED.join(', ')} on ${patches.date}`,
  }));
  return new Map([['kubernetes-releases.json', { rows }]]);
}

/** Releases that the module proxy has and the facts do not know, one sentence each. */
export function youngerReleases(read: { readonly awsCcm: readonly string[] }): string[] {
  const published = PUBLISHED.flatMap(goVersions).map(version => version.replace(/^v0\./, '1.')).filter(version => /^1\.\d+\.\d+$/.test(version));
  const newest = new Map<string, string>();
  for (const version of published) {
    const minor = version.slice(0, version.lastIndexOf('.'));
    if (byVersion(version, newest.get(minor) ?? '') > 0) newest.set(minor, version);
  }
  const oldest = Object.keys(NEWEST).sort(byVersion)[0];
  const minors = [...newest].filter(([minor, version]) => byVersion(minor, oldest) >= 0 && byVersion(version, NEWEST[minor] ?? '') > 0);
  const tags = unreadTags(goVersions('k8s.io/cloud-provider-aws'), readTagsOf(read));
  return [
    ...minors.map(([minor, version]) => `Kubernetes ${version} is out; ${minor in NEWEST ? `known to ${NEWEST[minor]}` : 'its minor is unread'}: `
      + `scripts/facts/input/kubernetes-patches.json, then 'npm run facts -- --bisect ${minor}'`),
    ...tags.map(tag => `cloud-provider-aws ${tag} is out and unread: scripts/facts/input/releases.json, and its image in aws-ccm-images.json, then `
      + '\'npm run facts -- --only aws-ccm\''),
  ];
}

/** Releases of every line that are published and not read: a line gets patches long after the next minor is out. Pre-releases are no releases. */
export function unreadTags(published: readonly string[], read: ReadonlySet<string>): readonly string[] {
  return published.filter(tag => /^v\d+\.\d+\.\d+$/.test(tag) && !read.has(tag)).sort(byVersion);
}
