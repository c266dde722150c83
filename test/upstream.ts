import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Other projects' outputs: compared with where they lie, never committed (design: section 5). */
const UPSTREAM = resolve(__dirname, '..', '..', 'shared', 'upstream');

/** Path of an upstream file or folder, whether it is there or not. */
export function upstream(path: string): string {
  return resolve(UPSTREAM, path);
}

/**
 * A `describe` over upstream data: skipped, with the reason in its name, where the data is not there (a user's clone), and required where
 * `REQUIRE_UPSTREAM` is set (`.ci/run`).
 */
export function describeUpstream(name: string, body: () => void): void {
  if (existsSync(UPSTREAM)) {
    describe(name, body);
  } else if (process.env.REQUIRE_UPSTREAM) {
    describe(name, () => {
      it('fails because upstream data is required here', () => {
        throw new Error(`REQUIRE_UPSTREAM is set, but ${UPSTREAM} does not exist`);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${UPSTREAM} does not exist)`, body);
  }
}
