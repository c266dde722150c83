import { CurrentFlag } from '../ccm/flag';
import { editKubeletFlags, KubeletFlagEdits, parseKubeletFlags } from '../edit/kubelet/kubelet-flags';
import { kubeletConfigurationsOf, kubeletLine, KubeletLine } from '../edit/kubelet/kubelet-line';
import { readFlags } from '../edit/static-pod/command-line';
import { FilesOfNode } from '../edit/systemd/unit';
import { isKubeletFile, KUBEADM_FLAGS, kubeletFlagFilesOf } from '../facts/inputs/kubelet-files';
import { NodeInput } from '../kubernetes/node';
import { printable } from '../text/printable';

/**
 * Files of a node that give the kubelet flags, the one that `--cloud-provider` belongs into first: where it is passed today, else where kubeadm would
 * pass it, else a file of variables before a unit. The others may have flags that the release no longer has.
 *
 * @throws if the node has no file with kubelet flags
 */
export function kubeletFlagFiles(node: NodeInput): string[] {
  const known = knownFiles(node);
  if (known.length === 0) {
    throw new Error(`node '${node.name}' has no file with kubelet flags; hand in '/var/lib/kubelet/kubeadm-flags.env' or the file that your kubelet `
      + 'reads its flags from');
  }
  const forNew = [...known.filter(path => path === KUBEADM_FLAGS), ...known.filter(path => path !== KUBEADM_FLAGS).reverse()];
  const passes = (path: string) => read(node, path).flag('cloud-provider') !== undefined;
  return [...forNew.filter(passes), ...forNew.filter(path => !passes(path))];
}

/**
 * The kubelet flag files of a node with what `decide` says changed in them. A flag that is in no file is added to the first.
 *
 * @throws if the kubelet would not get the flags so: another place decides, or what it is started with is not known
 */
export function editKubeletFlagFiles(node: NodeInput, decide: (current: CurrentFlag) => KubeletFlagEdits): Map<string, string> {
  const edited = new Map(kubeletFlagFiles(node).map((path, index) => {
    const flags = read(node, path);
    const { set = [], remove } = decide(name => flags.flag(name)?.value);
    const here = index === 0 ? set : set.filter(({ name }) => flags.flag(name) !== undefined);
    return [path, editKubeletFlags(flags.text, { set: here, remove }, { file: flags.file })];
  }));
  const after = { ...node, files: { ...node.files, ...Object.fromEntries(edited) } };
  const isChanged = [...edited].some(([path, text]) => text !== node.files[path]);
  const passed = flagsOf(lineOf(node));
  const wanted = decide(name => valueIn(passed, name));
  if (isChanged || wanted.set?.length) refuseOtherwise(after, wanted);
  const hidden = [...edited].find(([path, text]) => text !== node.files[path] && !isKubeletFile(path));
  if (hidden) {
    throw new Error(`kubelet flags of node '${node.name}' are in '${hidden[0]}', a file of your own, and a change of it restarts no kubelet; `
      + 'move them to \'/etc/default/kubelet\', or to a drop-in of kubelet.service');
  }
  return edited;
}

/** Value of a kubelet flag of the node as its kubelet gets it, the last one; undefined if it is not passed. */
export function kubeletFlag(node: NodeInput, name: string): string | undefined {
  return valueIn(flagsOf(lineOf(node)), name);
}

/** Paths of the files that the kubelet of a node is configured by, the last one of which wins. */
export function kubeletConfigurations(node: NodeInput): readonly string[] {
  return kubeletConfigurationsOf(folderOf(node));
}

/** The last one is what a kubelet takes. */
function valueIn(flags: ReturnType<typeof flagsOf>, name: string): string | undefined {
  return flags.filter(flag => flag.name === name).at(-1)?.value;
}

/** @throws if the kubelet of a node does not get flags as they are wanted */
function refuseOtherwise(node: NodeInput, { set = [], remove = [] }: KubeletFlagEdits): void {
  const line = lineOf(node);
  const open = line.problem ?? line.words.flatMap(({ text, why, file, line: at }) =>
    (why === undefined || isFlag(text) ? [] : [{ what: `an argument of its kubelet is '${text}', and ${why}`, file, line: at }]))[0];
  if (open) {
    throw new Error(printable(`${open.file}:${open.line}: ${open.what}; hand in every file that the kubelet of node '${node.name}' is started with, `
      + 'and write the flags as plain words'));
  }
  const flags = flagsOf(line);
  for (const { name, value } of set) {
    const last = flags.filter(flag => flag.name === name).at(-1);
    const because = last?.word.why;
    if (last?.value === value && because === undefined) continue;
    const instead = last === undefined ? 'its unit passes no such variable' : because ?? `${placeOf(last.word)} passes '${last.value}' after it`;
    throw new Error(printable(`node '${node.name}' is to pass --${name}=${value} to its kubelet, and ${instead}; pass the flag in one place, which `
      + 'the unit of the kubelet reads'));
  }
  for (const name of remove) {
    const left = flags.find(flag => flag.name === name);
    if (!left) continue;
    throw new Error(printable(`node '${node.name}' passes --${name} to its kubelet in ${placeOf(left.word)}, which is not edited; remove it there`));
  }
}

function isFlag(word: string): boolean {
  return /^--?[A-Za-z][A-Za-z0-9_-]*(=|$)/.test(word);
}

function placeOf({ file, line }: { readonly file: string; readonly line: number }): string {
  return `${file}:${line}`;
}

function flagsOf({ words }: KubeletLine) {
  return readFlags('kubelet', words).flags;
}

const NO_LINE: KubeletLine = { words: [], files: [], settings: [], absent: [], hasUnit: false, hasVariable: () => undefined };

/** The kubelet's command line; of a node without any file of it, an empty one. */
function lineOf(node: NodeInput): KubeletLine {
  return kubeletLine(folderOf(node), path => `${node.name}:/${path}`) ?? NO_LINE;
}

function folderOf({ files }: NodeInput): FilesOfNode {
  return { paths: Object.keys(files).map(path => path.slice(1)), contentOf: path => (`/${path}` in files ? { text: files[`/${path}`] } : undefined) };
}

/** Files with flags: those of the known places, and those that the kubelet's unit names. */
function knownFiles(node: NodeInput): string[] {
  const usual = kubeletFlagFilesOf(Object.keys(node.files));
  const others = lineOf(node).files.map(path => `/${path}`).filter(path => !usual.includes(path) && read(node, path).flags.length > 0);
  return [...usual, ...others];
}

function read(node: NodeInput, path: string) {
  return parseKubeletFlags(node.files[path], { file: `${node.name}:${path}` });
}
