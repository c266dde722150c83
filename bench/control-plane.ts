import { VerifyDirectory } from '../src/lib/read/input/input';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes, nodeLike } from '../test/nodes';

/**
 * What nodes differ in, beside name and address: nothing, as where a program writes them all; one flag, as where a person set it on each; or a line
 * at the head of each file, as programs write it that say what the file is of.
 */
export type Difference = 'none' | 'flag' | 'line';

const EDITS: Readonly<Record<Difference, (text: string, path: string, node: number) => string>> = {
  none: text => text,
  flag: (text, path, node) => path === CONTROLLER_MANAGER ? addFlag(`--kube-api-qps=${20 + node}`)(text) : text,
  line: (text, _path, node) => `# file of node ${node}\n${text}`,
};

/** @param run no text is of two runs: nothing may be remembered */
export function controlPlane(nodes: number, run: number, difference: Difference): VerifyDirectory {
  const [first] = kubeadmNodes();
  const files = Array.from({ length: nodes }, (_, index) => {
    const node = nodeLike(first, `10-${run}-${Math.floor(index / 250)}-${index % 250 + 1}`);
    return Object.entries(node.files).map(([path, text]) => [`${node.name}${path}`, { text: EDITS[difference](text, path, index) }] as const);
  });
  return { name: 'control-plane', files: new Map(files.flat()) };
}

/** Its static pods by path: what kubeconform reads of it, and other readers of YAML are given. */
export function manifestsOf({ files }: VerifyDirectory): ReadonlyMap<string, string> {
  return new Map([...files].flatMap(([path, content]) => path.includes('/manifests/') && 'text' in content ? [[path, content.text] as const] : []));
}
