import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RECORD = join(__dirname, 'input', 'compared-by.txt');

/** The releases of the cloud-controller-manager and of kops, and the types of objects, are compared by every run. */
const ABOUT_OTHERS = /^(?:aws-)?ccm-|^kops\/|^reader\/kops|^object-types|^types-reader/;

/** Hash of the sources that read releases of Kubernetes and make tables of what they say. */
export function sourcesHash(): string {
  const paths = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(ts|go|mod|sum)$/.test(path) && !ABOUT_OTHERS.test(path)).sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(readFileSync(join(__dirname, path), 'utf8')).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/**
 * Whether the tables were compared with the last release of every minor, by the sources as they are. Then one minor is enough to see that they
 * still agree.
 */
export function areCompared(): boolean {
  return existsSync(RECORD) && readFileSync(RECORD, 'utf8').trim() === sourcesHash();
}

/** Notes that they were; not in CI, which leaves the checkout as it is. */
export function noteCompared(): void {
  if (!process.env.CI) writeFileSync(RECORD, `${sourcesHash()}\n`);
}
