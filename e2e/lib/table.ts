import { Result } from './scenario';
import { Gap } from './timeline';

const HEADER = [
  'scenario', 'what', 'predicted to run twice', 'seen to run twice', 'predicted without a runner', 'seen without a runner', 'handovers of the '
    + 'migration Lease', 'longest gap, s', 'bound of the plan, s', 'acted after waking, s', 'load balancers with two workers',
  'DuplicateLoadBalancerName', 'verdict', 'took, s',
];

/** The results as a Markdown table, and below it what ran in place of what. */
export function table(results: readonly Result[], standIns: ReadonlyMap<string, string>): string {
  return [
    ...markdown(HEADER, results.map(row)),
    ...[...standIns].flatMap(([wanted, ran]) => ['', `${wanted}: ${ran} ran in its place`]), // a line right below would be a row
  ].join('\n');
}

export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
}

/** Lengths in seconds. */
export function lengths(spans: readonly Pick<Gap, 'from' | 'to'>[]): number[] {
  return spans.map(({ from, to }) => (to - from) / 1000);
}

function row({ scenario, predicted, gapSeconds, outcome, problems, seconds }: Result): string[] {
  const longest = (spans: readonly Pick<Gap, 'from' | 'to'>[]): string => Math.max(0, ...lengths(spans)).toFixed(1);
  return [
    scenario.name,
    scenario.title,
    predicted ? names(predicted.overlapping) : '-',
    outcome ? names(outcome.overlaps.map(({ controller }) => controller)) : '-',
    predicted ? names(predicted.starving) : '-',
    outcome ? names(outcome.starving) : '-',
    outcome ? String(outcome.handovers) : '-',
    outcome ? longest(outcome.gaps) : '-',
    gapSeconds?.toFixed(1) ?? (outcome ? 'declared' : '-'),
    outcome ? longest(outcome.afterWaking) : '-',
    outcome ? String(outcome.contested.length) : '-',
    outcome ? String(outcome.duplicates.length) : '-',
    problems.length === 0 ? 'as expected' : 'FAILED',
    seconds.toFixed(0),
  ];
}

function names(controllers: readonly string[]): string {
  return [...new Set(controllers)].sort().join(', ') || 'nothing';
}
