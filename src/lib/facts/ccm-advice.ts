import { AwsCcmFault, faultsOf, isAssessed } from './ccm-faults';
import { AwsCcmMinor, awsCcmMinors, promotedTags } from './ccm-release-list';
import { parseRelease } from './since';

/**
 * Images to run in place of a release with a fault, the nearest first: of its own minor the nearest after and before it, the younger first where both
 * are as near; where there is none, the newest of the nearest minor on each side, the older first, since a cloud-controller-manager must not be newer
 * than an API server.
 *
 * @param isBad whether the cluster meets a fault
 */
export function tagsInPlaceOf(tag: string, isBad: (fault: AwsCcmFault) => boolean): readonly string[] {
  const { minor, patch } = parseRelease(tag);
  const good = (line: AwsCcmMinor) => promotedTags(line).filter(other => other !== tag && isAssessed(other) && !faultsOf(other).some(isBad));
  const lines = awsCcmMinors().map(line => ({ away: Number(line.minor.split('.')[1]) - minor, tags: good(line) }))
    .filter(({ tags }) => tags.length > 0);
  const own = lines.find(({ away }) => away === 0)?.tags.map(other => ({ tag: other, away: parseRelease(other).patch - patch }));
  const candidates = own ?? lines.map(({ away, tags }) => ({ tag: tags.at(-1)!, away }));
  const sides = [candidates.filter(({ away }) => away < 0).at(-1), candidates.find(({ away }) => away > 0)].filter(one => one !== undefined);
  const preferred = own === undefined ? sides : sides.reverse();
  return preferred.sort((a, b) => Math.abs(a.away) - Math.abs(b.away)).map(one => one.tag);
}
