import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describeNeeding } from './needs';

/** Other projects' outputs: compared with where they lie, never committed (design: section 5). */
const UPSTREAM = resolve(__dirname, '..', '..', 'shared', 'upstream');

/** Path of an upstream file or folder, whether it is there or not. */
export function upstream(path: string): string {
  return resolve(UPSTREAM, path);
}

/** A `describe` over upstream data, required where `REQUIRE_UPSTREAM` is set: a user's clone does not have it. */
export function describeUpstream(name: string, body: () => void): void {
  describeNeeding(name, existsSync(UPSTREAM) ? undefined : `${UPSTREAM} does not exist`, 'REQUIRE_UPSTREAM', body);
}
