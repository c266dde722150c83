import { ecrNodeFiles } from './ecr-node-files';
import { editKubeletFlagFiles } from './kubelet-side';
import type { MigrationProps } from './migration-props';
import { nodeIpEdits } from './node-ip';
import { providerIdEdits } from './provider-id';
import { isGroupInput } from './replacement/replaced-group';
import type { IpFamily } from '../ccm/ip-family';
import { checkNodeName, keepNodeName } from '../ccm/node-name';
import { CLOUD_CONFIG_PATH, CloudConfig, CloudConfigFile } from '../cloud-config/cloud-config';
import { EcrCredentialProvider } from '../ecr/ecr-credential-provider';
import { CCM, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput, NodeRole, NodeSide } from '../kubernetes/node';

/** What AWS adds to nodes. */
export interface AwsNodeSettings {
  readonly cloudConfigs: readonly CloudConfigFile[];
  readonly ecr?: EcrCredentialProvider;
  /** Whether nodes of N+1 get the flag with their provider ID. */
  readonly providerIdFlag?: boolean;
  /** Families of the addresses of nodes of N+1, the primary one first; undefined: not asked for. */
  readonly ipFamilies?: readonly IpFamily[];
}

/**
 * Cloud config files of the migration, each for who reads it.
 *
 * @param cloudConfig what they are made of; undefined: none is
 * @param current path that kube-controller-manager of N reads today: it keeps it, and shares it where it can
 * @throws with every line that a reader would refuse or ignore
 */
export function awsCloudConfigs(
  options: MigrationProps, cloudConfig: CloudConfig | undefined, ccmRelease: string | undefined, current: string | undefined,
): CloudConfigFile[] {
  if (!cloudConfig) return [];
  if (ccmRelease === undefined) {
    throw new Error('`cloudConfig` is checked for a release of the AWS cloud-controller-manager, and none is deployed; '
      + 'give the text as a file of `nodes`');
  }
  // One that the families alone ask for is none of kube-controller-manager, which has none today.
  const kubeControllerManager = options.cloudConfig ? options.fromVersion : undefined;
  const readers = { kubeControllerManager, cloudControllerManager: ccmRelease };
  const files = cloudConfig._files(readers);
  if (files.length === 1) return [{ ...files[0], path: options.cloudConfigPath ?? current ?? files[0].path }];
  // Two files: the one that is read today stays where it is, unless the other one belongs there.
  const path = options.cloudConfigPath ?? CLOUD_CONFIG_PATH;
  return cloudConfig._files({ ...readers, path, inTreePath: current === path ? undefined : current });
}

/** Path of the cloud config that a component reads. */
export function cloudConfigOf(files: readonly CloudConfigFile[], component: typeof KCM | typeof CCM): string | undefined {
  return files.find(({ components }) => components.includes(component))?.path;
}

/** @throws if a node has a name under which this release of cloud-controller-manager does not find its instance */
export function checkNodeNames(nodes: readonly NodeInput[], ccmRelease: string): void {
  for (const { name } of nodes) checkNodeName(name, ccmRelease);
}

/** Files that change or come, by path: cloud config on control-plane nodes; on nodes of N+1 the kubelet's name and the credential provider. */
export function awsNodeFiles(node: NodeInput, side: NodeSide, kubelet: KubernetesVersion, settings: AwsNodeSettings): Map<string, string> {
  const files = new Map(Object.entries(node.files));
  if (node.role === NodeRole.CONTROL_PLANE) {
    const reader = side === NodeSide.N ? KCM : CCM;
    for (const { path, content, components } of settings.cloudConfigs) if (components.includes(reader)) files.set(path, content);
  }
  if (side === NodeSide.N) return files;
  const apply = (edited: ReadonlyMap<string, string>) => edited.forEach((text, path) => files.set(path, text));
  const now = (): NodeInput => ({ ...node, files: Object.fromEntries(files) });
  // A node that does not exist yet keeps no name.
  if (!isGroupInput(node)) apply(editKubeletFlagFiles(now(), current => keepNodeName(node.name, current)));
  if (settings.providerIdFlag) apply(editKubeletFlagFiles(now(), current => providerIdEdits(node, current)));
  apply(editKubeletFlagFiles(now(), current => nodeIpEdits(node.name, settings.ipFamilies, kubelet, current)));
  if (settings.ecr) apply(ecrNodeFiles(now(), settings.ecr, kubelet));
  return files;
}
