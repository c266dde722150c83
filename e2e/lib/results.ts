import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gapPlot } from './gap-plot';
import { Result } from './scenario';
import { table } from './table';

/** Writes the results page of a run, and the plot that it shows. */
export function writeResults(docs: string, results: readonly Result[], standIns: ReadonlyMap<string, string>, versions: readonly string[]): void {
  mkdirSync(docs, { recursive: true });
  const measured = results.filter(({ outcome, problems }) => outcome && problems.length === 0);
  writeFileSync(join(docs, 'e2e-gaps.svg'), gapPlot(measured.map(({ scenario, outcome }) => ({
    name: scenario.name, seconds: outcome!.gaps.map(({ from, to }) => (to - from) / 1000),
  }))));
  writeFileSync(join(docs, 'e2e-results.md'), [
    '# A real control plane, migrated',
    '',
    'Written by `npm run e2e`: three control-plane nodes on one machine, each with its own kube-apiserver and kube-controller-manager, started with the command',
    'lines of the synthesized files; the cloud-controller-manager where the DaemonSet controller puts it; EC2 and ELB by moto. Lease times: 8 s, 5 s and 1 s.',
    '',
    table(results, standIns),
    '',
    '## How long nobody ran a controller',
    '',
    'Every gap of every controller (service, route, cloud-node-lifecycle), by scenario.',
    '',
    '![gaps by scenario](e2e-gaps.svg)',
    '',
    '## Versions',
    '',
    ...versions.map(version => `- ${version}`),
    '',
  ].join('\n'));
}
