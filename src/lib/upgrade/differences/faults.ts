import { tagsInPlaceOf } from '../../facts/ccm-advice';
import { AwsCcmFault, FAULT_CONDITIONS, faultsOf, isAssessed } from '../../facts/ccm-faults';
import { conditionMet, FaultyCluster } from '../../facts/fault-condition';
import { CcmDifference, metIf } from '../difference';
import { NEEDED } from '../not-given';
import { UpgradedCluster } from '../upgraded-cluster';

export function faultDifferences(from: string, to: string, cluster: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [faultsOf(from), faultsOf(to)];
  return [
    ...isAssessed(to) ? [] : [{ topic: 'fault' as const, says: `the faults of ${to} are not known`, source: 'src/lib/facts/ccm-faults.ts' }],
    ...has.map(fault => faultDifference(to, fault, cluster, had.includes(fault) ? from : undefined)),
    ...had.filter(fault => !has.includes(fault)).map(fault =>
      metIf(isMetBy(fault, cluster), { topic: 'fault', says: `mended: ${fault.says}`, source: fault.source })),
  ];
}

/** What shows in rare cases is not met as far as anyone can say. */
function isMetBy({ when }: AwsCcmFault, cluster: UpgradedCluster): boolean | undefined {
  return cluster.isGiven === true ? conditionMet(when, servicesOnly(cluster)) === 'yes' : undefined;
}

function servicesOnly(cluster: UpgradedCluster): FaultyCluster {
  return { ...cluster, services: cluster.services?.map(({ service }) => service) };
}

/**
 * What no input shows, or this one shows not to be so, does not stand in the way: else it would stand in everyone's. Neither does what may be so, and
 * is no worse than today.
 *
 * @param before the release that runs, where it has the same fault
 */
function faultDifference(
  tag: string, fault: AwsCcmFault, cluster: UpgradedCluster, before: string | undefined,
): CcmDifference {
  const { id, when, says: happens, remedy, source } = fault;
  const metBy = (one: AwsCcmFault) => conditionMet(one.when, servicesOnly(cluster));
  const met = metBy(fault);
  const others = tagsInPlaceOf(tag, one => one === fault || metBy(one) === 'yes');
  const advice = others.length === 0 ? 'No image is known without it.' : `${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} without it.`;
  const todo = remedy === undefined ? advice : `${remedy} ${advice}`;
  const says = when === 'always' ? happens : `${happens} (${FAULT_CONDITIONS[when].says})`;
  const passing = (how: string) =>
    metIf(cluster.isGiven === true ? false : undefined, { topic: 'passing-fault', says: `${how}: ${says}`, todo, source });
  if (met === 'no') return passing(`this cluster does not meet a fault of ${tag}`);
  if (met === 'not-shown') return passing(`${tag} has a fault that shows in rare cases`);
  if (met === 'not-given' && before !== undefined) return passing(`${tag} has a fault, as ${before} has it`);
  const hindrance = { id, isCertain: met === 'yes', ...met === 'not-given' && { missing: NEEDED[when] } };
  return { topic: 'fault', says: `${tag} has a known fault: ${says}`, todo, source, hindrance };
}
