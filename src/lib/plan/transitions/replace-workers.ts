import { NodeSide } from '../../kubernetes/node';
import { eventually } from '../action';
import { DRAIN_SECONDS } from '../actions/drain';
import { PACKAGE_SECONDS } from '../actions/owner';
import { groupWell, replaceWorkers } from '../actions/replaced-nodes';
import { Coexistence } from '../coexistence';
import { NO_GAP } from '../gap';
import { AppGroup } from '../replaced/app-group';
import { StepDraft } from '../step';
import { done, wayOf } from '../way';

const WELL_SECONDS = 300;

/** The workers of a group, in as many shares as its share of a hundred has; which nodes they are is looked up when a step runs. */
export function replaceWorkerSteps({ name, count, sharePercent }: AppGroup, side: NodeSide, coexistence: Coexistence): StepDraft[] {
  const rounds = Math.ceil(100 / sharePercent);
  const version = side === NodeSide.N ? 'N' : 'N+1';
  return Array.from({ length: rounds }, (_, index): StepDraft => ({
    id: `replace-${name}`,
    ordinal: index + 1,
    title: `Replace a share of the workers of group ${name} by nodes of version ${version}`,
    why: 'as many come before those leave, and a node that leaves is drained: PodDisruptionBudgets are respected',
    changes: [`make as many nodes of version ${version} as leave, then drain those, end them and delete their Nodes`],
    before: [],
    ...wayOf(done(replaceWorkers({ group: name, side, round: 'i', rounds }))),
    proof: [eventually(WELL_SECONDS, groupWell({ group: name }))],
    waitFor: 'the nodes that came are Ready and initialized, and those that left are gone',
    // One after the other: what a share of the nodes of today takes.
    atMostSeconds: PACKAGE_SECONDS + WELL_SECONDS + Math.ceil(count * sharePercent / 100) * DRAIN_SECONDS,
    coexistence,
    gap: NO_GAP,
  }));
}
