import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Result } from './scenario';

/** Results as a file keeps them: a scenario by its name. */
interface Kept {
  readonly results: readonly (Omit<Result, 'scenario'> & { readonly scenario: string })[];
  readonly standIns: readonly (readonly [string, string])[];
}

/** What earlier runs of the same code found, for a page that one run need not fill: the file is the caller's to remove when the code changes. */
export function withEarlier(
  file: string, results: readonly Result[], known: readonly Result['scenario'][], standIns: Map<string, string>,
): readonly Result[] {
  const kept: Kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Kept : { results: [], standIns: [] };
  const mine = new Set(results.map(({ scenario }) => scenario.name));
  const earlier = kept.results.filter(({ scenario }) => !mine.has(scenario)).flatMap(result => {
    const scenario = known.find(({ name }) => name === result.scenario);
    return scenario ? [{ ...result, scenario }] : [];
  });
  for (const [wanted, ran] of kept.standIns) standIns.set(wanted, ran);
  const all = [...earlier, ...results].sort((a, b) => known.indexOf(a.scenario) - known.indexOf(b.scenario));
  const rows = all.map(result => ({ ...result, scenario: result.scenario.name }));
  writeFileSync(file, JSON.stringify({ results: rows, standIns: [...standIns] } satisfies Kept));
  return all;
}
