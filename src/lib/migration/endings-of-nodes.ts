import { ControlPlaneNodeManifests } from './control-plane-node';
import { AskedComponent, EndingRow, rowOf, rowsOfComponents } from './endings';
import { kubeletFlag } from './kubelet-side';
import { endingsBetween, NODE_COMPONENTS } from '../facts/endings';
import { kubeletFlagFilesOf } from '../kubernetes/kubelet-files';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** What version N+1 takes away of what manifests and kubelet files of version N have, and what it does otherwise. */
export function endingsOfNodes(
  nodes: readonly ControlPlaneNodeManifests[], from: KubernetesVersion, to: KubernetesVersion,
): readonly EndingRow[] {
  const endings = endingsBetween(from, to);
  return [
    ...rowsOfComponents(nodes.flatMap(componentsOf), endings),
    ...endings.filter(({ trace }) => trace.kind === 'nodes').map(ending => rowOf(ending, ending.what)),
  ];
}

/** A node that is made of a configuration has no files of its kubelet. */
function componentsOf({ node, pods }: ControlPlaneNodeManifests): readonly AskedComponent[] {
  return NODE_COMPONENTS.flatMap((component): readonly AskedComponent[] => {
    const pod = component === 'kubelet' ? undefined : pods.get(component);
    if (pod) return [{ component, node: node.name, current: name => pod.flagValue(name) }];
    if (component !== 'kubelet' || kubeletFlagFilesOf(Object.keys(node.files)).length === 0) return [];
    return [{ component, node: node.name, current: name => kubeletFlag(node, name) }];
  });
}
