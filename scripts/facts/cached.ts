import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReleasesByMinor } from './ranges';

/**
 * The releases that can be read at little cost: those whose modules are in Go's cache, and the last of each minor in any case. Reading all on an
 * empty machine means ten gigabytes of modules.
 */
export function cachedReleases(read: ReleasesByMinor): ReleasesByMinor {
  const cache = spawnSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).stdout.trim();
  const isCached = (release: string) => existsSync(join(cache, 'cache', 'download', 'k8s.io', 'kubernetes', '@v', `v${release}.zip`));
  const ofMinor = (releases: readonly string[]) => releases.filter((release, index) => index === releases.length - 1 || isCached(release));
  return Object.fromEntries(Object.entries(read).map(([minor, releases]) => [minor, ofMinor(releases)]));
}
