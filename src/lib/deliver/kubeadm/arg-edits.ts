import { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { placeFor, removeItems, removeKeys } from '../../edit/yaml/source-edit';
import { ArgForm } from '../../facts/kubeadm-api';
import { argFormOf } from '../../installers/kubeadm/api-version';
import { KubeadmArg, readArgs, refuseTwice } from '../../installers/kubeadm/extra-args';

/** Edits of `extraArgs` or `kubeletExtraArgs`. */
export function argEdits(
  document: SourceDocument, path: SourcePath, set: readonly KubeadmArg[], remove: readonly string[], form: ArgForm = argFormOf(document),
): SourceEdit[] {
  const args = readArgs(document, path, form);
  refuseTwice(document, path, args);
  const indexOf = (name: string) => args.findIndex((arg) => arg.name === name);
  const placeOf = (name: string): SourcePath => (form === 'map' ? [...path, name] : [...path, indexOf(name), ...form === 'list' ? ['value'] : []]);
  const itemOf = ({ name, value }: KubeadmArg): Data => (form === 'words' ? `${name}=${value}` : { name, value });
  for (const arg of set) refuseOtherValue(document, path, arg, args[indexOf(arg.name)]?.value, placeOf);
  const changed = set.filter(({ name, value }) => indexOf(name) >= 0 && args[indexOf(name)].value !== value);
  const added = set.filter(({ name }) => indexOf(name) < 0);
  const gone = remove.filter((name) => indexOf(name) >= 0);
  const edits: SourceEdit[] = changed.map(({ name, value }) =>
    ({ op: 'replace', path: placeOf(name), value: form === 'words' ? `${name}=${value}` : value }));

  if (gone.length > 0) {
    // A collection that new entries keep alive must not go with its last old entry.
    const isKept = added.length > 0;
    if (form === 'map') edits.push(...(isKept ? gone.map((key) => ({ op: 'remove-key' as const, path, key })) : removeKeys(document, path, gone)));
    else if (isKept) edits.push(...gone.map((name) => ({ op: 'remove' as const, path, index: indexOf(name) })));
    else edits.push(...removeItems(document, path, gone.map(indexOf)));
  }
  if (added.length > 0 && !document.node(path)) {
    const value: Data = form === 'map' ? Object.fromEntries(added.map(arg => [arg.name, arg.value])) : added.map(itemOf);
    edits.push({ op: 'set-key', path: path.slice(0, -1), key: String(path[path.length - 1]), value });
  } else if (form === 'map') {
    edits.push(...added.map(({ name, value }) => ({ op: 'set-key' as const, path, key: name, value })));
  } else {
    const names = args.map(({ name }) => name);
    edits.push(...added.map(arg => ({ op: 'insert' as const, path, index: placeFor(names, arg.name), value: itemOf(arg) })));
  }
  return edits;
}

function refuseOtherValue(
  document: SourceDocument, path: SourcePath, arg: KubeadmArg, today: string | undefined, placeOf: (name: string) => SourcePath,
): void {
  const { name, value, replaces } = arg;
  if (today === undefined || today === value || replaces === undefined || replaces.includes(today)) return;
  const accepted = [...new Set([...replaces, value])].map((text) => `'${text}'`).join(' or ');
  throw document.errorAt(placeOf(name),
    `${[...path, name].join('.')} is '${today}', but the migration sets it to '${value}'; accepted: ${accepted}, or not set`);
}
