import { machineFiles } from './machines';
import { ClusterApiCluster } from './reading';
import { renderYaml } from '../../bundle/bundle-file';
import { Manifest } from '../../manifest';
import { Verdict } from '../../safety/verdict';
import { buildModel } from '../../verify/build-model';
import { FileContent } from '../../verify/input';
import { SourceDocument } from '../../yaml/source-document';

/** A state of the cluster that exists while a KubeadmControlPlane rolls: what its machines are made from, and what is applied to the cluster. */
export interface ClusterApiState {
  /** `the objects that were handed in`, `phase 'n'` */
  readonly name: string;
  readonly controlPlane: SourceDocument;
  /** What the ClusterResourceSet applies. */
  readonly objects: readonly Manifest[];
}

/**
 * Reads the objects back, as the machines and the cluster get them, and checks every mix of old and new machines with the old and the new objects: a rolling
 * update goes through all of them.
 */
export function proveRoll(cluster: ClusterApiCluster, states: readonly ClusterApiState[]): Verdict {
  const machines = states.map(({ name, controlPlane }) => ({ name, files: machineFiles(controlPlane, cluster) }));
  const keys = machines.map(({ files }) => JSON.stringify([...files]));
  return buildModel({
    directories: [
      // States whose machines are the same are one kind of node.
      ...machines.filter((_, index) => keys.indexOf(keys[index]) === index),
      { name: 'ClusterResourceSet', files: workloadFiles(states) },
    ],
  }).verdict;
}

/** @throws with every counter-example */
export function refuseUnsafe(subject: string, { exclusivity, liveness, timing }: Verdict): void {
  const stories = [
    ...[...exclusivity.counterexamples, ...liveness.counterexamples].map(({ controller, message, fix }) => `'${controller}': ${message}. ${fix}`),
    ...timing.map(({ message, fix }) => `${message}; ${fix}`),
  ];
  if (stories.length > 0) throw new Error(`${subject} is not safe and nothing is written:\n${[...new Set(stories)].join('\n')}`);
}

/** What several phases apply, each text once: an object that a phase changes exists in both forms while its pods are replaced. */
function workloadFiles(states: readonly ClusterApiState[]): Map<string, FileContent> {
  const texts = new Set(states.flatMap(({ objects }) => objects.map(object => renderYaml(object))));
  return new Map([...texts].map((text, index): [string, FileContent] => [`${index}.yaml`, { text }]));
}
