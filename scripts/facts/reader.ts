import { spawnSync } from 'node:child_process';
import { goBinary } from '../go-binary';

/** A flag as the reader found it in a release. */
export interface ReadFlag {
  readonly name: string;
  readonly type: string;
  readonly shorthand?: string;
  readonly default?: string;
  readonly noOptDefault?: string;
  readonly deprecated?: string;
  readonly hidden?: boolean;
  readonly source: string;
}

/** What the reader says about a release. */
export interface ReadRelease {
  readonly flags: { readonly [component: string]: readonly ReadFlag[] };
}

/**
 * Reads releases of Kubernetes, by patch.
 *
 * @param offline read only modules that are here already
 */
export function readReleases(releases: readonly string[], offline: boolean): { readonly [release: string]: ReadRelease } {
  const program = goBinary({ name: 'facts-reader', dir: 'scripts/facts/reader' });
  const { status, stdout, stderr } = spawnSync(program, [...offline ? ['-offline'] : [], ...releases], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`the reader ended with ${status}:\n${stderr}`);
  return JSON.parse(stdout) as { [release: string]: ReadRelease };
}
