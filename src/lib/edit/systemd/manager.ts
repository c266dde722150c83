import { byName, FilesOfNode, settingsOf, UnitSetting, valuesOf } from './unit';

/** Folders of drop-ins, the one that counts first; system.conf comes before all of them: systemd-system.conf(5), "Configuration Directories". */
const FOLDERS = ['etc/systemd', 'run/systemd', 'usr/local/lib/systemd', 'usr/lib/systemd', 'lib/systemd'];

/** `DefaultEnvironment=` of systemd itself, which every service has where its unit says nothing else: systemd-system.conf(5). */
export function defaultEnvironment(node: FilesOfNode, nameOf: (path: string) => string): readonly UnitSetting[] {
  const main = FOLDERS.map(folder => `${folder}/system.conf`).find(path => node.paths.includes(path));
  const dropIns = FOLDERS.flatMap(folder => node.paths.filter(one => one.startsWith(`${folder}/system.conf.d/`) && one.endsWith('.conf')));
  return valuesOf([...main === undefined ? [] : [main], ...byName(dropIns)].flatMap(path => {
    const content = node.contentOf(path);
    return content && 'text' in content ? settingsOf(content.text, nameOf(path)) : [];
  }), 'DefaultEnvironment', 'Manager');
}
