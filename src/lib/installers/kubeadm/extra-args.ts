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
export function readArgs(document: SourceDocument, path: SourcePath): KubeadmArg[] {
  const form: ArgForm = argFormOf(document);
  const value = document.value(path);
  if (value === undefined) return [];
  if (form === 'map' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return Object.keys(value).map((name) => ({ name, value: String((value as { [key: string]: Data })[name]) }));
  }
  if (form === 'list' && Array.isArray(value)) {
    const args = value as unknown as KubeadmArg[];
    const twice = args.findIndex(({ name }, index) => args.findIndex((other) => other.name === name) < index);
    if (twice >= 0) {
      throw document.errorAt([...path, twice], `argument '${args[twice].name}' is given twice in ${path.join('.')}; keep one`);
    }
    return args;
  }
  const accepted = form === 'map' ? 'a mapping (name: value)' : 'a list of name and value';
  throw document.errorAt(path, `${path.join('.')} is not what ${String(document.data.apiVersion)} expects: ${accepted}`);
}
