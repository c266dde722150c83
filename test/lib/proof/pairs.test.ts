import { ccm } from './processes';
import { ControllerState } from '../../../src/lib/model/controller-state';
import { LockSet } from '../../../src/lib/model/lock';
import { Process } from '../../../src/lib/model/process';
import { overlaps } from '../../../src/lib/proof/exclusivity';
import { holdings } from '../../../src/lib/proof/holdings';

/** What an instance takes, as the numbers of a subset of the objects, and when it runs the one controller. */
interface Instance {
  readonly main: number;
  readonly migration?: number;
  readonly under: ControllerState['under'];
}

/** Every instance over some objects: with each main lock, each migration lock that is a lock, and each time at which it can run the controller. */
function instancesOver(objects: number): readonly Instance[] {
  const locks = Array.from({ length: 2 ** objects }, (_, lock) => lock);
  return locks.flatMap(main => [
    ...(['main', 'never'] as const).map(under => ({ main, under })),
    ...locks.slice(1).flatMap(migration => (['main', 'migration', 'never'] as const).map(under => ({ main, migration, under }))),
  ]);
}

/** The objects of a subset, and back: each is one bit. */
function objectsOf(set: number): LockSet {
  return new Set([0, 1, 2].filter(object => Math.floor(set / 2 ** object) % 2 === 1).map(object => `leases/kube-system/${object}`));
}

const LIKE = ccm('1.27', '');

function processOf({ main, migration, under }: Instance): Process {
  return {
    ...LIKE,
    replication: { kind: 'deployment', replicas: 1, strategy: 'Recreate' },
    mainLock: objectsOf(main),
    migrationLock: migration === undefined ? undefined : objectsOf(migration),
    controllers: new Map([['service', { key: 'service', presence: 'enabled', under }]]),
  };
}

/** Sets that share an object, by their numbers. */
const SHARE = Array.from({ length: 8 }, (_, one) => Array.from({ length: 8 }, (__, other) =>
  [1, 2, 4].some(bit => Math.floor(one / bit) % 2 === 1 && Math.floor(other / bit) % 2 === 1)));

/**
 * Whether some run of these instances comes to a state in which two run the controller: each takes its locks when their objects are free, and ends at
 * any time. The grip of an instance (0 nothing, 1 main lock, 2 both) is a digit of the state.
 */
function canRunTwice(instances: readonly Instance[]): boolean {
  const seen = new Uint8Array(3 ** instances.length);
  const open = [0];
  seen[0] = 1;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const grips = instances.map((_, index) => Math.floor(state! / 3 ** index) % 3);
    const runners = instances.filter(({ under }, index) => (under === 'main' && grips[index] > 0) || (under === 'migration' && grips[index] === 2));
    if (runners.length > 1) return true;
    instances.forEach(({ main, migration }, index) => {
      const isFree = (set: number) => instances.every((other, at) => at === index
        || !((grips[at] > 0 && SHARE[set][other.main]) || (grips[at] === 2 && SHARE[set][other.migration!])));
      const next = [0];
      if (grips[index] === 0 && isFree(main)) next.push(1);
      if (grips[index] === 1 && migration !== undefined && isFree(migration)) next.push(2);
      for (const grip of next) {
        const after = state! + (grip - grips[index]) * 3 ** index;
        if (seen[after] === 0) {
          seen[after] = 1;
          open.push(after);
        }
      }
    });
  }
  return false;
}

/** Every set of so many of the items, in which one may be several times. */
function* sets(items: number, size: number, from = 0): Iterable<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let first = from; first < items; first++) for (const rest of sets(items, size - 1, first)) yield [first, ...rest];
}

describe('pairs are enough for any number of nodes', () => {
  it.each([[2, 4, 194_579], [3, 2, 17_204]])('every set over %i objects of up to %i instances', (objects, most, count) => {
    const instances = instancesOver(objects);
    const processes = instances.map(processOf);
    // A second one of the same: another object, which the proof takes for another process.
    const overlap = processes.map(one => instances.map(other => overlaps([one, processOf(other)]).length > 0));
    let checked = 0;
    const wrong: (readonly number[])[] = [];
    for (let size = 1; size <= most; size++) {
      for (const chosen of sets(instances.length, size)) {
        checked++;
        const pairwise = chosen.some((one, index) => chosen.slice(index + 1).some(other => overlap[one][other]));
        if (canRunTwice(chosen.map(index => instances[index])) !== pairwise) wrong.push(chosen);
      }
    }
    expect(wrong).toStrictEqual([]);
    expect(checked).toBe(count);
  }, 120_000);

  it('copies change nothing about who can be left without a runner: two instances over two objects, and up to four of them', () => {
    const instances = instancesOver(2);
    const isAlwaysRun = (chosen: readonly Instance[]) => holdings(chosen.map(processOf)).every(holding => holding.runs({ controller: 'service' }));
    const answers = [...sets(instances.length, 2)].map(pair => {
      const [one, other] = pair.map(index => instances[index]);
      const once = isAlwaysRun([one, other]);
      return { once, isSame: [[one, one, other], [one, one, other, other], [one, one, one, other]].every(chosen => isAlwaysRun(chosen) === once) };
    });
    expect(answers).toHaveLength(990);
    expect(answers.filter(({ isSame }) => !isSame)).toHaveLength(0);
    expect(new Set(answers.map(({ once }) => once)).size).toBe(2);
  });
});
