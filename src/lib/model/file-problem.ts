import { DataMap } from '../edit/yaml/data';
import { APISERVER_FILE_DECISIONS } from '../facts/decisions/apiserver-files';
import { undecided } from '../facts/decisions/undecided';

/** Why an API server does not start with a file, or may not serve. */
export interface FileProblem {
  readonly what: string;
  /** What would settle whether it does; none: it surely ends. */
  readonly settle?: string;
}

export function refusal(what: string): FileProblem {
  return { what };
}

/** What settles whether a release takes what is not evaluated here. */
export const TRY = 'Start an API server of this release with the file before: where it does not take the file, it ends at once and says why.';

/** What is not decided of a mapping, by the names of its type. */
export function undecidedIn(type: string, of: DataMap, settle: string): readonly FileProblem[] {
  return Object.entries(of).flatMap(([field, value]) => {
    const why = undecided(APISERVER_FILE_DECISIONS, `${type}.${field}`, value);
    return why === undefined ? [] : [{ what: `it has ${field}, and it is not known ${why}`, settle }];
  });
}
