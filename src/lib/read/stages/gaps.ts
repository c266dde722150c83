import { StrategyKind } from '../../migration/migration-strategy';
import { CounterExample } from '../../proof/counterexample';
import { serversOf, serverText } from '../../view/gaps';
import { Doubt, livenessDoubt, ReadModel } from '../../view/model';
import { VerifyInput } from '../input/input';
import { MigrationIndex } from '../input/migration-index';

/** Strategies that leave controllers without a process, until their next phase. */
const WITH_GAPS: readonly string[] = [StrategyKind.CONTROLLERS_OFF_THEN_ON, StrategyKind.DOWNTIME];

/** Whether what is left out is on again in the next phase of the strategy that the input follows. */
export function hasGapsThatEnd({ declaredGaps }: VerifyInput, indexes: readonly MigrationIndex[]): boolean {
  return declaredGaps !== undefined || indexes.some(({ index }) => WITH_GAPS.includes(index.strategy));
}

/** Controllers that no process runs, since the input says so, and whose work something else in the input may do. */
export function servedElsewhere(gaps: readonly CounterExample[], model: ReadModel): readonly Doubt[] {
  return gaps.flatMap(({ controller }) => serversOf(model, controller).map(one => livenessDoubt(
    one.object.place, `no process runs '${controller}', as the input says, and ${serverText(one)} takes ${one.server.takes}`,
    'What it does not take has no controller.', 'See that it takes all of them, and accept the finding declared-gap with the reason (--accepted).',
  )));
}
