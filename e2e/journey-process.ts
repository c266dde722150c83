/**
 * A journey in a process of its own. Harnesses in one process would stop each other's clocks: what one does at a stretch (certificates, synthesis,
 * reading evidence) would be time in which the other hears neither metrics nor the end of a process.
 */
import { ChildProcess, fork } from 'node:child_process';
import { EXIT_FAILED } from './exit-codes';
import { runJourney } from './lib/journey';
import { killLive } from './lib/managed-process';
import { Programs } from './lib/programs';
import { Journey, Result } from './lib/scenario';
import { strategyOf } from './lib/synth';
import { Extent, journeysOf } from './scenarios/all';

/** What the process is told: functions do not travel, so a journey goes by the names of its scenarios. */
interface Order {
  readonly extent: Extent;
  readonly scenarios: readonly string[];
  readonly folder: string;
  readonly python: string;
}

interface Report {
  readonly results: readonly (Omit<Result, 'scenario'> & { readonly scenario: string })[];
  readonly standIns: readonly (readonly [string, string])[];
}

const children = new Set<ChildProcess>();

/** Ends the processes of journeys at once, and they what they started. */
export function endJourneys(): void {
  for (const child of children) child.kill('SIGTERM');
}

/** Runs a journey of `journeysOf(extent)`, or its beginning. What it logs goes to standard output. */
export async function runApart(
  journey: Journey, order: Omit<Order, 'scenarios'>, standIns: Map<string, string>, print: (text: string) => void,
): Promise<readonly Result[]> {
  const { scenarios, choice } = journey;
  const child = fork(__filename, { serialization: 'advanced' });
  children.add(child);
  let report: Report | undefined;
  child.on('message', (message: Report) => { report = message; });
  child.send({ ...order, scenarios: scenarios.map(({ name }) => name) } satisfies Order);
  const code = await new Promise(resolve => child.once('exit', (status, signal) => resolve(status ?? signal)));
  children.delete(child);
  if (!report) {
    const problem = `its process ended with ${code} and did not say why`;
    print(`[${scenarios[0].name}] FAILED: ${problem}`);
    const strategy = strategyOf(choice);
    return scenarios.map(scenario => ({ scenario, strategy, problems: [problem], seconds: 0 }));
  }
  for (const [wanted, ran] of report.standIns) standIns.set(wanted, ran);
  return report.results.map(result => ({ ...result, scenario: scenarios.find(({ name }) => name === result.scenario)! }));
}

async function obey({ extent, scenarios: names, folder, python }: Order): Promise<Report> {
  const journey = journeysOf(extent).find(({ scenarios: [{ name }] }) => name === names[0])!;
  const programs = new Programs();
  const scenarios = journey.scenarios.filter(({ name }) => names.includes(name));
  const results = await runJourney(
    { ...journey, scenarios }, { folder, python, programs, keepsSeen: extent.quick }, text => process.stdout.write(`${text}\n`),
  );
  return { results: results.map(result => ({ ...result, scenario: result.scenario.name })), standIns: [...programs.standIns] };
}

if (require.main === module) {
  process.once('exit', killLive);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT_FAILED));
  process.once('disconnect', () => process.exit(EXIT_FAILED)); // the parent process is gone
  process.once('message', (order: Order) => {
    void obey(order).then(report => { process.send!(report, () => process.exit()); });
  });
}
