import { join } from 'node:path';
import { actsAfterWaking, gapBound } from './bounds';
import { Cluster, ClusterOptions } from './cluster';
import { MigrationSteps } from './migration';
import { describeOutcome, Outcome, outcomeOf } from './outcome';
import { Playbooks } from './playbooks';
import { predict, Prediction } from './predict';
import { described, replay } from './replay';
import { Context, Journey, Result, Scenario } from './scenario';
import { seenBefore } from './seen-before';
import { strategyOf } from './synth';

/** Seconds without a runner at the end of a scenario whose strategy declares its gap: the gap ended before, or the scenario would not have. */
const DECLARED_PATIENCE = 30;

type Print = (text: string) => void;

/** What is known of a journey before it begins. */
interface Expected {
  readonly predicted: Prediction;
  readonly gapSeconds?: number;
}

/**
 * Runs the scenarios of a journey on a cluster of its own. After one that could not be run to its end, the others are not tried. With
 * `keepsSeen`, a journey of one scenario is not run where the same files were run before.
 */
export async function runJourney(
  journey: Journey, options: Omit<ClusterOptions, 'choice' | 'creationSeconds'> & { readonly keepsSeen: boolean }, print: Print,
): Promise<readonly Result[]> {
  const [{ name }] = journey.scenarios;
  const start = Date.now();
  const folder = join(options.folder, name);
  const log = (text: string): void => print(`[${name} ${((Date.now() - start) / 1000).toFixed(1)}] ${text}`);
  const strategy = strategyOf(journey.choice);
  const results: Result[] = [];
  let cluster: Cluster | undefined;
  try {
    const { choice, steadyState, creationSeconds, hasUnits } = journey;
    cluster = await Cluster.create({ ...options, folder, choice, steadyState, creationSeconds, hasUnits });
    const isKept = options.keepsSeen && journey.scenarios.length === 1;
    const [expected] = await Promise.all([expect(journey, folder), ...isKept ? [] : [cluster.startAsBefore()]]);
    const { overlapping, starving } = expected.predicted;
    log(`predicted: ${overlapping.join(', ') || 'nothing'} can run twice; ${starving.join(', ') || 'nothing'} may be without a runner`);
    const place = isKept ? seenBefore(journey, folder, expected.gapSeconds) : undefined;
    const known = place?.read();
    if (known) {
      const [scenario] = journey.scenarios;
      log(`${name}: ${scenario.title}: seen before, of the same files`);
      describeOutcome(known.outcome).forEach(log);
      return [{ scenario, strategy, ...judged(scenario, expected, known.outcome), seconds: known.seconds, isKept: true }];
    }
    if (isKept) await cluster.startAsBefore();
    const steps = new MigrationSteps(cluster, log);
    const playbooks = new Playbooks(cluster, journey.choice, log);
    for (const scenario of journey.scenarios) {
      const begun = results.length === 0 ? start : Date.now();
      const evidence = await runScenario(scenario, { cluster, steps, playbooks, log }, expected);
      const seconds = (Date.now() - begun) / 1000;
      results.push({ scenario, strategy, ...evidence, seconds });
      if (evidence.problems.length === 0 && evidence.outcome) place?.keep({ outcome: evidence.outcome, seconds });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [failed, ...others] = journey.scenarios.slice(results.length);
    results.push({ scenario: failed, strategy, problems: [reason], seconds: (Date.now() - start) / 1000 });
    results.push(...others.map(scenario => ({ scenario, strategy, problems: [`not run, because ${failed.name} failed`], seconds: 0 })));
  } finally {
    await cluster?.stop();
  }
  for (const { scenario, problems } of results) problems.forEach(problem => print(`[${scenario.name}] FAILED: ${problem}`));
  return results;
}

/** What the library says beforehand: the bound for what it wrote, the verdict for what will run. */
async function expect({ tamper, steadyState }: Journey, folder: string): Promise<Expected> {
  const gapSeconds = await gapBound(folder, steadyState !== undefined);
  tamper?.(folder);
  return { predicted: await predict(folder), gapSeconds };
}

type Evidence = Omit<Result, 'scenario' | 'strategy' | 'seconds'>;

async function runScenario(scenario: Scenario, context: Context, { predicted, gapSeconds }: Expected): Promise<Evidence> {
  const { cluster, steps, playbooks, log } = context;
  log(`${scenario.name}: ${scenario.title}`);
  cluster.load.start();
  await steps.served('start');
  const from = Date.now();
  await scenario.run(context);
  const during = { from, to: Date.now() };
  await cluster.load.stop();
  await steps.quiet();
  const outcome = await outcomeOf(cluster, during, playbooks.declaredGap.spans(during), gapSeconds ?? DECLARED_PATIENCE);
  describeOutcome(outcome).forEach(log);
  log(`replayed against the model: ${described(outcome.trace)}`);
  const evidence = judged(scenario, { predicted, gapSeconds }, outcome);
  return { ...evidence, problems: [...evidence.problems, ...cluster.beyondLimits()] };
}

/** With what the scenario itself asks for, what the prediction and the model say. */
export function judged(scenario: Scenario, { predicted, gapSeconds }: Expected, outcome: Outcome): Evidence {
  return {
    predicted,
    gapSeconds,
    outcome,
    problems: [
      ...scenario.judge(outcome, gapSeconds, predicted), ...differing(predicted, outcome), ...replay(outcome.trace, actsAfterWaking() * 1000),
    ],
  };
}

/** What was seen to run twice must be what was predicted, controller by controller; that no process comes to run one must have been predicted. */
function differing({ overlapping, starving }: Prediction, { overlaps, starving: idle }: Outcome): string[] {
  const seen = new Set(overlaps.map(({ controller }) => controller));
  return [
    ...idle.filter(controller => !starving.includes(controller)).map(controller => `no process came to run ${controller}, which was not predicted`),
    ...overlapping.filter(controller => !seen.has(controller)).map(controller => `${controller} was predicted to run twice, and was not seen to`),
    ...[...seen].filter(controller => !overlapping.includes(controller)).map(controller => `${controller} was not predicted to run twice, and was `
      + 'seen to'),
  ];
}
