import { Component } from '../../kubernetes/component';
import { StrategyKind } from '../../migration/migration-strategy';
import { ComponentView, Model } from '../../view/model';

/** Names of units without `.service`, by the component that they run. */
export type Units = ReadonlyMap<Component, string>;

/**
 * The units that control-plane nodes run components as.
 *
 * @throws if nodes call them differently, or run one as a static pod, or a plan cannot change them
 */
export function unitsOf(models: readonly Model[], strategy: StrategyKind): Units {
  const views = models.flatMap(({ components }) => components);
  const units = new Map<Component, string>();
  for (const view of views.filter(({ origin }) => origin === 'unit')) {
    const { component, place } = view;
    const name = nameOf(view)!;
    const other = views.find(one => one.component === component && one.kind !== undefined && nameOf(one) !== name);
    if (other) {
      throw new Error(`${component} is the unit '${name}' in '${place.file}', and ${other.origin === 'unit' ? `the unit '${nameOf(other)}'`
        : 'a static pod'} in '${other.place.file}', and the steps of a plan are the same for each node; run it the same way on all of them`);
    }
    units.set(component, name);
  }
  if (units.size === 0) return units;
  const names = [...units.values()].map(name => `'${name}.service'`).join(', ');
  if (strategy !== StrategyKind.LEADER_MIGRATION) {
    throw new Error(`the nodes run units (${names}), and a plan changes them with strategy '${StrategyKind.LEADER_MIGRATION}' alone, got `
      + `'${strategy}'; for 'downtime', hand in the command line of kube-controller-manager as the manifest of a static pod, and plan with `
      + '--kcm systemd');
  }
  return units;
}

function nameOf({ origin, object }: ComponentView): string | undefined {
  return origin === 'unit' ? object.replace(/^unit (.*)\.service$/, '$1') : undefined;
}
