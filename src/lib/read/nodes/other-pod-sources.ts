import { changingCommand } from '../../edit/changing-commands';
import { belowUnits } from '../../edit/systemd/unit';
import { locate } from '../../edit/yaml/source-error';
import { KUBELET_CONFIGURATIONS } from '../../facts/inputs/kubelet-files';
import { DEVICE, OTHER_INIT, BINDS } from '../../facts/inputs/node-paths';
import { cleanedPath } from '../../kubernetes/cleaned-path';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { plainWords } from '../../text/shell-words';
import { Doubt, mayRunDoubt, NO_DOUBT } from '../../view/model';
import { isUnusedCopy } from '../coverage/not-started';
import { NodeText } from '../input/layout';

/** What is known of the kubelet of a node, and of its files. */
export interface KubeletOfNode {
  readonly texts: readonly NodeText[];
  /** Folders that it takes static pods from, as far as it was read. */
  readonly folders: readonly string[];
  /** Files that its command line was read from, without the leading `/`. */
  readonly read: readonly string[];
  /** Files of units, of the kubelet and of other components. */
  readonly services: readonly string[];
  /** Files of its configuration, with the leading `/`. */
  readonly configuration: readonly string[];
  readonly paths: readonly string[];
}

/**
 * What on a node may give its kubelet other static pods than those of its folder, and is not evaluated: other content that is mounted there, and a
 * text that names another folder to a kubelet, whatever starts that: another init system, a program of the company, an environment of all services.
 */
export function otherPodSources(kubelet: KubeletOfNode): readonly Doubt[] {
  return kubelet.texts.flatMap(text => {
    const found = mountIn(text, kubelet) ?? commandIn(text, kubelet)
      ?? (isSetting(text, kubelet) ? otherFolder(text, kubelet) ?? otherConfiguration(text, kubelet) : undefined);
    return found === undefined ? NO_DOUBT.isRight : [mayRunDoubt(
      { file: text.file, line: 'line' in found ? found.line : locate(text.text, found.index).line }, found.what,
      'Which static pods the kubelet starts depends on it, and one of them may be a controller manager.',
      'Give the files that the kubelet takes in the folder of the node, and leave out what names others if no kubelet reads it.',
    )];
  });
}

interface Found {
  readonly index: number;
  readonly what: string;
}

/** Where other content may be mounted: on the folder, on one of its files, or on a folder above it that is not a whole tree of the system. */
function covers(where: string, folders: readonly string[]): boolean {
  const path = cleanedPath(where.replace(/\\040/g, ' '));
  return folders.some(folder => folder === path || path.startsWith(`${folder}/`) || (folder.startsWith(`${path}/`) && path.split('/').length > 2));
}

/** Commands that a service of the kubelet or of another component has before and behind it. */
function commandIn({ path, text }: NodeText, { read, services }: KubeletOfNode): { readonly line: number; readonly what: string } | undefined {
  if (!services.includes(path)) return undefined;
  const changed = changingCommand(text);
  const service = read.includes(path) ? 'the service of the kubelet' : path;
  return changed && { line: changed.line, what: `${service} has ${changed.what}` };
}

function mountIn({ path, text }: NodeText, { folders, read }: KubeletOfNode): Found | undefined {
  if (/(^|\/)etc\/fstab$/.test(path)) {
    for (const { 0: line, index } of text.matchAll(/^[^#\n].*$/gm)) {
      const [what = '', where = '', type = '', options = ''] = plainWords(line);
      if (covers(where, folders) && !(DEVICE.test(what) && !/\bbind\b/.test(`${type},${options}`))) return { index, what: mounted(what, where) };
    }
  }
  if (belowUnits(path) === undefined) return undefined;
  if (/\.mount(\.d\/[^/]+\.conf)?$/.test(path)) {
    const where = /^[ \t]*Where[ \t]*=[ \t]*(\S+)/m.exec(text);
    const what = /^[ \t]*What[ \t]*=[ \t]*(\S+)/m.exec(text)?.[1] ?? 'another file system';
    const isDevice = DEVICE.test(what) && !/^[ \t]*Options[ \t]*=.*\bbind\b/m.test(text);
    return where && covers(where[1], folders) && !isDevice ? { index: where.index, what: mounted(what, where[1]) } : undefined;
  }
  if (!read.includes(path)) return undefined;
  for (const { index, 1: key, 2: value } of text.matchAll(BINDS)) {
    const isRoot = /^(?:Root|Mount|Extension)/.test(key) && value.trim() !== '/';
    const targets = plainWords(value).map(word => word.replace(/^["'+-]+/, '').split(':')).map(([source, target]) =>
      (key.startsWith('Bind') ? target ?? '' : source));
    if (isRoot || targets.some(target => target !== '' && covers(target, folders))) {
      return { index, what: `${key}=${value.trim()} gives the kubelet other files than those of its node` };
    }
  }
  return undefined;
}

function mounted(what: string, where: string): string {
  return `${what} is mounted on ${where}, where the kubelet takes static pods from`;
}

/** A text that may be of a kubelet, and was not read as its own. Documentation and copies are none; the configuration of systemd is read. */
function isSetting({ path }: NodeText, { read, services, configuration, folders, texts }: KubeletOfNode): boolean {
  return ![...read, ...services].includes(path) && !configuration.includes(`/${path}`) && !folders.some(folder => `/${path}`.startsWith(`${folder}/`))
    && !/\.(md|rst|adoc|log)$|^(var\/log|usr\/share)\/|(^|\/)systemd\/system\.conf(\.d\/|$)/.test(path) && !isUnusedCopy(path, texts);
}

const POD_FOLDER = /(?:^|[\s"'=,])(?:--?)?pod[-_]manifest[-_]path[=\s"',]+([^\s"',]+)|staticPodPath["']?[ \t]*:[ \t]*["']?([^\s"',}]+)/gm;
const POD_ADDRESS = /--manifest[-_]url[=\s"',]+([^\s"',]+)|staticPodURL["']?[ \t]*:[ \t]*["']?([^\s"',}]+)/gm;

function otherFolder({ text }: NodeText, { folders }: KubeletOfNode): Found | undefined {
  if (!/pod[-_]manifest[-_]path|staticPod|manifest[-_]url/.test(text)) return undefined;
  const lines = withoutComments(text);
  const known = [...folders, STATIC_POD_PATH];
  for (const { index, 1: flag, 2: setting } of lines.matchAll(POD_FOLDER)) {
    const folder = flag ?? setting;
    if (known.includes(cleanedPath(folder))) continue;
    return { index, what: `a kubelet is told to take static pods from ${folder}, and what reads this is not known` };
  }
  const address = [...lines.matchAll(POD_ADDRESS)][0] as RegExpMatchArray | undefined;
  return address && { index: address.index!, what: `a kubelet is told to take static pods from ${address[1] ?? address[2]}, which is not read` };
}
const CONFIGURATION = /--config(?:-dir)?[=\s"',]+([^\s"',]+)/g;

function otherConfiguration({ path, text }: NodeText, { paths }: KubeletOfNode): Found | undefined {
  if (!OTHER_INIT.test(path) || /(^|\/)systemd\//.test(path)) return undefined;
  const isKnown = (file: string) => KUBELET_CONFIGURATIONS.includes(cleanedPath(file)) || paths.some(one => `/${one}`.startsWith(cleanedPath(file)));
  const found = [...withoutComments(text).matchAll(CONFIGURATION)].find(([, file]) => !isKnown(file));
  return found && { index: found.index, what: `a kubelet is told to read ${found[1]}, which is not in the input and may name another staticPodPath` };
}

/** Lines stay where they are. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:#(?!!)|\/\/).*$/gm, line => ' '.repeat(line.length));
}
