import { Row, Seen } from './row';

const HEADER = [
  'scenario', 'what', 'predicted to run twice', 'seen to run twice', 'predicted without a runner', 'seen without a runner', 'handovers of the '
    + 'migration Lease', 'longest gap, s', 'bound of the plan, s', 'acted after waking, s', 'load balancers with two workers',
  'DuplicateLoadBalancerName', 'verdict', 'took, s', 'commit',
];

/** The results as a Markdown table, and below it what ran in place of what. */
export function table(rows: readonly Row[], standIns: ReadonlyMap<string, string>): string {
  return [
    ...markdown(HEADER, rows.map(cells)),
    ...[...standIns].sort().flatMap(([wanted, ran]) => ['', `${wanted}: ${ran} ran in its place`]), // a line right below would be a row
  ].join('\n');
}

export function markdown(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [header, header.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`);
}

function cells({ scenario, title, predicted, gapSeconds, seen, problems, seconds, commit }: Row): string[] {
  return [
    scenario,
    title,
    predicted ? names(predicted.overlapping) : '-',
    seen ? names(seen.overlapping) : '-',
    predicted ? names(predicted.starving) : '-',
    seen ? names(seen.starving) : '-',
    seen ? String(seen.handovers) : '-',
    seen ? Math.max(0, ...seen.gaps).toFixed(1) : '-',
    gapSeconds?.toFixed(1) ?? (seen ? declared(seen) : '-'),
    seen ? seen.afterWaking.toFixed(1) : '-',
    seen ? String(seen.contested) : '-',
    seen ? String(seen.duplicates) : '-',
    problems.length === 0 ? 'as expected' : 'FAILED',
    String(seconds),
    commit,
  ];
}

/** As long as the steps took that declare it, the longest time of them. */
function declared({ declared: spans = [] }: Seen): string {
  return spans.length === 0 ? 'declared' : `declared, ${Math.max(...spans).toFixed(1)}`;
}

function names(controllers: readonly string[]): string {
  return controllers.join(', ') || 'nothing';
}
