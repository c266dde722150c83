import { printable } from '../../text/printable';
import { SARIF_SCHEMA, sarifUri } from '../../text/sarif';
import { ANSWERS } from '../answer';
import { CcmUpgrade } from '../ccm-upgrade';
import { shownDifferences } from './shown';

/** What stands in the way as errors, the rest as notes; where the input does not say where something is, a result has no location. */
export function renderUpgradeSarif(upgrade: CcmUpgrade, all: boolean = false): string {
  const { answer, from, to, missing, assumed } = upgrade;
  const results = shownDifferences(upgrade, all).map(({ topic, says, todo, hindrance, place }) => ({
    ruleId: hindrance?.id ?? topic,
    level: hindrance === undefined ? 'note' : hindrance.isCertain ? 'error' : 'warning',
    message: { text: printable([says, ...todo === undefined ? [] : [`Fix: ${todo}`]].join('\n')) },
    locations: place === undefined ? []
      : [{ physicalLocation: { artifactLocation: { uri: sarifUri(place.file) }, region: { startLine: Math.max(1, place.line) } } }],
  }));
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].sort().map(id => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } }));
  const log = {
    $schema: SARIF_SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'ccm-migration', rules } },
      columnKind: 'utf16CodeUnits',
      properties: { answer, text: `${ANSWERS[answer]}: ${from} to ${to}`, missing, assumed },
      results,
    }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
