import { SKIPS_MINORS } from '../../upgrade/acceptable';
import { CcmUpgrade } from '../../upgrade/ccm-upgrade';
import { NotGiven } from '../../upgrade/difference';
import { notTakenBack } from '../../upgrade/way-back';
import { Acceptance, isOver } from '../../verify/accept';

/** Why an upgrade must not be begun when it is so; the plan was made although it may be so. */
export interface NoGo {
  readonly id: string;
  /** The sentence of `upgrade`, without its end. */
  readonly says: string;
  /** Prints what says whether it is so, as JSON that `upgrade` takes; none: no input says it, or it is so. */
  readonly command?: string;
  /** Who carries the plan out must still accept it; none: what the plan was made of does not say whether it is so. */
  readonly accepted?: { readonly reason: string; readonly until?: string };
}

/** An upgrade that is planned. */
export interface PlannedUpgrade extends CcmUpgrade {
  readonly noGo: readonly NoGo[];
}

/** A plan that upgrades. */
export interface Upgrading {
  readonly upgrade: PlannedUpgrade;
  /** The hops of a chain; undefined: it is one upgrade. */
  readonly hops?: readonly { readonly upgrade: PlannedUpgrade }[];
}

/** The upgrades that a plan consists of: the hops of a chain, or the one. */
export function upgradesOf({ upgrade, hops }: Upgrading): readonly PlannedUpgrade[] {
  return hops ? hops.map(one => one.upgrade) : [upgrade];
}

/** What no playbook takes back, of all hops. */
export function leftBehind(plan: Upgrading): readonly string[] {
  return [...new Set(upgradesOf(plan).flatMap(notTakenBack))];
}

/** What a user accepted of an upgrade. */
export interface AcceptedOfUpgrade {
  /** Those with a file are about findings in it, and of none here. */
  readonly acceptances?: readonly Acceptance[];
  /** `2026-11-21`; undefined: it is not known, and the plan says until when each counts. */
  readonly today?: string;
}

interface Found {
  readonly id: string;
  readonly says: string;
  readonly todo?: string;
  readonly isCertain: boolean;
  readonly missing?: NotGiven;
}

/** What stands in the way of a plan that rolls from one release to another: refused, or a reason not to begin. */
export function hindrancesOf(
  upgrade: CcmUpgrade, { acceptances = [], today }: AcceptedOfUpgrade,
): { readonly refused?: { readonly reason: string; readonly fix: string }; readonly noGo: readonly NoGo[] } {
  const told = upgrade.differences.flatMap(({ says, todo, hindrance }): readonly Found[] =>
    hindrance === undefined ? [] : [{ ...hindrance, says, ...todo !== undefined && { todo } }]);
  const found = [...told, ...skippedMinors(upgrade)];
  const byId = (id: string) => acceptances.filter(({ rule, file }) => rule === id && file === undefined);
  const accepting = (id: string) => byId(id).find(one => today === undefined || !isOver(one, today));
  const open = found.filter(({ id, isCertain }) => isCertain && accepting(id) === undefined);
  const noGo = found.filter(one => !open.includes(one)).map(({ id, says, missing }): NoGo => {
    const by = accepting(id);
    if (by === undefined) return { id, says, ...missing && { command: missing.command } };
    return { id, says, accepted: { reason: by.reason, ...by.until !== undefined && { until: by.until } } };
  });
  if (open.length === 0) return { noGo };
  const ids = [...new Set(open.map(({ id }) => id))];
  const ended = ids.flatMap(id => byId(id).map(({ until }) => ` The acceptance of ${id} ended on ${until!}.`));
  return {
    noGo,
    refused: {
      reason: open.map(({ says }) => says).join('; '),
      fix: `${[...new Set(open.flatMap(({ todo }) => todo ?? []))].join(' ')}${ended.join('')} Or accept ${ids.join(', ')} in a file of accepted `
        + 'findings (accepted): then the plan is made, and has it as a no-go.',
    },
  };
}

/** One roll is one hop. */
function skippedMinors({ from, to, steps }: CcmUpgrade): readonly Found[] {
  if (steps.length === 1) return [];
  return [{
    id: SKIPS_MINORS,
    says: `${from} to ${to} is one roll over several minors: a cloud-controller-manager follows its API servers minor by minor`,
    todo: `Synthesize each release on the way beside API servers of its minor, ${steps.join(', ')}, and give their folders in this order, each as `
      + '--upgrade-from: one plan goes over all of them.',
    isCertain: true,
  }];
}
