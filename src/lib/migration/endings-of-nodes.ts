import { ControlPlaneNodeManifests } from './control-plane-node';
import { AskedComponent, EndingRow, rowOf, rowsOfComponents } from './endings';
import { kubeletFlag } from './kubelet-side';
import { endingsBetween, NODE_COMPONENTS } from '../facts/endings';
import { kubeletFlagFilesOf } from '../facts/inputs/kubelet-files';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';

/**
 * What version N+1 takes away of what manifests and kubelet files of version N have, and what it does otherwise.
 *
 * @param workers nodes of which a kubelet is all that counts
 */
export function endingsOfNodes(
  nodes: readonly ControlPlaneNodeManifests[], from: KubernetesVersion, to: KubernetesVersion, workers: readonly NodeInput[] = [],
): readonly EndingRow[] {
  const endings = endingsBetween(from, to);
  return [
    ...rowsOfComponents([...nodes.flatMap(componentsOf), ...workers.flatMap(kubeletOf)], endings),
    ...endings.filter(({ trace }) => trace.kind === 'nodes').map(ending => rowOf(ending, ending.what)),
  ];
}

/** A node that is made of a configuration has no files of its kubelet. */
function componentsOf({ node, pods }: ControlPlaneNodeManifests): readonly AskedComponent[] {
  return NODE_COMPONENTS.flatMap((component): readonly AskedComponent[] => {
    const pod = component === 'kubelet' ? undefined : pods.get(component);
    if (pod) return [{ component, node: node.name, current: name => pod.flagValue(name) }];
    return component === 'kubelet' ? kubeletOf(node) : [];
  });
}

function kubeletOf(node: NodeInput): readonly AskedComponent[] {
  return kubeletFlagFilesOf(Object.keys(node.files)).length === 0 ? []
    : [{ component: 'kubelet', node: node.name, current: name => kubeletFlag(node, name) }];
}
