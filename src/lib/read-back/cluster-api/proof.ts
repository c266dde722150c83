import { ClusterApiMigration, ClusterApiState } from '../../deliver/cluster-api/migration';
import { machineFiles } from '../../installers/cluster-api/machines';
import { renderYaml } from '../../installers/render-yaml';
import { breaches, refuseBreaches } from '../../migration/breaches';
import { MigrationPhase } from '../../migration/migration-phase';
import { Verdict } from '../../proof/verdict';
import { buildModel } from '../../read/build-model';
import { FileContent } from '../../read/input/input';
import { certainVerdict } from '../../verify/certain';

/** @throws with every counter-example if a mix of machines that the roll into the phase goes through is not safe */
export function verifyClusterApiPhase(migration: ClusterApiMigration, phase: MigrationPhase): void {
  const before = migration.migration._model.before(phase);
  const into = before === undefined ? migration.asHandedIn() : migration.state(before);
  refuseBreaches(`the roll from ${into.name} to phase '${phase}'`, breaches(proveRoll(migration, into, migration.state(phase))));
}

/**
 * Reads the objects back, as the machines and the cluster get them, and checks every mix of old and new machines with the old and the new objects: a
 * rolling update goes through all of them.
 */
export function proveRoll({ cluster }: ClusterApiMigration, before: ClusterApiState, after: ClusterApiState): Verdict {
  const states = [before, after];
  const machines = states.map(({ name, controlPlane }) => ({ name, files: machineFiles(controlPlane, { cluster }) }));
  const keys = machines.map(({ files }) => JSON.stringify([...files]));
  return certainVerdict(`the roll from ${before.name} to ${after.name}`, buildModel({
    directories: [
      // States whose machines are the same are one kind of node.
      ...machines.filter((_, index) => keys.indexOf(keys[index]) === index),
      { name: 'ClusterResourceSet', files: workloadFiles(states) },
    ],
    hasSeveralStates: true,
  }));
}

/** What several phases apply, each text once: an object that a phase changes exists in both forms while its pods are replaced. */
function workloadFiles(states: readonly ClusterApiState[]): Map<string, FileContent> {
  const texts = new Set(states.flatMap(({ objects }) => objects.map(object => renderYaml(object))));
  return new Map([...texts].map((text, index): [string, FileContent] => [`${index}.yaml`, { text }]));
}
