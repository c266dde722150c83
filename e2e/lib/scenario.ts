import { join } from 'node:path';
import { Cluster, ClusterOptions } from './cluster';
import { MigrationSteps } from './migration';
import { describeOutcome, Outcome, outcomeOf } from './outcome';
import { predict, Prediction } from './predict';
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
  /** What the checks of the library said about the files. */
  readonly predicted?: Prediction;
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
    const predicted = predict(folder);
    log(`predicted: ${predicted.overlapping.length === 0 ? 'nothing runs twice' : `${predicted.overlapping.join(', ')} can run twice`}`);
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
    const problems = [...scenario.judge(outcome), ...differing(predicted, outcome)];
    return { scenario, folder, predicted, outcome, problems, seconds: (Date.now() - start) / 1000 };
  } catch (error) {
    return { scenario, folder, problems: [error instanceof Error ? error.message : String(error)], seconds: (Date.now() - start) / 1000 };
  } finally {
    await cluster?.stop();
  }
}

/** What was seen to run twice must be what was predicted, controller by controller. */
function differing({ overlapping }: Prediction, { overlaps }: Outcome): string[] {
  const seen = new Set(overlaps.map(({ controller }) => controller));
  return [
    ...overlapping.filter(controller => !seen.has(controller)).map(controller => `${controller} was predicted to run twice, and was not seen to`),
    ...[...seen].filter(controller => !overlapping.includes(controller)).map(controller => `${controller} was not predicted to run twice, and was seen to`),
  ];
}
