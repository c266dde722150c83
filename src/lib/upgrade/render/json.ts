import { shownDifferences } from './shown';
import { tableReach } from '../../facts/table-reach';
import { CarriedOut } from '../carried-out';

/** As schemas/upgrade.schema.json says it. */
const SCHEMA_VERSION = 3;

export function renderUpgradeJson(upgrade: CarriedOut, all: boolean = true): string {
  const { answer, from, to, steps, isDowngrade, missing, assumed, hops, helm, next } = upgrade;
  const said = {
    schemaVersion: SCHEMA_VERSION,
    answer,
    tables: tableReach(),
    from,
    to,
    steps,
    isDowngrade,
    missing,
    assumed,
    differences: shownDifferences(upgrade, all),
    hops,
    ...helm && { helm },
    ...next && { next },
  };
  return `${JSON.stringify(said, null, 2)}\n`;
}
