import { CLOUD_CONFIG_PATH } from '../cloud-config/cloud-config';
import { readSegments } from '../edit/kubelet/flag-file';
import { readFlags } from '../edit/static-pod/command-line';
import { findStaticPod } from '../edit/static-pod/static-pod';
import { dropInFolders } from '../edit/systemd/unit';
import { ParsedTexts } from '../edit/yaml/parsed-texts';
import { SourceError } from '../edit/yaml/source-error';
import { cleanedPath, KUBELET_CONFIGURATIONS, kubeletFlagFilesOf, pathInConfiguration, staticPodFiles } from '../kubernetes/kubelet-files';
import { NodeInput, STATIC_POD_PATH } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';

/** Flags of a component that name a file which the migration is about. */
const NAMING = ['cloud-config', 'leader-migration-config', 'image-credential-provider-config'];

/** A key, or a kubeconfig, under whatever name it lies; not parsed, so that one that no reader understands is found too. */
const CREDENTIAL = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----|^["']?kind["']?:\s*["']?Config["']?\s*,?$/m;

/**
 * The files of a node that the migration is about: flags and configuration of the kubelet, static pods, units that start a component of the control
 * plane, and the files that those name as cloud config, migration configuration or configuration of credential providers. No other file is read or
 * written: no key, no kubeconfig, no token.
 *
 * @param paths absolute paths of all files
 * @param textOf text of one of them; asked of files of the kubelet, of static pods and of units only
 * @param named more files that the user names
 */
export function filesOfMigration(
  paths: readonly string[], textOf: (path: string) => string, named: readonly string[] = [], texts = new ParsedTexts(),
): string[] {
  const flagFiles = kubeletFlagFilesOf(paths);
  const configurations = paths.filter(path => KUBELET_CONFIGURATIONS.includes(path));
  const usual = [...flagFiles, ...configurations, ...staticPodFiles(STATIC_POD_PATH, paths), CLOUD_CONFIG_PATH, LEADER_MIGRATION_FILE, ...named];
  const kept = new Set(usual);
  const isLeft = () => paths.some(path => !kept.has(path)); // else there is nothing that a flag could name
  const add = (more: readonly string[]) => more.forEach(path => kept.add(path));
  const kubelet = isLeft() ? flagFiles.map(path => kubeletFlags(textOf(path), path)) : [];
  const said = (flag: string) => kubelet.flatMap(flags => flags.get(flag) ?? []);
  const configured = isLeft() ? configurations.flatMap(path => staticPodPath(texts, textOf(path), path)) : [];
  const folders = [...new Set([STATIC_POD_PATH, ...said('pod-manifest-path'), ...configured].map(cleanedPath))];
  const pods = folders.flatMap(folder => staticPodFiles(folder, paths));
  add([...pods, ...NAMING.flatMap(said)]);
  for (const path of pods) if (isLeft()) add(namedByPod(texts, textOf(path), path));
  if (isLeft()) add(ofUnits(paths, textOf));
  return paths.filter(path => kept.has(path));
}

/** Units of systemd, and their drop-ins. */
const UNIT = /^\/(?:etc|run|usr\/local\/lib|usr\/lib|lib)\/systemd\/system\/(?:([^/]+\.service)|([^/]*service\.d)\/[^/]+\.conf)$/;
const COMPONENT = /\bkube-(?:apiserver|controller-manager|scheduler)\b/;

/** Units that start a component of the control plane, with their drop-ins, the environment files that they name and the files that flags name. */
function ofUnits(paths: readonly string[], textOf: (path: string) => string): readonly string[] {
  const units = paths.filter(path => UNIT.test(path));
  const ours = new Set(units.filter(path => COMPONENT.test(textOf(path))).flatMap(path => {
    const [, name, folder] = UNIT.exec(path)!;
    return [name ?? folder.slice(0, -'.d'.length), ...name === undefined ? [] : dropInFolders(name)];
  }));
  const files = units.filter(path => {
    const [, name, folder] = UNIT.exec(path)!;
    return ours.has(name ?? folder) || (folder !== undefined && ours.has(folder.slice(0, -'.d'.length)));
  });
  const environment = files.flatMap(path => [...textOf(path).matchAll(/^EnvironmentFile=-?["']?([^\s"']+)/gm)].map(([, file]) => file));
  const kept = [...files, ...environment.filter(path => paths.includes(path))];
  const flag = new RegExp(`--(?:${NAMING.join('|')})(?:=|\\s+)["']?([^\\s"']+)`, 'g');
  return [...kept, ...kept.flatMap(path => [...textOf(path).matchAll(flag)].map(([, file]) => file))];
}

/** A node with those files alone; of the others, only that they are there. */
export function withFilesOfMigration(node: NodeInput, named: readonly string[], texts?: ParsedTexts): NodeInput {
  const all = Object.keys(node.files);
  const kept = filesOfMigration(all, path => node.files[path], named, texts).filter(path => !isCredential(node.files[path]));
  if (kept.length === all.length) return node;
  const others = all.filter(path => !kept.includes(path));
  return { ...node, files: Object.fromEntries(kept.map(path => [path, node.files[path]])), unreadFiles: [...node.unreadFiles ?? [], ...others] };
}

/** Whether a text is a key or a kubeconfig. */
export function isCredential(text: string): boolean {
  return CREDENTIAL.test(text);
}

function kubeletFlags(text: string, file: string): ReadonlyMap<string, string> {
  const segments = orNothing(() => readSegments(text, file)) ?? [];
  return new Map(segments.flatMap(({ words }) => readFlags('kubelet', words).flags).map(({ name, value }) => [name, value]));
}

function staticPodPath(texts: ParsedTexts, text: string, file: string): readonly string[] {
  const { staticPodPath: path } = orNothing(() => texts.of(text, file))?.data ?? {};
  return typeof path === 'string' && path !== '' ? [pathInConfiguration(path, file)] : [];
}

/** Paths on the node that flags of a static pod name: as they are written, and where a volume brings them from. */
function namedByPod(texts: ParsedTexts, text: string, file: string): readonly string[] {
  const pod = findStaticPod(text, file, texts);
  if (!pod) return [];
  return NAMING.flatMap(name => pod.flagValue(name) ?? []).flatMap(path => [path, pod.hostPathOf(path) ?? path]);
}

/** Whoever edits or checks a file that cannot be read says what is wrong with it. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}
