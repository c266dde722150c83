import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { byVersion } from './aws-ccm-tags';
import { goVersions } from './go-versions';
import { releasesToRead } from './releases';
import { ANSIBLE_CORES } from '../../src/lib/facts/ansible-core';
import { KUBEONE_RELEASES } from '../../src/lib/facts/kubeone';

/** Another project whose releases tables are kept for. */
export interface Line {
  readonly name: string;
  /** Tags in which its table was read. */
  readonly readAt: readonly string[];
  /** Whether patches of a minor that was read say something new, too. */
  readonly byPatch: boolean;
  /** What is to be done about one that is not read. */
  readonly todo: string;
  /** All versions that are out. */
  published(): readonly string[];
}

/** KKP is none of them: no release after 2.18 is published as a module. */
export const LINES: readonly Line[] = [
  {
    name: 'kops',
    readAt: releasesToRead().kops,
    byPatch: true,
    todo: "'kops' of scripts/facts/input/releases.json, then 'npm run facts -- --only kops' with FACTS_CLONES",
    published: () => goVersions('k8s.io/kops'),
  },
  {
    name: 'Cluster API',
    readAt: releasesToRead().clusterApi,
    byPatch: false,
    todo: "scripts/facts/input/releases.json, then 'npm run facts -- --only cluster-api'",
    published: () => goVersions('sigs.k8s.io/cluster-api'),
  },
  {
    name: 'KubeOne',
    readAt: KUBEONE_RELEASES.flatMap(({ readAt }) => readAt),
    byPatch: false,
    todo: 'src/lib/facts/kubeone.ts',
    published: () => goVersions('k8c.io/kubeone'),
  },
  {
    name: 'ansible-core',
    readAt: ANSIBLE_CORES.flatMap(({ readAt }) => readAt),
    byPatch: false,
    todo: "'npm run playbooks' with ANSIBLE_BIN, then src/lib/facts/ansible-core.ts",
    published: ansibleVersions,
  },
];

/** What is out of a line and was not read, as one sentence; none: nothing. */
export function unreadOf({ name, readAt, byPatch, todo }: Line, published: readonly string[]): readonly string[] {
  const newest = newestOfMinors(readAt);
  const last = [...newest.values()].sort(byVersion).at(-1)!;
  const unread = [...newestOfMinors(published)].filter(([minor, tag]) => {
    const known = newest.get(minor);
    return byVersion(tag, last) > 0 || (byPatch && known !== undefined && byVersion(tag, known) > 0);
  }).map(([, tag]) => tag).sort(byVersion);
  return unread.length === 0 ? []
    : [`${name} ${unread.join(', ')} ${unread.length === 1 ? 'is' : 'are'} out and unread, the last that was read is ${last}: ${todo}`];
}

/** What is out and unread, or why it is not known: of one project after the other, each whatever becomes of the others. */
export function newsOf(
  lines: readonly { readonly name: string; unread(): readonly string[] }[],
): { readonly news: readonly string[]; readonly unknown: readonly string[] } {
  const [news, unknown]: [string[], string[]] = [[], []];
  for (const { name, unread } of lines) {
    try {
      news.push(...unread());
    } catch (error) {
      unknown.push(`not known whether ${name} has younger releases: ${(error as Error).message}`);
    }
  }
  return { news, unknown };
}

/** By minor, as `v1.36`. Pre-releases are no releases. */
function newestOfMinors(tags: readonly string[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const tag of tags.filter(one => /^v\d+\.\d+\.\d+$/.test(one))) {
    const minor = tag.slice(0, tag.lastIndexOf('.'));
    if (byVersion(tag, newest.get(minor) ?? '') > 0) newest.set(minor, tag);
  }
  return newest;
}

/** Of every Python: pip leaves out what the one that it runs with is too old for. */
function ansibleVersions(): readonly string[] {
  const args = ['-m', 'pip', 'index', 'versions', '--disable-pip-version-check', '--python-version', '3.99', 'ansible-core'];
  const { status, stdout, stderr } = spawnSync('python3', args, { cwd: tmpdir(), encoding: 'utf8' });
  const listed = /^Available versions: (.*)$/m.exec(stdout)?.[1];
  if (status !== 0 || listed === undefined) throw new Error(stderr.trim() || 'python3 does not start');
  return listed.split(', ').map(version => `v${version}`);
}
