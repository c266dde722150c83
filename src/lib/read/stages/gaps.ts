import { MigrationPhase } from '../../migration/migration-phase';
import { StrategyKind } from '../../migration/migration-strategy';
import { CounterExample } from '../../proof/counterexample';
import { serversOf, serverText } from '../../view/gaps';
import { Doubt, livenessDoubt, ReadModel } from '../../view/model';
import { VerifyInput } from '../input/input';
import { MigrationIndex } from '../input/migration-index';

/** Phases of the strategy that leaves controllers without a process, in which its next phase switches them on. */
const WITH_GAPS: readonly MigrationPhase[] = [MigrationPhase.N, MigrationPhase.MIXED];

/** Whether what is left out is on again in the next phase of the strategy that the input follows. */
export function hasGapsThatEnd({ declaredGaps }: VerifyInput, indexes: readonly MigrationIndex[]): boolean {
  return declaredGaps !== undefined
    || indexes.some(({ index: { strategy, phase } }) => strategy === StrategyKind.CONTROLLERS_OFF_THEN_ON && WITH_GAPS.includes(phase));
}

/** By what the controllers are served that do not move in any phase, as the migrations of the input say. */
export function declaredServers(indexes: readonly MigrationIndex[]): ReadonlyMap<string, string> {
  return new Map(indexes.flatMap(({ index }) => Object.entries(index.servedElsewhere ?? {})));
}

/** Controllers that no process runs, since the input says so, and whose work something else in the input may do. */
export function servedElsewhere(
  gaps: readonly CounterExample[], declared: ReadonlyMap<string, string>, model: ReadModel,
): readonly Doubt[] {
  return gaps.filter(({ controller }) => !declared.has(controller)).flatMap(({ controller }) => serversOf(model, controller).map(one => livenessDoubt(
    one.object.place, `no process runs '${controller}', as the input says, and ${serverText(one)} takes ${one.server.takes}`,
    'What it does not take has no controller.', 'See that it takes all of them, and accept the finding declared-gap with the reason (--accepted).',
  )));
}
