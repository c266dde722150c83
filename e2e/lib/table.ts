import { Result } from './scenario';

/** The results as a Markdown table, and what ran in place of what. */
export function table(results: readonly Result[], standIns: ReadonlyMap<string, string>): string {
  const rows = results.map(({ scenario, predicted, outcome, problems, seconds }) => {
    const longest = Math.max(0, ...outcome?.gaps.map(({ from, to }) => to - from) ?? []) / 1000;
    const seen = outcome ? [names(outcome.overlaps.map(({ controller }) => controller)), longest.toFixed(1), outcome.contested.length, outcome.duplicates.length] : ['-', '-', '-', '-'];
    return `| ${[scenario.name, scenario.title, predicted ? names(predicted.overlapping) : '-', ...seen, problems.length === 0 ? 'as expected' : 'FAILED', seconds.toFixed(0)].join(' | ')} |`;
  });
  return [
    '| scenario | what | predicted to run twice | seen to run twice | longest gap, s | load balancers with two workers | DuplicateLoadBalancerName | verdict | took, s |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    ...[...standIns].map(([wanted, ran]) => `${wanted}: ${ran} ran in its place`),
  ].join('\n');
}

function names(controllers: readonly string[]): string {
  return [...new Set(controllers)].sort().join(', ') || 'nothing';
}
