import { Data, SourcePath } from '../../edit/yaml/data';
import type { SourceEdit } from '../../edit/yaml/data-edit';
import { SourceDocument } from '../../edit/yaml/source-document';
import { ArgForm } from '../../facts/kubeadm-api';
import { argFormOf } from '../../installers/kubeadm/api-version';
import { KubeadmArg, readArgs, refuseTwice } from '../../installers/kubeadm/extra-args';
import { keyEdit, namedItemEdits, withParents } from '../document-edits';

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
  if (form !== 'map') {
    const names = args.map(({ name }) => name);
    return [...edits, ...namedItemEdits(document, path, names, gone.map(indexOf), added.map(arg => [arg.name, itemOf(arg)]))];
  }
  if (!document.node(path)) return added.length === 0 ? [] : [keyEdit(path, Object.fromEntries(added.map(({ name, value }) => [name, value])))];
  return [...edits, ...withParents(document, path, [
    ...gone.map(key => ({ op: 'remove-key' as const, path, key })), ...added.map(({ name, value }) => keyEdit([...path, name], value)),
  ])];
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
