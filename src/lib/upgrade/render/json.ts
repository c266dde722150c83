import { shownDifferences } from './shown';
import { tableReach } from '../../facts/table-reach';
import { CcmUpgrade } from '../ccm-upgrade';

/** As schemas/upgrade.schema.json says it. */
const SCHEMA_VERSION = 2;

export function renderUpgradeJson(upgrade: CcmUpgrade, all: boolean = true): string {
  const { answer, from, to, steps, isDowngrade, missing, assumed, hops, helm } = upgrade;
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
  };
  return `${JSON.stringify(said, null, 2)}\n`;
}
