import { taggingFlagsOf } from './aws-ccm-tags';
import { hasChange } from './ccm-changes';
import { faultToAvoid, isAssessed } from './ccm-faults';
import { awsCcmMinors, promotedTags } from './ccm-release-list';
import { cloudConfigKeysOf } from './cloud-config-keys';
import { AwsCcmReleaseRow } from './generated';
import { perFeed } from './in-force';
import { parseRelease } from './since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Image name of the AWS cloud-controller-manager, without a tag (kubernetes/cloud-provider-aws v1.36.1 docs/README.md:57). */
export const AWS_CCM_REPOSITORY = 'registry.k8s.io/provider-aws/cloud-controller-manager';

/** No tag registers a nodeipam controller: a file that hands nodeipam to it leaves pod CIDRs unallocated (main.go of every tag). */
export const AWS_CCM_HAS_NODE_IPAM = false;

/** Controller that the AWS CCM adds, off by default. It has no twin in KCM and does not belong in a LeaderMigrationConfiguration. */
export const AWS_CCM_TAGGING_CONTROLLER = 'tagging';

/** One release of the AWS cloud-controller-manager. */
export interface AwsCcmRelease {
  /** Git tag, for example `v1.27.10`. */
  readonly tag: string;
  /** Whether there is an image of it; `undefined`: the list of images is older than the tag. */
  readonly promoted?: boolean;
  /** Digest of the image, where it was read. */
  readonly digest?: string;
  /** Version of k8s.io/cloud-provider that it links. */
  readonly cloudProvider: string;
  /** Kubernetes minor of the linked k8s.io/cloud-provider: it decides keys and flags, and is not the tag's minor everywhere. */
  readonly linkedMinor: KubernetesVersion;
  /** Generation of the AWS SDK: the `Service` names in `[ServiceOverride]` differ. */
  readonly awsSdk: 'v1' | 'v2';
  /** What an unknown key in the cloud config does. */
  readonly unknownCloudConfigKeys: 'fatal' | 'ignored';
  /** Keys of the section `[Global]`, sorted. */
  readonly cloudConfigKeys: readonly string[];
  /** Accepted values of `--cloud-provider`. */
  readonly providers: readonly string[];
  /** Flags of the tagging controller, without dashes. `--help` of v1.24.19 and v1.28.1 leaves them out, that of v1.36.1 does not. */
  readonly taggingFlags: readonly string[];
  /** Architectures of the image, as the node label `kubernetes.io/arch` names them. */
  readonly architectures: readonly string[];
  /** Whether a node may be called by its instance id. */
  readonly instanceIdNodeNames: boolean;
  /** Whether a node may be called by its instance id with a domain. */
  readonly instanceIdWithDomainNodeNames: boolean;
}

/** A row of the table, with what is derived of it when it is asked for: most programs name one release of more than a hundred. */
class ReleaseOfRow implements AwsCcmRelease {
  public readonly tag: string;
  public readonly promoted?: boolean;
  public readonly digest?: string;
  public readonly cloudProvider: string;

  public constructor({ tag, promoted, digest, cloudProvider }: AwsCcmReleaseRow) {
    this.tag = tag;
    this.promoted = promoted;
    this.digest = digest;
    this.cloudProvider = cloudProvider;
  }

  public get linkedMinor(): KubernetesVersion { return KubernetesVersion.of(`1.${this.cloudProvider.split('.')[1]}`); }

  public get awsSdk(): 'v1' | 'v2' { return this.has('isBuiltOnSdkV2') ? 'v2' : 'v1'; }

  public get unknownCloudConfigKeys(): 'fatal' | 'ignored' { return this.has('ignoresUnknownKeys') ? 'ignored' : 'fatal'; }

  public get cloudConfigKeys(): readonly string[] { return cloudConfigKeysOf(this.tag); }

  public get taggingFlags(): readonly string[] { return taggingFlagsOf(this.tag); }

  public get providers(): readonly string[] { return this.has('hasNoAwsV2') ? ['aws'] : ['aws', 'aws/v2']; }

  public get architectures(): readonly string[] { return this.has('isBuiltForArm64') ? ['amd64', 'arm64'] : ['amd64']; }

  public get instanceIdNodeNames(): boolean { return this.has('findsInstanceIdNames'); }

  public get instanceIdWithDomainNodeNames(): boolean { return this.has('findsInstanceIdNamesWithDomain'); }

  private has(change: Parameters<typeof hasChange>[1]): boolean {
    return hasChange(parseRelease(this.tag), change);
  }
}

/** All releases, oldest first. */
export const awsCcmReleases = perFeed((): readonly AwsCcmRelease[] =>
  awsCcmMinors().flatMap(({ releases }) => releases.map(row => new ReleaseOfRow(row))));

const byTag = perFeed((): ReadonlyMap<string | undefined, AwsCcmRelease> => new Map(awsCcmReleases().map(known => [known.tag, known])));

/** A release that was read, by its tag; undefined: there is no such tag among them. */
export function readAwsCcm(tag: string | undefined): AwsCcmRelease | undefined {
  return byTag().get(tag);
}

/** What takes a release that is younger than the tables, by the property or option that it was given as. */
const TAKES_UNREAD: ReadonlyMap<string | undefined, string> = new Map([
  ['release', 'unreadRelease: true'], ['--from', '--unread-release'], ['--to', '--unread-release'],
]);

/**
 * A release of the AWS cloud-controller-manager by its tag.
 *
 * @param prop property or option that the tag was given as, for the error
 * @throws if there is no such tag
 */
export function awsCcmRelease(tag: string, prop?: string): AwsCcmRelease {
  const known = readAwsCcm(tag);
  if (known) return known;
  const serving = servingAwsCcm(tag);
  if (serving !== undefined) {
    const option = TAKES_UNREAD.get(prop);
    throw new Error(`${prop === undefined ? '' : `${prop} `}'${tag}' is younger than what was read of the AWS cloud-controller-manager, which is `
      + `${serving}; ${option === undefined ? `give ${serving}` : `'${option}' takes it, with what is known of ${serving}`}`);
  }
  const name = `${prop === undefined ? '' : `${prop} `}'${tag}' is not a release of the AWS cloud-controller-manager`;
  const withV = tag.startsWith('v') ? tag : `v${tag}`;
  if (readAwsCcm(withV) !== undefined || servingAwsCcm(withV) !== undefined) throw new Error(`${name}: its tags begin with v; give '${withV}'`);
  const images = promotedOfLine(`${withV}.`);
  throw new Error(`${name}; ${images.length > 0 ? `promoted images of its minor: ${images.join(', ')}` : `known minors: ${minorRange()}`}`);
}

/**
 * The release whose facts serve for a younger one: the last that was read of its minor, or the newest of all where its minor is younger; undefined:
 * it is not younger than what was read.
 */
export function servingAwsCcm(tag: string): string | undefined {
  const [, minor, patch] = /^v1\.(\d{1,3})\.(\d{1,4})$/.exec(tag) ?? [];
  if (minor === undefined) return undefined;
  const last = awsCcmMinors().find(line => line.minor === `1.${minor}`)?.releases.at(-1)?.tag;
  if (last !== undefined) return Number(patch) > parseRelease(last).patch ? last : undefined;
  const newest = awsCcmReleases().at(-1)!.tag;
  return Number(minor) > parseRelease(newest).minor ? newest : undefined;
}

/** Tags of the same minor whose image is in the registry, oldest first. */
export function promotedOfLine(tag: string): readonly string[] {
  const line = awsCcmMinors().find(({ minor }) => tag.startsWith(`v${minor}.`));
  return line ? promotedTags(line) : [];
}

/** The release whose promoted image has this digest. Where one is given, nothing else decides what is pulled: not the tag, nor the mirror's name. */
export function awsCcmOfDigest(digest: string | undefined): AwsCcmRelease | undefined {
  return digest === undefined ? undefined : awsCcmReleases().find(known => known.digest === digest);
}

/** Whether the tag is a release whose image is in the registry. */
export function isPromoted(tag: string): boolean {
  return readAwsCcm(tag)?.promoted === true;
}

/** The release that is run where none is said. */
export interface DefaultAwsCcm {
  readonly tag: string;
  /** The newest image of the minor, where that is another, and why it is not taken. */
  readonly passedOver?: { readonly tag: string; readonly why: string };
}

/**
 * The newest image for this Kubernetes minor that is not known to be bad for the cluster.
 *
 * @throws if no image of that minor is known, or all are bad
 */
export function defaultAwsCcm(version: KubernetesVersion, cluster: { readonly cloudRoutes: boolean }): DefaultAwsCcm {
  const { newest, good, why } = imagesFor(version, cluster);
  if (good === undefined) {
    const { fixedIn } = faultToAvoid(newest, cluster)!;
    throw new Error(`every image of the AWS cloud-controller-manager for Kubernetes ${version.minorVersion} has a known fault here: ${newest}: `
      + `${why(newest)!}; it is mended in ${fixedIn.join(', ')}; give the release to run as \`release\` of the AwsCcm`);
  }
  return good === newest ? { tag: good } : { tag: good, passedOver: { tag: newest, why: why(newest)! } };
}

/**
 * The release that an upgrade over this minor takes: the default, or the newest where all are known to be bad for the cluster.
 *
 * @throws if no image of that minor is known
 */
export function awsCcmOnTheWay(version: KubernetesVersion, cluster: { readonly cloudRoutes: boolean }): string {
  const { newest, good = newest } = imagesFor(version, cluster);
  return good;
}

interface ImagesOfMinor {
  readonly newest: string;
  /** The newest that is not known to be bad for the cluster; undefined: all are. */
  readonly good?: string;
  /** Why a tag is not good; undefined: it is. */
  why(tag: string): string | undefined;
}

function imagesFor(version: KubernetesVersion, cluster: { readonly cloudRoutes: boolean }): ImagesOfMinor {
  const line = awsCcmMinors().find(({ minor }) => minor === version.minorVersion);
  const promoted = line === undefined ? [] : promotedTags(line);
  const newest = promoted.at(-1);
  if (newest === undefined) {
    throw new Error(`no image of the AWS cloud-controller-manager is known for Kubernetes ${version.minorVersion}; known minors: ${minorRange()}; `
      + 'give the release to run as `release` of the AwsCcm');
  }
  const why = (tag: string) => isAssessed(tag) ? faultToAvoid(tag, cluster)?.says : 'its faults are not known';
  return { newest, good: promoted.filter(tag => why(tag) === undefined).at(-1), why };
}

/** Minors of which an image is known. */
function minorRange(): string {
  const known = awsCcmMinors().filter(minor => promotedTags(minor).length > 0);
  return `${known[0].minor} to ${known[known.length - 1].minor}`;
}
