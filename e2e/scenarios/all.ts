import { CCM_CHAIN } from './ccm-chain';
import { CCM_HOPS } from './ccm-hops';
import { CONNECTION_LOST, NODES_CHANGE, THROUGH_SSH } from './connections';
import { DEPLOYMENT } from './deployment';
import { RESTARTS, strikes } from './failures';
import { ONE_IDENTITY, TAGGING } from './identity';
import { ACCESS_MISSING, ACCESS_MODES } from './lease-access';
import { NEWEST } from './newest';
import { REFUSED } from './refusals';
import { replaced } from './replaced';
import { DISABLING, ROLLBACK, rolling, ROLLING_OF_UNITS } from './rolling';
import { BY_HAND, BY_HAND_OTHERS } from './runbook';
import { STATIC_POD } from './static-pod';
import { CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT } from './strategies';
import { TURN_BACK } from './turning-back';
import { STARVATIONS, VIOLATIONS } from './violations';
import { AwsCcm } from '../../src';
import { Journey } from '../lib/scenario';

/** Schedules that one cluster sees. */
const SCHEDULES_OF_A_CLUSTER = 25;

/** Which scenarios a run is made of. */
export interface Extent {
  readonly quick: boolean;
  /** How many random schedules of blows; a quick run has two. */
  readonly schedules: number;
  /** How often the operator of `rolling` is killed. */
  readonly kills: number;
  /** A number in hexadecimal, of a commit: one of what must fail is drawn by it. None: a quick run has all of it. */
  readonly turn?: string;
}

export function journeysOf({ quick, schedules, kills, turn }: Extent): readonly Journey[] {
  return quick ? quickJourneys(kills, turn) : allJourneys(schedules, kills);
}

/**
 * The user that a cloud-controller-manager has by default where it mounts no file of its node. Here it mounts a cloud config that all users may read.
 */
const AS_NOBODY: Journey['choice'] = {
  ccm: AwsCcm.of({ run: { security: { pod: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } } } } }),
};

/** Enough to see that the migration works, that it stands a few blows, and that what must fail does. */
function quickJourneys(kills: number, turn: string | undefined): readonly Journey[] {
  const failing = [...VIOLATIONS, STARVATIONS[0]];
  const drawn = turn === undefined ? failing : [failing[parseInt(turn.slice(0, 7), 16) % failing.length]];
  return [{ scenarios: [rolling(kills)] }, { choice: AS_NOBODY, scenarios: [strikes(1, 2)] }, ...drawn];
}

/** Everything, with so many random schedules. The longest first: journeys run beside each other. */
function allJourneys(schedules: number, kills: number): readonly Journey[] {
  const firsts = Array.from({ length: Math.ceil(schedules / SCHEDULES_OF_A_CLUSTER) }, (_, index) => index * SCHEDULES_OF_A_CLUSTER + 1);
  return [
    ...firsts.map(first => ({ choice: AS_NOBODY, scenarios: [strikes(first, Math.min(first + SCHEDULES_OF_A_CLUSTER - 1, schedules))] })),
    { scenarios: [rolling(kills), DISABLING, ROLLBACK] },
    ROLLING_OF_UNITS,
    ...TURN_BACK,
    { scenarios: [RESTARTS] },
    { scenarios: [...REFUSED] },
    CONTROLLERS_OFF_THEN_ON, DOWNTIME, DOWNTIME_OF_A_DEPLOYMENT, DOWNTIME_OF_A_UNIT, STATIC_POD, DEPLOYMENT,
    ...VIOLATIONS, ...STARVATIONS, NEWEST, ...CCM_HOPS, CCM_CHAIN, BY_HAND, ...BY_HAND_OTHERS, THROUGH_SSH, CONNECTION_LOST, NODES_CHANGE,
    replaced(kills), ONE_IDENTITY, TAGGING, ACCESS_MODES, ACCESS_MISSING,
  ];
}
