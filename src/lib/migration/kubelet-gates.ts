import { kubeletConfigurations } from './kubelet-side';
import { configuredGates } from '../edit/kubelet/configured-gates';
import { parseSources } from '../edit/yaml/source-document';
import { SourceError } from '../edit/yaml/source-error';
import { gateFate } from '../facts/endings/gates';
import { isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';
import { printable } from '../text/printable';

/**
 * The configuration of a kubelet is left as it is, since others write it (kubeadm, from the cluster). What a release does not accept there must be
 * removed by its owner: k8s.io/kubernetes@v1.27.16 cmd/kubelet/app/server.go, SetFromMap of `featureGates`, ends the kubelet.
 *
 * @param before version N; undefined: not known, and only gates that concern the migration are judged
 * @throws if `featureGates` of a node has a gate with a value that a kubelet of this release ends with
 */
export function refuseKubeletGates(node: NodeInput, version: KubernetesVersion, before?: KubernetesVersion): void {
  if (!Object.values(node.files).some(text => text.includes('featureGates'))) return;
  const found = kubeletConfigurations(node).flatMap(path => gatesIn(node.files[path], path).map(gate => ({ ...gate, path })));
  // Of one gate the last file that has it counts.
  for (const { name, on, text, line, path } of new Map(found.map(gate => [gate.name, gate])).values()) {
    const isFatal = isJudgedGate(name) ? settingIsFatal(name, on, version, 'kubelet')
      : before !== undefined && gateFate('kubelet', name, on, before, version) !== 'stays';
    if (!isFatal) continue;
    throw new Error(printable(`${node.name}:${path}:${line}: featureGates has '${text}', with which a kubelet of ${version} ends; `
      + 'take it out there before the node is upgraded, and out of the ConfigMap kubelet-config of kube-system'));
  }
}

/** Text that is not YAML is not a configuration. */
function gatesIn(text: string, file: string): ReturnType<typeof configuredGates> {
  try {
    return parseSources(text, { file, isOnlyRead: true }).flatMap(configuredGates);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [];
  }
}
