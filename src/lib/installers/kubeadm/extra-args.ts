import { argFormOf } from './api-version';
import { Data, SourcePath } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { ArgForm } from '../../facts/kubeadm-api';

export interface KubeadmArg {
  /** Name without dashes. */
  readonly name: string;
  readonly value: string;
  /**
   * Values of today that this one may replace. Any other value was set on purpose, and is refused.
   * @default - any
   */
  readonly replaces?: readonly string[];
}

/** The arguments that a field holds; none where it is not there. */
export function readArgs(document: SourceDocument, path: SourcePath, form: ArgForm = argFormOf(document)): KubeadmArg[] {
  const value = document.value(path);
  if (value === undefined) return [];
  if (form === 'map' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return Object.keys(value).map((name) => ({ name, value: String((value as { [key: string]: Data })[name]) }));
  }
  if (form === 'list' && Array.isArray(value)) {
    const args = value as unknown as KubeadmArg[];
    refuseTwice(document, path, args);
    return args;
  }
  if (form === 'words') {
    return [value].flat().map((word, index) => argIn(document, Array.isArray(value) ? [...path, index] : path, String(word)));
  }
  const accepted = form === 'map' ? 'a mapping (name: value)' : 'a list of name and value';
  throw document.errorIn(path, `is not what ${String(document.data.apiVersion)} expects: ${accepted}`);
}

/** @throws if a list has an argument twice, of which one would be edited */
export function refuseTwice(document: SourceDocument, path: SourcePath, args: readonly KubeadmArg[]): void {
  const twice = args.findIndex(({ name }, index) => args.findIndex((other) => other.name === name) < index);
  if (twice < 0) return;
  throw document.errorAt([...path, twice], `argument '${args[twice].name}' is given twice in ${path.join('.')}; keep one`);
}

/** `name=value`; `name` alone is true. @throws if it adds to another value, which is then not known */
function argIn(document: SourceDocument, path: SourcePath, word: string): KubeadmArg {
  const [, name, value = 'true'] = /^-{0,2}([\w-]*\w)(?:=([^]*))?$/.exec(word) ?? [];
  if (name !== undefined) return { name, value };
  throw document.errorIn(path, `is '${word}', expected flag=value; a value that is added to another one (+=, -=) is `
    + 'not known: write the whole value');
}
