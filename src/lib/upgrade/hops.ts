import { answerOf, UpgradeAnswer } from './answer';
import { ccmDifferences } from './ccm-differences';
import { CcmDifference, provenBesides } from './difference';
import { newActions } from './differences/iam';
import { releaseAsRead } from './release-as-read';
import { skewDifferences } from './skew';
import { UpgradedCluster } from './upgraded-cluster';
import { leftDone, refusedAgain } from './way-back';
import { compareReleases } from '../facts/since';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** One roll of the cloud-controller-manager, between two turns of the API servers. */
export interface UpgradeHop {
  readonly from: string;
  readonly to: string;
  /** Minors of which API servers may be meanwhile: `['1.36', '1.37']`. */
  readonly apiServers: readonly string[];
  /** Whether API servers are known to be of another minor now, and come first. */
  readonly apiServersFirst: boolean;
  /** Minors of which they are known to be, where one is ahead of these: none goes back for the roll. */
  readonly apiServersAhead?: readonly string[];
  readonly answer: UpgradeAnswer;
  /** What the answer is about: the input, or that after the hops before it, with API servers that were upgraded for it. */
  readonly judged: 'as-it-is' | 'as-if-done';
  readonly differences: readonly CcmDifference[];
  readonly back: WayBack;
}

/** Whether a hop can be taken back, and until when. */
export interface WayBack {
  /** What stays, or goes back to what it was, when the older release runs again; each a sentence without its end. */
  readonly leaves: readonly string[];
  /** What ends the way back when it happens; each a sentence without its end. */
  readonly until: readonly string[];
}

/**
 * The hops of a way. Of each but the first it is taken that what comes before it was done: the API servers are of a minor that goes together with
 * both.
 *
 * @param tags the release that runs, and those on the way
 */
export function hopsOf(tags: readonly string[], cluster: UpgradedCluster, takesUnread: boolean): readonly UpgradeHop[] {
  return tags.slice(1).map((to, index) => {
    const [before, after] = [tags[index], to].map(tag => releaseAsRead(tag, '--to', takesUnread));
    const minors = together(before.minor, after.minor);
    const isFirst = index === 0;
    const known = isFirst ? [...new Set(cluster.apiServers.map(({ minor }) => minor))].sort((a, b) => a - b) : [];
    // API servers do not go back for a younger release: beside those that are ahead already, the older one was too old before.
    const areAhead = before.minor <= after.minor && known.length > 0 && known[0] >= minors[0] && known.at(-1)! > minors.at(-1)!;
    const apiServersFirst = !isFirst || (!areAhead && !known.every(minor => minors.includes(minor)));
    const beside: UpgradedCluster = isFirst ? cluster
      : { ...cluster, apiServers: [KubernetesVersion.of(`1.${minors[0]}`)], kcms: [], unknownVersions: [] };
    const told = [...skewDifferences(before, after, beside), ...ccmDifferences(before, after, beside)];
    const proven = provenBesides(told, provenOf(cluster, before.tag, after.tag, isFirst));
    const differences = [...told, ...proven].filter(({ hindrance }) => hindrance !== undefined);
    return {
      from: before.tag,
      to,
      apiServers: minors.map(minor => `1.${minor}`),
      apiServersFirst,
      ...areAhead && { apiServersAhead: known.map(minor => `1.${minor}`) },
      answer: answerOf(differences.flatMap(({ hindrance }) => hindrance ?? [])),
      judged: isFirst ? 'as-it-is' : 'as-if-done',
      differences,
      back: wayBack(before.tag, to, cluster, takesUnread),
    };
  });
}

/** The input has the API servers that are there now, which are others at a later hop. */
function provenOf({ proven }: UpgradedCluster, from: string, to: string, isFirst: boolean): readonly CcmDifference[] {
  const said = proven?.(from, to) ?? [];
  return isFirst ? said : said.filter(({ hindrance }) => hindrance === undefined || !OF_SERVERS.includes(hindrance.id));
}

/** Rules about versions that API servers have. */
const OF_SERVERS: readonly string[] = ['ccm-newer-than-api-server', 'version-skew', 'version-unknown'];

/** Minors beside which both of two releases may run: not newer than an API server, and at most one minor older. */
function together(from: number, to: number): readonly number[] {
  const [older, younger] = [Math.min(from, to), Math.max(from, to)];
  return [younger, younger + 1].filter(minor => minor - older <= 1);
}

function wayBack(from: string, to: string, cluster: UpgradedCluster, takesUnread: boolean): WayBack {
  const [old, young] = [from, to].map(tag => releaseAsRead(tag, '', takesUnread));
  const isDowngrade = compareReleases(from, to) > 0;
  const differences = ccmDifferences(old, young, cluster).filter(({ isNotMet }) => isNotMet !== true);
  const isAhead = cluster.apiServers.some(({ minor }) => minor >= old.minor + 2);
  const onlyOld = newActions(young.read, old.read, cluster);
  return {
    leaves: leftDone({ to, differences }),
    until: [
      // Back is forward then: it is the API servers that must not have gone back.
      isDowngrade ? `an API server is of 1.${old.minor - 1}, than which ${from} must not be newer`
        : `an API server is of 1.${old.minor + 2}${isAhead ? ', as one is now' : ''}, beside which ${from} is two minors older`,
      ...refusedAgain({ from, to }).map(({ says }) => `a Service has what ${from} refuses and ${to} takes: ${says}`),
      ...onlyOld.length === 0 ? [] : [`its role lacks ${onlyOld.join(', ')}, which only ${from} calls`],
    ],
  };
}
