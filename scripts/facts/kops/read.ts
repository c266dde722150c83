import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AskedCluster } from './kinds';
import { lazy } from '../../../src/lib/facts/lazy';
import { moduleCache } from '../ccm-code/sources';
import { readTags } from '../reader';

/** Flags by name, of what the model has a say in. */
type Flags = Readonly<Record<string, string>>;

/** A Cluster, and what a release of kops makes of it by its own code. */
export interface ReadKopsCase {
  readonly kubernetes: string;
  readonly kind: string;
  readonly refused?: boolean;
  readonly kcm?: Flags;
  readonly ccm?: Flags;
  readonly apiServer?: Flags;
  readonly kubelet?: Flags;
  readonly image?: string;
  readonly leaseRole?: boolean;
  readonly instanceIds?: boolean;
}

/** What the reader says about a release of kops. */
export interface ReadKops {
  readonly oldest: string;
  readonly cases: readonly ReadKopsCase[];
  readonly ipv6PodCidr?: 'refused' | 'assigned';
  readonly cloudConfig: string;
  readonly placement: 'master' | 'control-plane-or-master';
  readonly masterRole: 'master' | 'control-plane';
  /** Fields of v1alpha2 by section. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Hash of each function that was evaluated or stood in for. */
  readonly texts: Readonly<Record<string, string>>;
}

const clone = () => (process.env.FACTS_CLONES === undefined ? undefined : join(process.env.FACTS_CLONES, 'kops'));

/** Releases that a clone has. */
const inClone = lazy((): ReadonlySet<string> => {
  const at = clone();
  if (at === undefined) return new Set();
  const { status, stdout, stderr } = spawnSync('git', ['-C', at, 'tag', '--list', 'v1.*'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`FACTS_CLONES names a folder whose 'kops' is no clone: ${stderr.trim()}`);
  return new Set(stdout.split('\n').filter(tag => /^v1\.\d+\.\d+$/.test(tag)));
});

/** Releases that are out of the minors that are read, and are not in the list; of a clone only. */
export function unlistedKops(tags: readonly string[]): readonly string[] {
  const minors = new Set(tags.map(minorOf));
  return [...inClone()].filter(tag => minors.has(minorOf(tag)) && !tags.includes(tag));
}

export function minorOf(tag: string): string {
  return tag.slice(1, tag.lastIndexOf('.'));
}

/**
 * What can be read here: of a clone every release, else those in Go's module cache. A module has sixty megabytes, and the proxy lacks most.
 *
 * @param asked the Clusters that a release is asked about
 */
export function readKops(tags: readonly string[], asked: (tag: string) => readonly AskedCluster[]): ReadonlyMap<string, ReadKops> {
  const here = tags.filter(tag => inClone().has(tag) || existsSync(join(moduleCache(), `k8s.io/kops@${tag}`)));
  const folder = mkdtempSync(join(tmpdir(), 'kops-clusters-'));
  try {
    const file = join(folder, 'clusters.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(here.map(tag => [tag, asked(tag)]))));
    return readTags<ReadKops>('kops', here, true, ['-clusters', file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
