import { dataDifference, Difference, lineDifference } from './difference';
import { parseKubeletFlags } from '../../edit/kubelet/kubelet-flags';
import { findStaticPod, StaticPod } from '../../edit/static-pod/static-pod';
import { Data, pathText, SourcePath } from '../../edit/yaml/data';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { SourceDocument } from '../../edit/yaml/source-document';
import { SourceError } from '../../edit/yaml/source-error';
import { kubeletFlagFilesOf } from '../../facts/inputs/kubelet-files';
import { NodeInput, NodeRole } from '../../kubernetes/node';
import { wordsOf } from '../../model/command-line';
import { printable } from '../../text/printable';

/** A node of a group. */
interface Member extends Pick<NodeInput, 'name' | 'files' | 'role'> {
  /** Its files without what is its own; `files` is what was handed in, whose lines are shown. */
  readonly stripped: NodeInput['files'];
}

/** A flag, and where it was handed in. */
interface PlacedFlag {
  readonly word: string;
  readonly path: string;
  readonly line: number;
}

/** What of a text is shown where it differs, and where; values may be secrets. */
interface Shown extends Difference<number | undefined> {
  readonly what: string;
}

/**
 * One node of a group stands for all that come: where another one differs from it, in flags or in whatever else of its files, a cluster would lose
 * that.
 *
 * @throws with file and line of both nodes
 */
export function refuseUnlike(group: string, [first, ...others]: readonly Member[], texts = new ParsedTexts()): void {
  const usual = flagsOf(first, texts);
  for (const other of others) {
    refuseOtherFlags(group, [first, usual], [other, flagsOf(other, texts)]);
    refuseOtherFiles(group, first, other, texts);
  }
}

type Flagged = readonly [Member, ReadonlyMap<string, readonly PlacedFlag[]>];

function refuseOtherFlags(group: string, [first, usual]: Flagged, [other, own]: Flagged): void {
  for (const program of new Set([...usual.keys(), ...own.keys()])) {
    const [here, there] = [usual, own].map(flags => flags.get(program) ?? []);
    const missing = (from: readonly PlacedFlag[], among: readonly PlacedFlag[]) => from.find(({ word }) => !among.some(one => one.word === word));
    const flag = missing(here, there) ?? missing(there, here);
    if (!flag) continue;
    const [has, lacks, flags] = here.includes(flag) ? [first, other, there] : [other, first, here];
    const namesake = flags.find(({ word }) => nameOf(word) === nameOf(flag.word));
    const [{ path } = flag] = flags;
    const instead = namesake ? `${namesake.word} in ${lacks.name}:${namesake.path}:${namesake.line}` : `no such flag in ${lacks.name}:${path}`;
    throw new Error(printable(`${program} of '${has.name}' has ${flag.word} in ${has.name}:${flag.path}:${flag.line}, and that of '${lacks.name}' `
      + `has ${instead}; ${remedy(group, first)}`));
  }
}

function refuseOtherFiles(group: string, first: Member, other: Member, texts: ParsedTexts): void {
  for (const path of new Set([...Object.keys(first.stripped), ...Object.keys(other.stripped)])) {
    const place = (node: Member, line: number | undefined) => `${node.name}:${path}${line === undefined ? '' : `:${line}`}`;
    const [here, there] = [first, other].map(node => node.stripped[path]);
    if (here === undefined || there === undefined) {
      const isFlagFile = kubeletFlagFilesOf([path]).length > 0;
      if (isFlagFile && !lineDifference(here ?? '', there ?? '', isSaidBesideFlags)) continue;
      const [has, lacks] = here === undefined ? [other, first] : [first, other];
      throw new Error(printable(`'${has.name}' has ${path} (${place(has, 1)}), and '${lacks.name}' has no such file; ${remedy(group, first)}`));
    }
    const found = here === there ? undefined : textDifference(path, first, other, texts);
    if (!found) continue;
    throw new Error(printable(`${place(first, found.here)}: ${found.what} differs from ${place(other, found.there)}; ${remedy(group, first)}`));
  }
}

function textDifference(path: string, first: Member, other: Member, texts: ParsedTexts): Shown | undefined {
  const [here, there] = [first, other].map(node => node.stripped[path]);
  if (kubeletFlagFilesOf([path]).length > 0) return lineOf(lineDifference(here, there, isSaidBesideFlags));
  const [ours, theirs] = [first, other].map(node => documentOf(path, node.stripped[path], node.name, texts));
  if (!ours || !theirs) return lineOf(lineDifference(here, there, isSaid));
  const found = dataDifference(comparable(ours, texts), comparable(theirs, texts));
  if (!found) return undefined;
  const line = (node: Member, at: SourcePath) => documentOf(path, node.files[path], node.name, texts)?.line(at);
  const longer = found.here.length >= found.there.length ? found.here : found.there;
  return { what: longer.length === 0 ? 'the file' : pathText(longer), here: line(first, found.here), there: line(other, found.there) };
}

/** Data of a manifest; of a component without its flags, which are compared by themselves. */
function comparable(document: SourceDocument, texts: ParsedTexts): Data {
  const pod = findStaticPod(document.text, document.file, texts);
  return pod ? withoutFlags(pod) : document.data;
}

function withoutFlags(pod: StaticPod): Data {
  const data = structuredClone(pod.document.data) as { [key: string]: Data };
  const container = pod.containerPath.reduce<Data>((value, step) => (value as { [key: string | number]: Data })[step], data) as typeof data;
  const passed = new Set(pod.arguments.map(({ list, index }) => `${list} ${index}`));
  const program = ['command', 'args'].flatMap(list => ((container[list] ?? []) as Data[]).filter((_, index) => !passed.has(`${list} ${index}`)));
  delete container.args;
  container.command = program;
  return data;
}

/** Undefined: no document of YAML, so that its lines are compared. */
function documentOf(path: string, text: string, node: string, texts: ParsedTexts): SourceDocument | undefined {
  if (!/\.(?:ya?ml|json)$/.test(path) && !/^[ \t]*["']?(?:apiVersion|kind)["']?[ \t]*:/m.test(text)) return undefined;
  try {
    return texts.of(text, `${node}:${path}`);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function lineOf(found: Difference<number> | undefined): Shown | undefined {
  return found && { ...found, what: 'what the line says' };
}

/** Neither blank nor a comment. */
function isSaid(line: string): boolean {
  return line !== '' && !/^[#;]/.test(line);
}

/** Flags are compared by themselves, whichever file they stand in, and a variable that has none says nothing. */
function isSaidBesideFlags(line: string): boolean {
  return isSaid(line) && !/(?:^|[\s="'])--[a-z]/.test(line) && !/^[A-Z_]+=(?:""|'')?$/.test(line);
}

function nameOf(word: string): string {
  return word.split('=')[0];
}

function remedy(group: string, { name, role }: Member): string {
  const other = role === NodeRole.WORKER ? ', put them into two groups of `nodeGroups`,' : '';
  return `both are of group '${group}', whose nodes are replaced, and each that comes is made like '${name}'; make them alike${other} or leave what `
    + 'one node alone has to what makes it';
}

/** Flags by component, and those of the kubelet. */
function flagsOf({ name, files, stripped }: Member, texts: ParsedTexts): ReadonlyMap<string, readonly PlacedFlag[]> {
  // Lines of what was handed in; the values of this node alone are not among those that were left.
  const placed = (path: string, left: readonly string[], given: readonly { readonly word: string; readonly line: number }[]) =>
    given.filter(({ word }) => left.includes(word)).map(({ word, line }): PlacedFlag => ({ word, path, line }));
  const pods = Object.entries(stripped).flatMap(([path, text]): [string, readonly PlacedFlag[]][] => {
    const pod = findStaticPod(text, `${name}:${path}`, texts);
    const given = pod && findStaticPod(files[path], `${name}:${path}`, texts);
    return given ? [[pod.component, placed(path, wordsOf(pod.flags), given.flags.map(flag => ({ word: wordsOf([flag])[0], line: flag.line })))]] : [];
  });
  const kubelet = kubeletFlagFilesOf(Object.keys(stripped)).flatMap(path => {
    const [left, given] = [stripped, files].map(all => parseKubeletFlags(all[path], { file: `${name}:${path}` }).flags);
    // `--node-ip=::` stands for an address of the node.
    const words = given.map(flag => ({ word: wordsOf([left.find(one => one.name === flag.name) ?? flag])[0], line: flag.line }));
    return placed(path, wordsOf(left), words);
  });
  return new Map([...pods, ['kubelet', kubelet]]);
}
