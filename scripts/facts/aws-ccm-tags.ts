import images from './input/aws-ccm-images.json';
import publicHosts from './input/aws-ccm-public-hosts.json';
import inputTags from './input/aws-ccm-tags.json';
import { ReadAwsCcm } from './reader';

/** What a tag of kubernetes/cloud-provider-aws says, whether it was read as a module or earlier in its sources. */
export type AwsCcmTag = Omit<ReadAwsCcm, 'configPath'> & { readonly configPath: string };

/** How the input writes a value that an earlier tag has too. */
type Repeated<V> = { readonly sameAs: string } | V;
type Changed = { readonly comparedWith: string; readonly added: Record<string, string>; readonly removed: string[] };
type Calls = Changed | Record<string, string>;

interface Sections {
  readonly path: string;
  readonly Global: Record<string, string>;
  readonly ServiceOverride: Record<string, string>;
}

interface InputTag {
  readonly date: string;
  readonly goMod: Record<string, string>;
  readonly awsCalls: Repeated<Calls>;
  readonly cloudConfig: Repeated<Sections>;
  readonly taggingFlags: Repeated<string[]>;
  readonly ecr: Repeated<{ readonly patterns: string[][] }>;
}

const TAGS = inputTags.tags as unknown as { readonly [tag: string]: InputTag };

/** Functions of the provider itself that are called as an operation of AWS is. */
const NO_OPERATIONS = ['TagResource', 'UntagResource'];

/** When was looked up last which tags are out, and which of them have an image. */
export const LOOKED_UP: string = images.date;

/** Order of versions. */
export function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/**
 * Every tag, oldest first: those of the input, and those that are read as modules only.
 *
 * @param read modules that were read; where the input has the tag too, both must say the same
 */
export function awsCcmTags(read: ReadonlyMap<string, ReadAwsCcm>): ReadonlyMap<string, AwsCcmTag> {
  const known = Object.keys(TAGS).map(tag => [tag, fromInput(tag)] as const);
  for (const [tag, fact] of known) {
    const module = read.get(tag);
    if (module) compare(tag, fact, module);
  }
  const younger = [...read].filter(([tag]) => !(tag in TAGS));
  return new Map([...known, ...younger].sort(([a], [b]) => byVersion(a, b)));
}

/** Tags that are read, of the input or as modules. */
export function readTagsOf({ awsCcm }: { readonly awsCcm: readonly string[] }): ReadonlySet<string> {
  return new Set([...Object.keys(TAGS), ...awsCcm]);
}

function fromInput(tag: string): AwsCcmTag {
  const { path, ...sections } = resolved(
    tag, 'cloudConfig',
  ) as { path: string; Global: Record<string, string>; ServiceOverride: Record<string, string> };
  const plain = (keys: Record<string, string>) => Object.fromEntries(Object.entries(keys).map(([key, type]) => [key, type.split(' ')[0]]));
  return {
    date: TAGS[tag].date,
    goMod: TAGS[tag].goMod,
    awsCalls: Object.fromEntries(Object.entries(calls(tag)).filter(([name]) => !NO_OPERATIONS.includes(name))),
    cloudConfig: Object.fromEntries(Object.entries(sections).map(([section, keys]) => [section, plain(keys)])),
    configPath: path,
    taggingFlags: [...resolved(tag, 'taggingFlags') as string[]].sort(),
    taggingTypes: {},
    ecrPattern: (resolved(tag, 'ecr') as { patterns: string[][] }).patterns[0][1],
    publicHosts: Object.entries(publicHosts.ranges)
      .filter(([, ranges]) => ranges.some(([from, to]) => byVersion(from, tag) <= 0 && byVersion(tag, to) <= 0))
      .map(([host]) => host),
  };
}

function resolved(tag: string, fact: 'cloudConfig' | 'taggingFlags' | 'ecr'): unknown {
  const value = TAGS[tag][fact];
  return 'sameAs' in value ? resolved(value.sameAs, fact) : value;
}

function calls(tag: string): Record<string, string> {
  const value = TAGS[tag].awsCalls;
  if ('sameAs' in value && typeof value.sameAs === 'string') return calls(value.sameAs);
  if (!('comparedWith' in value) || typeof value.comparedWith !== 'string') return value as Record<string, string>;
  const { comparedWith, added, removed } = value as Changed;
  return { ...Object.fromEntries(Object.entries(calls(comparedWith)).filter(([name]) => !removed.includes(name))), ...added };
}

function compare(tag: string, input: AwsCcmTag, module: ReadAwsCcm): void {
  const said = ({ goMod, awsCalls, cloudConfig, taggingFlags, ecrPattern, publicHosts: hosts }: AwsCcmTag | ReadAwsCcm) =>
    [
      sorted(goMod), Object.keys(awsCalls).sort(), sorted(cloudConfig.Global), sorted(cloudConfig.ServiceOverride), [...taggingFlags].sort(),
      ecrPattern, [...hosts ?? []].sort(),
    ];
  const [ours, theirs] = [said(input), said(module)];
  for (const [index, name] of ['go.mod', 'AWS calls', '[Global]', '[ServiceOverride]', 'tagging flags', 'ECR pattern',
    'public registries'].entries()) {
    const [a, b] = [JSON.stringify(ours[index]), JSON.stringify(theirs[index])];
    if (a !== b) throw new Error(`input about ${tag} and its module disagree on ${name}:\n${a}\n${b}`);
  }
}

function sorted(record: Record<string, string>): [string, string][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `undefined`: the list of images is older than the tag. */
export function isPromoted(tag: string): boolean | undefined {
  if (images.unread.includes(tag)) return undefined;
  const [, minor, patch] = /^v(1\.\d+)\.(\d+)$/.exec(tag)!;
  const promoted = (images.promoted as Record<string, number[]>)[minor];
  if (!promoted) {
    throw new Error(`the list of promoted images says nothing about ${minor}; look ${tag} up, or add it to 'unread' in `
    + 'scripts/facts/input/aws-ccm-images.json');
  }
  return promoted.includes(Number(patch));
}

export function digestOf(tag: string): string | undefined {
  return (images.digests as Record<string, string>)[tag];
}
