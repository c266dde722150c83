import { nameOf } from './documents';
import { filesOf, ClusterApiCluster, CLUSTER_CONFIGURATION } from './reading';
import { renderYaml } from '../../bundle/bundle-file';
import { Manifest } from '../../manifest';
import { Verdict } from '../../safety/verdict';
import { buildModel } from '../../verify/build-model';
import { FileContent, VerifyDirectory } from '../../verify/input';
import { SourceDocument } from '../../yaml/source-document';
import { readArgs } from '../kubeadm/extra-args';
import { textAt } from '../kubeadm/generated-node';

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
  const machines = new Map(states.map(state => machinesOf(state, cluster)).reverse().map(({ key, directory }) => [key, directory]));
  return buildModel({
    directories: [
      ...[...machines.values()].reverse(),
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

interface Machines {
  /** The same for states whose machines are the same. */
  readonly key: string;
  readonly directory: VerifyDirectory;
}

/** The machines of a state as a folder that the checks read: the node's files, and the configuration that kubeadm makes its static pods from. */
function machinesOf({ name, controlPlane }: ClusterApiState, cluster: ClusterApiCluster): Machines {
  const node = `control-plane/${nameOf(controlPlane)}`;
  const kubelet = readArgs(controlPlane, ['spec', 'kubeadmConfigSpec', 'joinConfiguration', 'nodeRegistration', 'kubeletExtraArgs']);
  const flags = kubelet.map(arg => `--${arg.name}=${arg.value}`).join(' ').replaceAll('"', '\\"');
  const component = (section: string) => ({
    extraArgs: readArgs(controlPlane, [...CLUSTER_CONFIGURATION, section, 'extraArgs']).map(arg => ({ name: arg.name, value: arg.value })),
    extraVolumes: controlPlane.value([...CLUSTER_CONFIGURATION, section, 'extraVolumes']) ?? [],
  });
  const configuration = {
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    clusterName: textAt(controlPlane, [...CLUSTER_CONFIGURATION, 'clusterName']) ?? cluster.name,
    kubernetesVersion: textAt(controlPlane, ['spec', 'version']),
    networking: { podSubnet: cluster.podSubnet },
    apiServer: component('apiServer'),
    controllerManager: component('controllerManager'),
  };
  const texts: [string, string][] = [
    ...Object.entries(filesOf(controlPlane)).map(([path, text]): [string, string] => [`${node}${path}`, text]),
    [`${node}/var/lib/kubelet/kubeadm-flags.env`, `KUBELET_KUBEADM_ARGS="${flags}"\n`],
    ['kubeadm.yaml', renderYaml(configuration)],
  ];
  const files = new Map(texts.map(([path, text]): [string, FileContent] => [path, { text }]));
  return { key: JSON.stringify(texts), directory: { name, files } };
}

/** What several phases apply, each text once: an object that a phase changes exists in both forms while its pods are replaced. */
function workloadFiles(states: readonly ClusterApiState[]): Map<string, FileContent> {
  const texts = new Set(states.flatMap(({ objects }) => objects.map(object => renderYaml(object))));
  return new Map([...texts].map((text, index): [string, FileContent] => [`${index}.yaml`, { text }]));
}
