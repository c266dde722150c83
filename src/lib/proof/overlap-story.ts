import { braces, CounterExample, describedProcess, keyIn, releaseOf, who } from './counterexample';
import { Overlap } from './exclusivity';
import { CCM } from '../kubernetes/component';
import { cloudsOf } from '../model/cluster';
import { controllerIn, Process } from '../model/process';

/** An overlap as a story: who runs what, holding what, why the two do not exclude each other, and what to change. */
export function overlapStory(overlap: Overlap): CounterExample {
  const { controller, processes, locks } = overlap;
  const [first, second] = processes;
  const { why, fix, culprit } = explain(overlap);
  const scene = first === second
    ? [`two replicas of ${who(first)} run ${keyIn(first, controller)} holding ${braces(locks[0])} each`]
    : processes.map((process, i) => `${who(process)} runs ${keyIn(process, controller)} holding ${braces(locks[i])}`);
  const none = `no lock in common, because ${why}`;
  return {
    controller,
    processes: first === second ? [describedProcess(first, locks[0])] : processes.map((process, i) => describedProcess(process, locks[i])),
    message: [...scene, none].join('; '),
    story: [...scene, isClear(processes) ? processes.reduce((said, { label }) => said.replaceAll(`${label}: `, ''), none) : none],
    fix,
    culprit: culprit ?? first,
  };
}

/** Whether the two are told apart by what they are, without saying again where each runs. */
function isClear([first, second]: readonly [Process, Process]): boolean {
  return first === second || first.component !== second.component || releaseOf(first) !== releaseOf(second);
}

interface Explanation { readonly why: string; readonly fix: string; readonly culprit?: Process }

function explain({ controller, processes }: Overlap): Explanation {
  const unlocked = processes.find(process => process.mainLock.size === 0);
  if (unlocked) {
    const why = `${who(unlocked)} is started with --leader-elect=false, which also switches Leader Migration off`;
    return { why, fix: 'Remove --leader-elect=false.', culprit: unlocked };
  }
  const main = processes.filter(process => controllerIn(process, controller).under === 'main');
  if (main.length === 0) return explainMigrationLocks(processes);
  const sameComponent = processes[0].component === processes[1].component;
  const clouds = cloudsOf(processes);
  if (sameComponent && clouds.length > 1 && processes[0].component === CCM) {
    return {
      why: `the two have different main locks, and of the clouds ${clouds.join(' and ')} each handles all Services and Nodes of the cluster`,
      fix: `Run the cloud-controller-manager of one cloud, or switch ${keyIn(processes[0], controller)} off in --controllers of one of them.`,
    };
  }
  if (sameComponent) {
    return {
      why: 'the two have different main locks',
      fix: 'Give both the same --leader-elect-resource-name, --leader-elect-resource-namespace and --leader-elect-resource-lock.',
    };
  }
  const off = main.find(process => !process.migration);
  if (off) {
    return {
      why: `Leader Migration is off in ${who(off)}`,
      fix: `Start it with --enable-leader-migration, or exclude ${keyIn(off, controller)} from its --controllers.`,
      culprit: off,
    };
  }
  const unlisted = main.find(process => process.component === CCM) ?? main[0];
  return { ...explainNotListed(unlisted, controller), culprit: unlisted };
}

/** Both have Leader Migration, but this one's configuration does not name the controller by its key. */
function explainNotListed(process: Process, controller: string): Explanation {
  const key = keyIn(process, controller);
  const { builtIn, listed } = process.migration!;
  const names = [...listed.keys()];
  if (!builtIn) {
    const why = `the configuration file of ${who(process)} lists ${names.map(name => `\`${name}\``).join(', ') || 'nothing'}, not ${key}, the key `
      + 'of that release';
    return { why, fix: `List ${key} in its configuration file.` };
  }
  const called = names.find(name => name.startsWith(controller));
  const what = called === undefined ? `does not name ${key}` : `names \`${called}\`, which is not a controller`;
  return { why: `the built-in default of ${releaseOf(process)} ${what}`, fix: `Write a configuration file with ${key}.` };
}

function explainMigrationLocks([first, second]: readonly [Process, Process]): Explanation {
  const names = [first, second].map(process => process.migration!.leaderName);
  if (names[0] !== names[1]) return { why: `the migration locks are called ${names[0]} and ${names[1]}`, fix: 'Use one leaderName on both sides.' };
  return {
    why: `the migration locks are different objects, ${[first, second].map(process => [...process.migrationLock!].join()).join(' and ')}`,
    fix: 'Use one --leader-elect-resource-namespace and one resourceLock on both sides.',
  };
}
