/** More commands are not printed. */
const MOST = 3;

/** Of files that each say something of their own cluster, or of a state of their own of one, what to type to check them one at a time. */
function eachByItself(files: readonly string[]): string {
  // Of files with the same bytes the first is named for each: they are the same state.
  const folders = [...new Set(files)].map(file => file.split('/').slice(0, -1).join('/'));
  const isOfItself = (folder: string) => folder !== '' && folders.filter(one => one === folder).length === 1;
  if (!folders.every(isOfItself)) return 'move each into a folder of its own, then run ccm-migration verify on each';
  const commands = folders.slice(0, MOST).map(folder => `ccm-migration verify ${folder}`).join(', then ');
  return `${commands}${folders.length > MOST ? `, and so on with ${folders.length - MOST} more` : ''}`;
}

/** Why an input is refused that has several documents of a kind, of which one cluster has one. */
export function severalOf(directory: string, plural: string, all: readonly { readonly name: string; readonly file: string }[]): string {
  const names = [...new Set(all.map(({ name }) => `'${name}'`))];
  const which = names.length > 1 ? names.join(' and ') : `${all.length} times ${names[0]}`;
  const why = names.length > 1 ? 'check one cluster at a time' : 'each may be another state of the cluster: check one at a time';
  return `'${directory}' has ${plural} ${which}; ${why}: ${eachByItself(all.map(({ file }) => file))}`;
}
