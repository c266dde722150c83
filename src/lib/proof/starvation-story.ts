import { braces, CounterExample, describedProcess, keyIn, who } from './counterexample';
import { Grip, locksAt } from './holdings';
import { Starvation } from './liveness';
import { isFor } from '../model/cluster';
import { areOutside, EndCause, textOfCauses } from '../model/end-cause';
import { LockSet } from '../model/lock';
import { controllerIn, Process } from '../model/process';

/** A starvation as a story: who holds what in which mix, why no process runs the controller, and what to change. */
export function starvationStory(starvation: Starvation): CounterExample {
  const { controller, mix, holding, amongClouds } = starvation;
  const cloud = amongClouds ? starvation.cloud : undefined;
  const held = mix.processes.map(process => [process, locksAt(process, holding.grips.get(process)!)] as const);
  const blocker = blocking(starvation);
  const missing = cloud === undefined ? `'${controller}'` : `'${controller}' of the cloud ${cloud}`;
  const story = [
    ...held.map(([process, locks]) => `${who(process)} ${doing(process, holding.grips.get(process)!, locks, starvation)}`),
    `no process runs ${missing}`,
  ];
  const present = mix.kinds.length > 0 ? `with only ${mix.kinds.map(kind => `'${kind}'`).join(' and ')} present` : 'in this cluster';
  return {
    controller,
    cloud,
    processes: held.map(([process, locks]) => describedProcess(process, locks)),
    message: `${present}: ${story.join('; ')}`,
    story: [`${present}:`, ...story],
    fix: blocker?.fix ?? remedy(starvation),
    culprit: blocker?.culprit,
  };
}

function doing(process: Process, grip: Grip, locks: LockSet, starvation: Starvation): string {
  const { fate } = process;
  const { controller } = starvation;
  if (fate.kind === 'fails-at-start') return `does not ${areOutside(fate.causes) ? 'run' : 'start'} (${firstOf(fate.causes)})`;
  if (grip === 'nothing') return 'waits for its main lock';
  const dies = fate.kind === 'dies-after-main-lock' || (fate.kind === 'dies-after-migration-lock' && grip === 'both');
  if (dies) return `wins ${braces(locks)} and dies immediately (${textOfCauses(fate.causes)})`;
  return `holds ${braces(locks)} and ${servesAnother(process, grip, starvation) ? ofItsCloud(process, controller) : notRunning(process, controller)}`;
}

/** Whether it runs the controller, and for another cloud. */
function servesAnother(process: Process, grip: Grip, starvation: Starvation): boolean {
  if (isFor(process, starvation)) return false;
  const { under } = controllerIn(process, starvation.controller);
  return under === 'main' || (under === 'migration' && grip === 'both');
}

function ofItsCloud(process: Process, controller: string): string {
  return `runs ${keyIn(process, controller)} of ${process.cloud === undefined ? 'no cloud' : `the cloud ${process.cloud}`}`;
}

function notRunning(process: Process, controller: string): string {
  const { presence, under, idleBy, idleFor, lacks } = controllerIn(process, controller);
  if (idleFor !== undefined) return `starts ${keyIn(process, controller)}, which never does its work (${idleFor.text})`;
  if (idleBy !== undefined) return `has no worker for ${controllerIn(process, controller).key} (${idleBy})`;
  if (lacks !== undefined) return `has no ${controller} to run, without ${lacks.map(flag => `--${flag}`).join(' and ')}`;
  if (presence === 'absent') return `has no ${controller} to run`;
  if (presence === 'excluded') return `has ${keyIn(process, controller)} excluded by --controllers`;
  if (under === 'never') return `leaves ${keyIn(process, controller)} to the other component`;
  if (under === 'migration') return `waits for the migration lock to run ${keyIn(process, controller)}`;
  return `runs ${keyIn(process, controller)} only until it wins the migration lock and dies (${textOfCauses(process.fate.causes)})`;
}

interface Blocker { readonly fix: string; readonly culprit: Process }

/** A process that holds a lock which another one needs for this controller. */
function blocking(starvation: Starvation): Blocker | undefined {
  const { mix, holding, controller } = starvation;
  for (const process of mix.processes) {
    if (process.fate.kind !== 'runs') {
      const [{ fix = `Correct what ends ${who(process)}: ${firstOf(process.fate.causes)}.` }] = process.fate.causes;
      return { fix, culprit: process };
    }
    const { idleFor } = controllerIn(process, controller);
    if (idleFor !== undefined) return { fix: idleFor.fix, culprit: process };
    const grip = holding.grips.get(process)!;
    const wanted = mix.processes.some(other => holding.grips.get(other) === 'main' && controllerIn(other, controller).under === 'migration');
    if (wanted && grip === 'both' && !servesAnother(process, grip, starvation)) {
      return {
        fix: `Remove --enable-leader-migration from ${who(process)}: it takes the migration lock and has no ${controller} to run under it.`,
        culprit: process,
      };
    }
  }
  const culprit = mix.processes.find(process => servesAnother(process, holding.grips.get(process)!, starvation));
  return culprit && { fix: oneCloud(starvation, culprit), culprit };
}

/** What to do where a process of another cloud is in the place of one that is needed. */
function oneCloud(starvation: Starvation, other: Process): string {
  const { mix, controller, cloud } = starvation;
  const waits = mix.processes.find(process => isFor(process, starvation) && controllerIn(process, controller).presence === 'enabled');
  if (waits === undefined) return `Start ${who(other)} with --cloud-provider=${cloud!}, or run a cloud-controller-manager of ${cloud!} in this mix.`;
  return `Run the cloud-controller-manager of one cloud; where nodes are of both, give ${who(waits)} and ${who(other)} different `
    + `--leader-elect-resource-name, and switch ${keyIn(waits, controller)} off in --controllers of one of them.`;
}

function remedy({ mix, controller }: Starvation): string {
  const unassigned = mix.processes.find(
    process => controllerIn(process, controller).under === 'never' && controllerIn(process, controller).presence === 'enabled',
  );
  if (unassigned) return `Assign ${keyIn(unassigned, controller)} to ${unassigned.component} in the configuration file of ${who(unassigned)}.`;
  const excluded = mix.processes.find(process => controllerIn(process, controller).presence === 'excluded');
  if (excluded) return `Take -${controllerIn(excluded, controller).key} out of --controllers of ${who(excluded)}.`;
  const waiting = mix.processes.find(process => controllerIn(process, controller).presence === 'enabled');
  if (waiting) return `Let every process that takes the locks of ${who(waiting)} run ${keyIn(waiting, controller)} too.`;
  const [lacking] = mix.processes.filter(process => controllerIn(process, controller).lacks !== undefined)
    .sort((a, b) => controllerIn(a, controller).lacks!.length - controllerIn(b, controller).lacks!.length);
  if (lacking) return `Pass ${controllerIn(lacking, controller).lacks!.map(flag => `--${flag}=true`).join(' and ')} to ${who(lacking)}.`;
  return `Run a process that has ${controller} in this mix, with the flags that it needs; where --cloud-provider=external, a `
    + 'cloud-controller-manager runs the cloud controllers.';
}

/** Causes at start that a story names: of a long list, the first tell enough, and each has its own finding. */
const TOLD_CAUSES = 5;

function firstOf(causes: readonly EndCause[]): string {
  const told = textOfCauses(causes.slice(0, TOLD_CAUSES));
  return causes.length <= TOLD_CAUSES ? told : `${told}; and ${causes.length - TOLD_CAUSES} more`;
}
