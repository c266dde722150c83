import { generatedAwsCcm, TagRange } from './generated';

let order: ReadonlyMap<string, number> | undefined;

/** Place of a tag among all that were read; `undefined`: it was not read. */
function place(tag: string): number | undefined {
  order ??= new Map(generatedAwsCcm().tags.map((one, index) => [one, index]));
  return order.get(tag);
}

/**
 * Whether a tag of the AWS cloud-controller-manager lies in a range of tags that were read.
 *
 * @throws if the tag was not read: nothing is known about it
 */
export function inTagRange(tag: string, { from, to }: Pick<TagRange, 'from' | 'to'>): boolean {
  const at = place(tag);
  if (at === undefined) throw new Error(`nothing was read about '${tag}' of the AWS cloud-controller-manager`);
  return place(from)! <= at && at <= place(to)!;
}

/** Whether the provider of a tag calls an operation of AWS. */
export function callsAws(tag: string, operation: string): boolean {
  return generatedAwsCcm().calls.some(row => row.call === operation && inTagRange(tag, row));
}

/** Flags of the tagging controller of a tag, without dashes. */
export function taggingFlagsOf(tag: string): readonly string[] {
  return generatedAwsCcm().taggingFlags.filter(row => inTagRange(tag, row)).map(({ flag }) => flag);
}
