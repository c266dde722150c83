import { KopsMigration, KopsState } from '../../deliver/kops/migration';
import { renderYaml } from '../../installers/render-yaml';
import { breaches, refuseBreaches } from '../../migration/breaches';
import { MigrationPhase } from '../../migration/migration-phase';
import { describeGap, GapBounds, gapBounds } from '../../proof/gap';
import { Verdict } from '../../proof/verdict';
import { buildModel } from '../../read/build-model';
import { FileContent } from '../../read/input/input';
import { certainVerdict } from '../../verify/certain';
import { Model } from '../../view/model';

/** States through which the cluster goes, in order. */
export function statesOf(migration: KopsMigration): readonly KopsState[] {
  return [migration.asHandedIn(), ...Object.values(MigrationPhase).map(phase => migration.state(phase))];
}

/** @throws with every counter-example if a mix on the way into the phase, forth or back, is not safe */
export function verifyKopsPhase(migration: KopsMigration, phase: MigrationPhase): void {
  const states = statesOf(migration);
  const index = 1 + Object.values(MigrationPhase).indexOf(phase);
  const [before, after] = [states[index - 1], states[index]];
  refuseBreaches(`the roll from ${before.name} to ${after.name}`, breaches(proveRoll([before, after])));
}

/**
 * Checks every mix of control-plane nodes of these states, with everything that any of them applies: `kops update cluster --yes` has the new objects
 * applied by nodes of the old state, before the first one is replaced, and on the way back the old objects stay.
 */
export function proveRoll(states: readonly KopsState[], standing: readonly KopsState[] = []): Verdict {
  return certainVerdict(`the roll through ${states.map(({ name }) => name).join(' and ')}`, modelOf(states, standing));
}

/** How long no process runs the cloud controllers when the one that leads them is stopped in a step. */
export function lockGap(states: readonly KopsState[], standing: readonly KopsState[] = []): string {
  const processes = modelOf(states, standing).components.flatMap(({ process }) => (process?.migrationLock ? [process] : []));
  const bounds = processes.flatMap(leader => processes.map(successor => gapBounds(leader, successor)));
  const longest = (key: keyof GapBounds) => Math.max(...bounds.map(bound => bound[key]));
  return `if the leader is among what is stopped: ${describeGap({
    alreadyBidding: longest('alreadyBidding'), mainLockFirst: longest('mainLockFirst'), leaderStopsAfter: longest('leaderStopsAfter'),
  })}`;
}

function modelOf(states: readonly KopsState[], standing: readonly KopsState[]): Model {
  const machines = states.map(({ name, machines: { files } }) => ({ name, files }));
  const keys = machines.map(({ files }) => JSON.stringify([...files]));
  return buildModel({
    directories: [
      // States whose machines are the same are one kind of node.
      ...machines.filter((_, index) => keys.indexOf(keys[index]) === index),
      { name: 'addons', files: manifestFiles([...states, ...standing]) },
    ],
    hasSeveralStates: true,
  });
}

/** Each text once: an object that a state changes exists in both forms while its pods are replaced. */
function manifestFiles(states: readonly KopsState[]): Map<string, FileContent> {
  const texts = new Set(states.flatMap(({ objects }) => objects.map(object => renderYaml(object))));
  return new Map([...texts].map((text, index): [string, FileContent] => [`${index}.yaml`, { text }]));
}
