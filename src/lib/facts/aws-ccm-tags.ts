import { AwsCcmTables, generatedAwsCcm, TagRange } from './generated';
import { perFeed } from './in-force';

/** Place of each tag among all that were read. */
const PLACES = perFeed((): ReadonlyMap<string, number> => new Map(generatedAwsCcm().tags.map((tag, index) => [tag, index])));

/**
 * Whether a tag of the AWS cloud-controller-manager lies in a range of tags that were read.
 *
 * @throws if the tag was not read: nothing is known about it
 */
export function inTagRange(tag: string, { from, to }: Pick<TagRange, 'from' | 'to'>): boolean {
  const places = PLACES();
  const at = places.get(tag);
  if (at === undefined) throw new Error(`nothing was read about '${tag}' of the AWS cloud-controller-manager`);
  return places.get(from)! <= at && at <= places.get(to)!;
}

/** Whether the provider of a tag calls an operation of AWS. */
export function callsAws(tag: string, operation: string): boolean {
  return generatedAwsCcm().calls.some(row => row.call === operation && inTagRange(tag, row));
}

/** Flags of the tagging controller of a tag, without dashes. */
export function taggingFlagsOf(tag: string): readonly string[] {
  return generatedAwsCcm().taggingFlags.filter(row => inTagRange(tag, row)).map(({ flag }) => flag);
}

/** What is known of a flag of the tagging controller, in any tag. */
export function taggingFlagFacts(flag: string): readonly AwsCcmTables['taggingFlags'][number][] {
  return generatedAwsCcm().taggingFlags.filter(row => row.flag === flag);
}
