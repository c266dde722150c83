import { join } from 'node:path';
import { Cluster, ClusterOptions } from './cluster';
import { MigrationSteps } from './migration';
import { describeOutcome, Outcome, outcomeOf } from './outcome';
import { MigrationChoice } from './synth';

/** A scenario and what must be seen in it. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly choice?: MigrationChoice;
  /** Changes the synthesized files, to make what the library refuses to write. */
  readonly tamper?: (folder: string) => void;
  readonly run: (context: Context) => Promise<void>;
  /** What is wrong with the outcome; nothing when it is as it must be. */
  readonly judge: (outcome: Outcome) => string[];
}

export interface Context {
  readonly cluster: Cluster;
  readonly steps: MigrationSteps;
  readonly log: (text: string) => void;
}

export interface Result {
  readonly scenario: Scenario;
  readonly folder: string;
  readonly seconds: number;
  readonly outcome?: Outcome;
  /** Why the scenario failed. */
  readonly problems: readonly string[];
}

/** Runs one scenario on a cluster of its own. */
export async function runScenario(scenario: Scenario, options: Omit<ClusterOptions, 'choice'>, print: (text: string) => void): Promise<Result> {
  const start = Date.now();
  const folder = join(options.folder, scenario.name);
  const log = (text: string): void => print(`[${scenario.name} ${((Date.now() - start) / 1000).toFixed(1)}] ${text}`);
  let cluster: Cluster | undefined;
  try {
    cluster = await Cluster.create({ ...options, folder, choice: scenario.choice });
    scenario.tamper?.(folder);
    const steps = new MigrationSteps(cluster, log);
    await cluster.startAsBefore();
    cluster.load.start();
    await steps.served('start');
    const from = Date.now();
    await scenario.run({ cluster, steps, log });
    const to = Date.now();
    await cluster.load.stop();
    await steps.quiet();
    const outcome = await outcomeOf(cluster, { from, to });
    describeOutcome(outcome).forEach(log);
    return { scenario, folder, outcome, problems: scenario.judge(outcome), seconds: (Date.now() - start) / 1000 };
  } catch (error) {
    return { scenario, folder, problems: [error instanceof Error ? error.message : String(error)], seconds: (Date.now() - start) / 1000 };
  } finally {
    await cluster?.stop();
  }
}
