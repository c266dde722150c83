import { CLOUD_CONFIG_PATH } from '../cloud-config/cloud-config';
import { readSegments } from '../edit/kubelet/flag-file';
import { kubeletConfigurationsOf } from '../edit/kubelet/kubelet-line';
import { readFlags } from '../edit/static-pod/command-line';
import { findStaticPod } from '../edit/static-pod/static-pod';
import { belowUnits, dropInFolders } from '../edit/systemd/unit';
import { ParsedTexts } from '../edit/yaml/parsed-texts';
import { SourceError } from '../edit/yaml/source-error';
import {
  KUBELET_CONFIGURATIONS, kubeletConfigurationFiles, kubeletFlagFilesOf, pathInConfiguration, staticPodFiles,
} from '../facts/inputs/kubelet-files';
import { cleanedPath } from '../kubernetes/cleaned-path';
import { NodeInput, STATIC_POD_PATH } from '../kubernetes/node';
import { LEADER_MIGRATION_FILE } from '../leader-migration';

/** Flags of a component that name a file which the migration is about. */
const NAMING = ['cloud-config', 'leader-migration-config', 'image-credential-provider-config'];

/** A key, or a kubeconfig, under whatever name it is; not parsed, so that one that no reader understands is found too. */
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
  const units = ofUnits(paths, textOf);
  const flagFiles = [...new Set([...kubeletFlagFilesOf(paths), ...units.environment])];
  const usualConfigurations = paths.filter(path => KUBELET_CONFIGURATIONS.includes(path));
  const usual = [...flagFiles, ...usualConfigurations, ...staticPodFiles(STATIC_POD_PATH, paths), CLOUD_CONFIG_PATH, LEADER_MIGRATION_FILE, ...named];
  const kept = new Set(usual);
  const isLeft = () => paths.some(path => !kept.has(path)); // else there is nothing that a flag could name
  const add = (more: readonly string[]) => more.forEach(path => kept.add(path));
  const kubelet = isLeft() ? flagFiles.map(path => kubeletFlags(textOf(path), path)) : [];
  const said = (flag: string) => kubelet.flatMap(flags => flags.get(flag) ?? []);
  const isNamed = () => [...flagFiles, ...units.files].some(path => CONFIGURATION_FLAG.test(textOf(path)));
  const configurations = !isLeft() ? [] : isNamed() ? configurationsOf(paths, textOf) : kubeletConfigurationFiles(paths, {});
  add(configurations);
  const configured = isLeft() ? configurations.flatMap(path => staticPodPath(texts, textOf(path), path)) : [];
  const folders = [...new Set([STATIC_POD_PATH, ...said('pod-manifest-path'), ...configured].map(cleanedPath))];
  const pods = folders.flatMap(folder => staticPodFiles(folder, paths));
  add([...pods, ...NAMING.flatMap(said)]);
  for (const path of pods) if (isLeft()) add(namedByPod(texts, textOf(path), path));
  add(units.files);
  if (isLeft()) add(units.named);
  return paths.filter(path => kept.has(path));
}

/** Cheap to look for: most kubelets are told none, and a command line takes time to read. */
const CONFIGURATION_FLAG = /-config(?:[-_]dir)?\b/;

/** A unit of systemd, or a drop-in, below the folders of units. */
const UNIT = /^(?:([^/]+\.service)|([^/]*service\.d)\/[^/]+\.conf)$/;
const COMPONENT = /\bkube(?:let|-(?:apiserver|controller-manager|scheduler))\b/;
const KUBELET_UNIT = 'kubelet.service';

/** Units that start the kubelet or a component of the control plane, with their drop-ins. */
interface UnitFiles {
  readonly files: readonly string[];
  /** Environment files that they name. */
  readonly environment: readonly string[];
  /** Files that flags in them name. */
  readonly named: readonly string[];
}

function ofUnits(paths: readonly string[], textOf: (path: string) => string): UnitFiles {
  const units = paths.flatMap(path => {
    const [, name, folder] = UNIT.exec(belowUnits(path.slice(1)) ?? '') ?? [];
    return name === undefined && folder === undefined ? [] : [{ path, unit: name ?? folder.slice(0, -'.d'.length), folder }];
  });
  const names = [KUBELET_UNIT, ...units.filter(({ path, unit }) => unit === KUBELET_UNIT || COMPONENT.test(textOf(path))).map(({ unit }) => unit)];
  const folders = new Set(names.flatMap(name => [`${name}.d`, ...dropInFolders(name)]));
  const files = units.filter(({ unit, folder }) => folder === undefined ? names.includes(unit) : folders.has(folder)).map(({ path }) => path);
  const environment = files.flatMap(path => [...textOf(path).matchAll(/^EnvironmentFile=-?["']?([^\s"']+)/gm)].map(([, file]) => file))
    .filter(path => paths.includes(path));
  const flag = new RegExp(`--(?:${NAMING.join('|')})(?:=|\\s+)["']?([^\\s"']+)`, 'g');
  const all = [...files, ...environment];
  return { files: all, environment, named: all.flatMap(path => [...textOf(path).matchAll(flag)].map(([, file]) => file)) };
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

/** The files that the kubelet is configured by, wherever they are. */
function configurationsOf(paths: readonly string[], textOf: (path: string) => string): readonly string[] {
  const all = new Set(paths);
  return kubeletConfigurationsOf({
    paths: paths.map(path => path.slice(1)), contentOf: path => (all.has(`/${path}`) ? { text: textOf(`/${path}`) } : undefined),
  });
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

/** The edit or the check of a file that cannot be read reports what is wrong with it. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}
