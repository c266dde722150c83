import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SourceError } from '../../../lib/edit/yaml/source-error';
import { claimsOn } from '../../../lib/verify/accept';
import { AcceptanceFile, acceptancesIn } from '../../../lib/verify/acceptance-file';
import { InertKindClaim } from '../../../lib/view/model';
import { InputError } from '../../io';

/**
 * Reads a file of accepted findings.
 *
 * @throws `InputError` if it cannot be read, names no rule that there is, or gives no reason
 */
export function readAcceptances(name: string | undefined, cwd: string): AcceptanceFile {
  if (name === undefined) return { accepted: [], inertKinds: [] };
  try {
    return acceptancesIn(readFileSync(resolve(cwd, name), 'utf8'), name);
  } catch (error) {
    if (error instanceof SourceError) throw new InputError(`--accepted: ${error.message}`);
    throw new InputError(`--accepted: '${name}' cannot be read: `
      + `${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no such file' : (error as Error).message}`);
  }
}

/** The kinds of a file of accepted findings that count today. */
export function readInertKinds(name: string | undefined, cwd: string): readonly InertKindClaim[] {
  return claimsOn(readAcceptances(name, cwd).inertKinds, new Date().toISOString().slice(0, 10));
}
