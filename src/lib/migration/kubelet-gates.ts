import { yaml } from '../edit/yaml/load';
import { isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { KUBELET_CONFIGURATIONS } from '../kubernetes/kubelet-files';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';
import { printable } from '../text/printable';

/**
 * The configuration of a kubelet is left as it is, since others write it (kubeadm, from the cluster). What a release does not accept there must be
 * taken out by whoever wrote it: k8s.io/kubernetes@v1.27.16 cmd/kubelet/app/server.go, SetFromMap of `featureGates`, ends the kubelet.
 *
 * @throws if `featureGates` of a node has a gate with a value that a kubelet of this release ends with
 */
export function refuseKubeletGates(node: NodeInput, version: KubernetesVersion): void {
  for (const path of KUBELET_CONFIGURATIONS.filter(one => node.files[one] !== undefined)) {
    for (const { name, value, line } of gatesIn(node.files[path])) {
      if (!isJudgedGate(name) || !settingIsFatal(name, value, version, 'kubelet')) continue;
      throw new Error(printable(`${node.name}:${path}:${line}: featureGates has '${name}: ${value}', with which a kubelet of ${version} ends; `
        + 'take it out there before the node is upgraded, and out of the ConfigMap kubelet-config of kube-system'));
    }
  }
}

function gatesIn(text: string): readonly { readonly name: string; readonly value: boolean; readonly line: number }[] {
  const { LineCounter, isMap, isScalar, parseAllDocuments } = yaml();
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent' });
  return [...documents].flatMap(document => {
    const gates = isMap(document.contents) ? document.contents.get('featureGates') : undefined;
    if (!isMap(gates)) return [];
    return gates.items.flatMap(({ key, value }) => isScalar(key) && isScalar(value) && typeof value.value === 'boolean'
      ? [{ name: String(key.value), value: value.value, line: lines.linePos(key.range![0]).line }] : []);
  });
}
