import { Construct } from 'constructs';
import { ReportedUnknown } from '../lib/verify/result';
import { describeUnknown, unknownNote } from '../lib/view/unknown-line';

/** Type of the metadata of a construct of which `verify` will say that something is unknown. Its data is a line of `verify`. */
export const UNKNOWN = 'ccm-migration:unknown';

/** Says at a construct, once, what `verify` of what it writes does not know. */
export function annotateUnknown({ node }: Construct, unknown: readonly ReportedUnknown[]): void {
  const said = new Set(node.metadata.filter(({ type }) => type === UNKNOWN).map(({ data }) => data as string));
  for (const text of unknown.map(describeUnknown)) if (!said.has(text)) node.addMetadata(UNKNOWN, text);
}

/** The same, as lines of `NOTES.md`. */
export function unknownNotes(scope: Construct, unknown: readonly ReportedUnknown[]): readonly string[] {
  annotateUnknown(scope, unknown);
  return unknown.map(one => unknownNote(describeUnknown(one)));
}
