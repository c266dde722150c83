import { bareCarriageReturn, CARRIAGE_RETURN } from './environment-file';
import { SYSTEMD_FOLDERS, UNIT_FOLDERS } from '../../facts/inputs/node-paths';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { firstOfEach } from '../../kubernetes/once-for';
import { baseName, unquoted } from '../../text/shell-words';

/** What is known of a file. */
export type UnitContent = { readonly text: string } | { readonly unreadable: string; readonly linkTo?: string };

/** The files of a node, by their paths without the leading `/`. */
export interface FilesOfNode {
  readonly paths: readonly string[];
  contentOf(path: string): UnitContent | undefined;
}

/** A setting of a unit file, with the line that it is on. */
export interface UnitSetting {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  readonly file: string;
  readonly line: number;
}

/** A service as systemd reads it: the unit file, then its drop-ins by name, each of the first folder that has it; also those for several services. */
export interface Unit {
  /** `kube-controller-manager.service` */
  readonly name: string;
  readonly settings: readonly UnitSetting[];
  /** Paths of its files on the node. */
  readonly paths: readonly string[];
  readonly problem?: { readonly path: string; readonly message: string };
}

/** Where a unit file, or a drop-in, is below the folders of units; undefined: in none of them. */
export function belowUnits(path: string): string | undefined {
  const folder = UNIT_FOLDERS.find(one => path.startsWith(`${one}/`));
  return folder && path.slice(folder.length + 1);
}

/** Where a drop-in of ours says the release that its command line is for: systemd.syntax(7) leaves sections that begin with `X-` alone. */
const RELEASE_SECTION = 'X-CcmMigration';
const RELEASE_KEY = 'KubernetesVersion';

/** Lines of a drop-in that say a release. */
export function releaseLines(version: KubernetesVersion): readonly string[] {
  return [`[${RELEASE_SECTION}]`, `${RELEASE_KEY}=${version}`];
}

/** What a drop-in of ours says. */
export function releaseIn({ settings }: Unit): KubernetesVersion | undefined {
  const said = settings.filter(({ section, key }) => section === RELEASE_SECTION && key === RELEASE_KEY).at(-1)?.value;
  return KubernetesVersion._read(said);
}

/** The services of a node. */
export function unitsOf(node: FilesOfNode, nameOf: (path: string) => string): readonly Unit[] {
  const own = node.paths.flatMap(path => {
    const rank = UNIT_FOLDERS.findIndex(folder => path.startsWith(`${folder}/`));
    return rank === -1 ? [] : [{ path, rank, below: path.slice(UNIT_FOLDERS[rank].length + 1) }];
  });
  const names = [...new Set(own.flatMap(({ below }) => nameIn(below) ?? []))].sort();
  return names.map(name => {
    const main = own.filter(({ below }) => below === name).sort((a, b) => a.rank - b.rank).slice(0, 1);
    const folders = dropInFolders(name);
    const dropIns = own.map(one => ({ ...one, folder: folders.indexOf(one.below.slice(0, one.below.lastIndexOf('/'))) }))
      .filter(({ folder, below }) => folder !== -1 && below.endsWith('.conf'))
      // Those for all services come last, wherever they are.
      .sort((a, b) => Number(a.folder === folders.length - 1) - Number(b.folder === folders.length - 1) || a.rank - b.rank || a.folder - b.folder)
      .map(({ path }) => path);
    const paths = [...main.map(({ path }) => path), ...byName(dropIns)];
    const contents = paths.map(path => ({ path, content: node.contentOf(path)! }));
    const broken = contents.flatMap(({ path, content }) => {
      if ('text' in content) return bareCarriageReturn(content.text) === undefined ? [] : [{ path, message: CARRIAGE_RETURN }];
      return isOfPackage(name, content.linkTo) ? [] : [{ path, message: content.unreadable }];
    })[0];
    return {
      name,
      paths,
      problem: broken,
      settings: contents.flatMap(({ path, content }) => 'text' in content ? settingsOf(content.text, nameOf(path)) : []),
    };
  });
}

/** Drop-ins in the order in which they are read: of those of one name the first one given counts. */
export function byName(paths: readonly string[]): readonly string[] {
  return [...firstOfEach(paths, baseName)].sort((a, b) => (baseName(a) < baseName(b) ? -1 : 1));
}

/** The unit that a file below a folder of units is of; `kube-.service.d` is of all that begin with `kube-`, and of none by itself. */
function nameIn(below: string): string | undefined {
  const [, name, dropIn] = /^([^/]+\.service)(\.d\/[^/]+\.conf)?$/.exec(below) ?? [];
  return dropIn !== undefined && name.endsWith('-.service') ? undefined : name;
}

/** Folders of the drop-ins of a service, its own first, that of all services last: systemd.unit(5), "foo-.service.d". */
export function dropInFolders(name: string): readonly string[] {
  const own = name.replace(/@[^@]+(?=\.service$)/, '@');
  const bare = name.slice(0, -'.service'.length);
  const prefixes = [...bare].flatMap((char, index) => (char === '-' && index < bare.length - 1 ? [bare.slice(0, index + 1)] : [])).reverse();
  return [...new Set([`${name}.d`, `${own}.d`, ...prefixes.map(prefix => `${prefix}.service.d`), 'service.d'])];
}

/** A link to a unit that a package of the distribution brings: it starts what it is called after. */
function isOfPackage(name: string, linkTo: string | undefined): boolean {
  return linkTo !== undefined && /^(\/usr)?\/lib\/systemd\/system\//.test(linkTo) && !/kube|controller|k3s|rke2|k0s/.test(name + linkTo);
}

/** Lines of `Key=value` with their section; a backslash at the end of a line goes on below, and comments between such lines are left out. */
export function settingsOf(text: string, file: string): readonly UnitSetting[] {
  const settings: UnitSetting[] = [];
  let section = '';
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = index + 1;
    let logical = lines[index];
    if (/^\s*[#;]/.test(logical)) continue;
    while (/\\$/.test(logical) && index + 1 < lines.length) {
      index++;
      if (!/^\s*[#;]/.test(lines[index])) logical = `${logical.slice(0, -1)} ${lines[index].trim()}`;
    }
    const head = /^\s*\[([^\]]+)\]\s*$/.exec(logical);
    if (head) section = head[1];
    const setting = /^\s*([A-Za-z][A-Za-z0-9]*)\s*=([\s\S]*)/.exec(logical);
    if (setting) settings.push({ section, key: setting[1], value: setting[2].trim(), file, line });
  }
  return settings;
}

/** The values of a key that takes several, the last empty one having emptied the list: systemd.service(5), `ExecStart=`. */
export function valuesOf(settings: readonly UnitSetting[], key: string, section = 'Service'): readonly UnitSetting[] {
  const all = settings.filter(one => one.section === section && one.key === key);
  return all.slice(all.map(({ value }) => value === '').lastIndexOf(true) + 1);
}

/** As many as of a kubelet's flags: a longer line is hostile input. */
const MOST_WORDS = 10_000;

/** What `unitWords` does not read. */
export const UNREAD_WORDS = `an open quote, a backslash or more than ${MOST_WORDS} words`;

/** Words of a command line or of `Environment=`, quotes taken off; C escapes are not understood, and make the whole unreadable. */
export function unitWords(text: string): readonly string[] | undefined {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const isOpen = /["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''));
  if (isOpen || text.includes('\\') || words.length > MOST_WORDS) return undefined;
  return words.map(unquoted);
}

/** `DefaultEnvironment=` of systemd itself, which every service has where its unit says nothing else: systemd-system.conf(5). */
export function defaultEnvironment(node: FilesOfNode, nameOf: (path: string) => string): readonly UnitSetting[] {
  const main = SYSTEMD_FOLDERS.map(folder => `${folder}/system.conf`).find(path => node.paths.includes(path));
  const dropIns = SYSTEMD_FOLDERS.flatMap(folder => node.paths.filter(one => one.startsWith(`${folder}/system.conf.d/`) && one.endsWith('.conf')));
  return valuesOf([...main === undefined ? [] : [main], ...byName(dropIns)].flatMap(path => {
    const content = node.contentOf(path);
    return content && 'text' in content ? settingsOf(content.text, nameOf(path)) : [];
  }), 'DefaultEnvironment', 'Manager');
}
