import { generatedKops, KopsBehaviour, KopsImagesRow, KopsTable } from './generated';
import { lazy } from './lazy';
import { hasSince, parseRelease, partsOf } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What a release of kops does with a Cluster on AWS: `npm run facts` evaluates its own code, release by release. */
export interface KopsRelease extends KopsBehaviour {
  /** `1.24` */
  readonly release: string;
  /** The patch that was asked for; undefined: any of the minor. */
  readonly patch?: number;
  /**
   * Image tags of the cloud-controller-manager by minor of Kubernetes, from each patch on that changes them. Where a minor is not there, the image is
   * one of a staging registry.
   */
  readonly ccmImages: readonly Pick<KopsImagesRow, 'from' | 'images'>[];
  /** The first and the last release of the minor that were read. */
  readonly readAt: readonly [string, string];
  readonly source: string;
}

/** Every behaviour of a table: of each minor as its first patch is, and as each later one is that changes something but images; oldest first. */
function behavioursOf({ tags, behaviours, images }: KopsTable): readonly (KopsRelease & { readonly from: number })[] {
  return behaviours.map((row) => {
    const read = tags.filter(({ tag }) => tag.startsWith(`v${row.release}.`));
    const ccmImages = images.filter(({ release }) => release === row.release).map(({ from, images: of }) => ({ from, images: of }));
    return { ...row, ccmImages, readAt: [read[0].tag, read.at(-1)!.tag] };
  });
}

const known = lazy(() => behavioursOf(generatedKops()));

/** Each minor, as its first patch is; oldest first. */
export const KOPS_RELEASES = lazy((): readonly KopsRelease[] =>
  known().filter(({ release }, index, all) => all.findIndex(one => one.release === release) === index));

/** A field of a Cluster. */
export interface KopsField {
  /** Below `spec`. */
  readonly path: readonly string[];
  /** The first release that has it, with its patch where the minor did not begin with it; several, where older minors got it later. */
  readonly since: string;
  /** The same as tags. */
  readonly first: readonly string[];
  readonly source: string;
}

/** Those of the two controller managers that not every release has. */
export const KOPS_FIELDS = lazy((): readonly KopsField[] => generatedKops().fields.map(({ section, field, since, source }) => ({
  path: [section, field], since: since.map(named).join(', '), first: since, source,
})));

/** A release as people name it: the first of a minor by its minor alone. */
function named(tag: string): string {
  const { minor, patch } = parseRelease(tag);
  return patch === 0 ? `1.${minor}` : `1.${minor}.${patch}`;
}

/**
 * The facts of a release.
 *
 * @param release `1.25`, `v1.25.4`
 * @throws if the table does not have it
 */
export function kopsRelease(release: string): KopsRelease {
  return releaseAmong(known(), release);
}

/** The same of a table that is not written yet. */
export function kopsReleaseIn(table: KopsTable, release: string): KopsRelease {
  return releaseAmong(behavioursOf(table), release);
}

function releaseAmong(all: ReturnType<typeof known>, asked: string): KopsRelease {
  const { minor, patch } = partsOf(asked);
  const last = patch === undefined ? Infinity : Number(patch);
  const found = all.filter(({ release, from }) => release === minor && from <= last).at(-1);
  if (!found) {
    throw new Error(`kopsRelease is '${asked}', which is not in the table of kops releases; known: ${all[0].release} to ${all.at(-1)!.release}`);
  }
  const { from, ...release } = found;
  return { ...release, ...patch === undefined ? {} : { patch: last } };
}

/** Each release, as its first patch is, and as each patch is that changes something but images: without the number of a patch. */
export function kopsBehaviours(): readonly KopsRelease[] {
  return known();
}

/** Image tags of the cloud-controller-manager by minor; where the patch is not said, those of the last one. */
export function imagesOf({ ccmImages, patch = Infinity }: KopsRelease): { readonly [minor: number]: string } {
  return ccmImages.filter(({ from }) => from <= patch).at(-1)?.images ?? {};
}

/** Whether a release has a field; where the patch is not said, whether one of its minor does. */
export function hasField({ first }: KopsField, { release, patch = Infinity }: KopsRelease): boolean {
  return hasSince({ minor: kopsMinor(release), patch }, first);
}

/** Releases that run all of these versions: `1.24, 1.25`. */
export function kopsReleasesFor(...versions: readonly KubernetesVersion[]): string {
  return KOPS_RELEASES().filter(one => versions.every(version => runs(one, version))).map(({ release }) => release).join(', ') || 'none';
}

/** Whether a release supports clusters of a version. */
export function runs({ kubernetes }: KopsRelease, version: KubernetesVersion): boolean {
  return isIn(kubernetes, version);
}

/** The first minor of Kubernetes of which each release of kops that supports it runs the cloud-controller-manager. */
export const FIRST_EXTERNAL = lazy((): number => Math.min(...KOPS_RELEASES().flatMap(({ externalFrom }) => externalFrom ?? [])));

/** Whether kops has a cluster of a version external whatever its Cluster says, so that there is nothing to migrate. */
export function isExternalInKops({ minor }: KubernetesVersion): boolean {
  return minor >= FIRST_EXTERNAL();
}

export function isIn(range: { readonly from: number; readonly to: number } | undefined, { minor }: KubernetesVersion): boolean {
  return range !== undefined && minor >= range.from && minor <= range.to;
}

/** Numbers of minors of kops in order: `1.9` is before `1.10`. */
export function kopsMinor(release: string): number {
  return Number(release.slice(release.indexOf('.') + 1));
}
