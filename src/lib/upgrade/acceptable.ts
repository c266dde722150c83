import { BEHAVIOUR_CHANGES } from '../facts/ccm-behaviour-changes';
import { ccmFaults } from '../facts/ccm-faults';

/** A roll over several minors, which `upgrade` names one by one. */
export const SKIPS_MINORS = 'ccm-upgrade-skips-minors';

/** More than one cloud-controller-manager, of which `upgrade` asks about one. */
export const SEVERAL_CCMS = 'several-cloud-controller-managers';

/** API servers of which some are more than one minor apart. */
export const API_SERVERS_APART = 'api-servers-apart';

/** Ids of what may stand in the way of an upgrade, and is no rule of `verify`: a file of accepted findings may name them for a plan. */
export function upgradeIds(): readonly string[] {
  return [
    SKIPS_MINORS, SEVERAL_CCMS, API_SERVERS_APART, ...ccmFaults().map(({ id }) => id),
    ...BEHAVIOUR_CHANGES.flatMap(({ id, concerns }) => concerns === undefined ? [] : [id]),
  ];
}
