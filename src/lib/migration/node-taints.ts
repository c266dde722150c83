import { kubeletFlag } from './kubelet-side';
import { Taint } from '../ccm/settings';
import { parseSources } from '../edit/yaml/source-document';
import { KUBELET_CONFIGURATIONS } from '../kubernetes/kubelet-files';
import { NodeInput } from '../kubernetes/node';
import { configuredTaints, keepsOut, parsedTaints } from '../kubernetes/taint';

/** Put there and taken away by components while a node is in trouble, drained or new: no reason to be tolerated for good. */
const PASSING = /^node\.(cloudprovider\.)?kubernetes\.io\//;

/**
 * Taints of the Node objects, and those that nodes register with: `--register-with-taints`, else `registerWithTaints` of the kubelet's configuration
 * (k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go; the flag wins). Each once, sorted.
 */
export function nodeTaints(nodes: readonly NodeInput[]): readonly Taint[] {
  const found = nodes.flatMap(node => {
    const flag = kubeletFlag(node, 'register-with-taints');
    const registered = flag === undefined ? configured(node) : parsedTaints(flag);
    return [...registered, ...(node.taints ?? []).filter(({ key }) => !PASSING.test(key))];
  }).filter(keepsOut);
  const unique = new Map(found.map(({ key, effect }) => [`${key}:${effect}`, { key, effect }]));
  return [...unique.keys()].sort().map(name => unique.get(name)!);
}

function configured({ name, files }: NodeInput): readonly Taint[] {
  const path = KUBELET_CONFIGURATIONS.find(candidate => candidate in files);
  const text = path && files[path];
  if (text === undefined || !text.includes('registerWithTaints')) return [];
  // Of two equal keys the last one counts, as for the kubelet.
  const [{ data }] = parseSources(text, { file: `${name}:${path}`, isOnlyRead: true, onDuplicateKey: () => undefined });
  return configuredTaints(data.registerWithTaints);
}
