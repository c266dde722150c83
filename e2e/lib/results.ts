import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actsAfterWaking, FIRST_LEADER_SECONDS } from './bounds';
import { gapPlot } from './gap-plot';
import { FAST } from './input';
import { keep, Record } from './record';
import { Row } from './row';
import { markdown, table } from './table';

/** All that can be on the page, in its order. */
export interface Known {
  readonly scenarios: readonly string[];
  readonly releases: readonly string[];
}

/** Keeps what was found beside what other runs have found, and writes the page of all of it, with the plot that it shows. */
export function writeResults(docs: string, found: Record, known: Known): void {
  const { rows, accepted, standIns, versions } = keep(join(docs, 'e2e-results.json'), found, known);
  const notRun = known.scenarios.filter(name => !rows.some(({ scenario }) => scenario === name));
  const failures = rows.flatMap(({ scenario, problems }) => problems.map(problem => `- ${scenario} FAILED: ${problem}`));
  // Where nothing may run there is no gap to speak of, and where two run together neither.
  const measured = rows.filter(({ seen, problems, predicted }) =>
    seen && predicted && problems.length === 0 && predicted.starving.length === 0 && predicted.overlapping.length === 0);
  writeFileSync(join(docs, 'e2e-gaps.svg'), gapPlot(measured.map(({ scenario, seen }) => ({ name: scenario, seconds: seen!.gaps }))));
  writeFileSync(join(docs, 'e2e-results.md'), [
    '# A real control plane, migrated',
    '',
    'Written by `npm run e2e`: three control-plane nodes on one machine, each with its own kube-apiserver, kube-controller-manager and '
      + 'kube-scheduler, started',
    'with the command lines of the synthesized files; the cloud-controller-manager where these put it; EC2 and ELB by moto. Lease times: '
      + `${FAST.leaseSeconds} s, ${FAST.renewSeconds} s and ${FAST.retrySeconds} s.`,
    '',
    table(rows, new Map(Object.entries(standIns))),
    '',
    ...failures.length === 0 ? [] : [...failures, ''],
    ...notRun.length === 0 ? [] : [`Not run yet: ${notRun.join(', ')}.`, ''],
    'Each row is of the last run that had its scenario, at the commit that it names (`+`: with changes that were not committed). '
      + 'What is kept of the runs is in',
    '`e2e-results.json`.',
    '',
    'What was predicted is what `ccm-migration verify` says of the files before they are used. The bound is the longest that `ccm-migration plan` '
      + 'prints for a step',
    'plus 15 s for the start of a process; where processes are killed or stopped, the time of the blows comes on top. A process that is stopped and '
      + 'wakes may act for',
    `${actsAfterWaking()} s (retryPeriod + renewDeadline): that is the window in which a second runner is not counted, and its longest use is in `
      + 'the table.',
    '',
    '## How long no process ran a controller',
    '',
    'Every gap of every controller (service, route, cloud-node-lifecycle), by strategy and by scenario. A declared gap lasts as long as the '
      + 'steps take whose',
    `gap the plan declares, which the table has as its bound, and at most ${FIRST_LEADER_SECONDS} s more.`,
    '',
    ...markdown(['strategy', 'gaps', 'median, s', 'nine of ten below, s', 'longest, s'], distribution(measured)),
    '',
    '![gaps by scenario](e2e-gaps.svg)',
    '',
    '## What API servers say of every manifest',
    '',
    'Every phase with each strategy, lease access and workload, workloads with all that they can have, and the examples with their bundles '
      + '(kustomize trees as built,',
    'with the CustomResourceDefinitions that they need): `kubectl apply --server-side --dry-run=server --validate=strict`.',
    '',
    ...markdown(
      ['kube-apiserver', 'accepted', 'refused', 'commit'],
      accepted.map(({ release, accepted: count, refused, commit }) => [release, String(count), String(refused), commit]),
    ),
    '',
    '## Versions',
    '',
    'Of the last run.',
    '',
    ...versions.map(version => `- ${version}`),
    '',
  ].join('\n'));
}

/** One row a strategy. */
function distribution(rows: readonly Row[]): string[][] {
  return [...new Set(rows.map(({ strategy }) => strategy))].map(strategy => {
    const seconds = rows.filter(row => row.strategy === strategy).flatMap(({ seen }) => seen!.gaps).sort((a, b) => a - b);
    const at = (share: number): string =>
      seconds.length === 0 ? '-' : seconds[Math.min(seconds.length - 1, Math.floor(share * seconds.length))].toFixed(1);
    return [strategy, String(seconds.length), at(0.5), at(0.9), at(1)];
  });
}
