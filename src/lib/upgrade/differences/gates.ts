import { AwsCcmRelease } from '../../facts/ccm-releases';
import { isJudgedGate } from '../../facts/feature-gates';
import { gateNames, gateRows } from '../../facts/gate-rows';
import { FeatureGateRow } from '../../facts/generated';
import { CCM } from '../../kubernetes/component';
import { CcmDifference, metIf } from '../difference';
import { UpgradedCluster } from '../upgraded-cluster';

/** Of gates that are known to be set or not, what is gone or locked is told of those that are set. */
export function gateDifferences(before: AwsCcmRelease, after: AwsCcmRelease, { gates }: UpgradedCluster): readonly CcmDifference[] {
  const [had, has] = [before, after].map(gatesOf);
  const names = [...had.keys()].sort();
  const both = names.flatMap(name => has.has(name) ? [{ name, old: had.get(name)!, row: has.get(name)! }] : []);
  const about = (says: string, { of, isOfSet, show = name => name, todo }: About): readonly CcmDifference[] => {
    const [met, others] = [true, false].map(is => of.filter(name => (gates === undefined || (isOfSet && gates.has(name))) === is));
    return [met, others].flatMap((found, index) => found.length === 0 ? [] : [metIf(index === 0, {
      topic: 'feature-gate',
      says: `${says}: ${found.map(show).join(', ')}`,
      ...todo !== undefined && { todo },
      source: 'gates of packages that k8s.io/cloud-provider links, at each release',
    })]);
  };
  const todo = 'Take them out of --feature-gates: the process ends at a gate that it does not know.';
  const absent = names.filter(name => !has.has(name));
  const show = (name: string) => `${name}=${has.get(name)!.default}`;
  return [
    ...about('gates are gone', { of: absent.filter(isJudgedGate), isOfSet: true, todo }),
    // As `verify` says it: packages are linked that are not read, and gates move between packages.
    ...about(`whether ${CCM} ${after.linkedMinor.minorVersion} starts with these feature gates is not known, since no package that was read has them`,
      { of: absent.filter(name => !isJudgedGate(name)), isOfSet: true, todo }),
    ...about('gates are locked', {
      of: both.filter(({ old, row }) => row.locked === true && old.locked !== true).map(({ name }) => name),
      isOfSet: true,
      show,
      todo: 'Remove them from --feature-gates where they are set to another value.',
    }),
    ...about('gates have another default', {
      of: both.filter(({ old, row }) => row.default !== old.default).map(({ name }) => name), isOfSet: false, show,
    }),
  ];
}

interface About {
  /** Names of gates. */
  readonly of: readonly string[];
  /** Whether it concerns those that the command line sets; else what follows from them is told as what the process does otherwise. */
  readonly isOfSet: boolean;
  /** How a name is shown; default: as it is. */
  readonly show?: (name: string) => string;
  readonly todo?: string;
}

function gatesOf({ linkedMinor }: AwsCcmRelease): ReadonlyMap<string, FeatureGateRow> {
  return new Map(gateNames().flatMap(name => {
    const [row] = gateRows(name, linkedMinor, CCM);
    return row === undefined || row === 'unread' ? [] : [[name, row] as const];
  }));
}
