import { kubeletConfigurations, kubeletFlag } from './kubelet-side';
import { Taint } from '../ccm/settings';
import { parseSources } from '../edit/yaml/source-document';
import { controlPlaneNode } from '../facts/control-plane-node';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { NodeInput } from '../kubernetes/node';
import { configuredTaints, keepsOut, parsedTaints } from '../kubernetes/taint';

/** Put there and taken away by components while a node is in trouble, drained or new: no reason to be tolerated for good. */
const PASSING = /^node\.(cloudprovider\.)?kubernetes\.io\//;

/**
 * Taints that kubeadm of version N sets on control-plane nodes and that of version N+1 does not: a node that is upgraded in place has them until
 * `kubeadm upgrade` takes them away.
 */
export function taintsOfBefore(before: KubernetesVersion | undefined, version: KubernetesVersion): readonly Taint[] {
  if (before === undefined) return [];
  const { taints } = controlPlaneNode(version);
  return controlPlaneNode(before).taints.filter(key => !taints.includes(key)).map(key => ({ key, effect: 'NoSchedule' }));
}

/**
 * Taints of the Node objects, and those that nodes register with: `--register-with-taints`, else `registerWithTaints` of the kubelet's configuration
 * (k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go; the flag wins). Each once, sorted.
 *
 * @param ofBefore others that nodes may have
 */
export function nodeTaints(nodes: readonly NodeInput[], ofBefore: readonly Taint[] = []): readonly Taint[] {
  const found = nodes.flatMap(node => {
    const flag = kubeletFlag(node, 'register-with-taints');
    const registered = flag === undefined ? configured(node) : parsedTaints(flag);
    return [...registered, ...(node.taints ?? []).filter(({ key }) => !PASSING.test(key))];
  }).filter(keepsOut);
  const unique = new Map([...found, ...ofBefore].map(({ key, effect }) => [`${key}:${effect}`, { key, effect }]));
  return [...unique.keys()].sort().map(name => unique.get(name)!);
}

const KEY = 'registerWithTaints';

/** Of the last file that has them. */
function configured(node: NodeInput): readonly Taint[] {
  const { name, files } = node;
  if (!Object.values(files).some(text => text.includes(KEY))) return [];
  const lists = kubeletConfigurations(node).filter(path => files[path].includes(KEY)).flatMap(path => {
    // Of two equal keys the last one counts, as for the kubelet.
    const [{ data }] = parseSources(files[path], { file: `${name}:${path}`, isOnlyRead: true, onDuplicateKey: () => undefined });
    return Array.isArray(data[KEY]) ? [data[KEY]] : [];
  });
  return configuredTaints(lists.at(-1));
}
