import { CcmDifference } from './difference';

/** What stands in the way until the API servers had their turn, which comes before each hop. */
const ENDED_BY_THEIR_TURN: readonly string[] = ['ccm-newer-than-api-server', 'version-unknown'];

/** Ids of what stands in the way, or may, and does not end with the turn of the API servers. */
export function othersThanServers(differences: readonly CcmDifference[]): readonly string[] {
  const ids = differences.flatMap(({ hindrance }) => hindrance?.id ?? []);
  return [...new Set(ids)].filter(id => !ENDED_BY_THEIR_TURN.includes(id));
}

/** Whether something else than the turn of the API servers stands in the way, or may. */
export function hinderedBesidesServers({ differences }: { readonly differences: readonly CcmDifference[] }): boolean {
  return othersThanServers(differences).length > 0;
}
