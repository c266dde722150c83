import { KCM } from '../../kubernetes/component';
import { StrategyKind } from '../../migration/migration-strategy';
import { controllerIn } from '../../model/process';
import { boolOf } from '../../view/ask';
import { ComponentView } from '../../view/model';

/**
 * The strategy, from what kube-controller-manager of version N is told. Where it neither shares the controllers nor leaves them, only a downtime
 * keeps two from running them; with a phase `mixed` it was meant to share them, and the checks say what is wrong.
 */
export function readStrategy(kcms: readonly ComponentView[], hasMixed: boolean): StrategyKind {
  const views = kcms.filter(({ component }) => component === KCM);
  if (views.some(view => boolOf(view, 'enable-leader-migration', false))) return StrategyKind.LEADER_MIGRATION;
  const off = views.some(({ process }) => process && controllerIn(process, 'service').presence === 'excluded');
  if (off) return StrategyKind.CONTROLLERS_OFF_THEN_ON;
  return hasMixed ? StrategyKind.LEADER_MIGRATION : StrategyKind.DOWNTIME;
}
