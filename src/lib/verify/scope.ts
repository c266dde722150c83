import { Seen } from './result';
import { TableReach, tableReach } from '../facts/table-reach';
import { firstOfEach } from '../kubernetes/once-for';
import { VerifyDirectory } from '../read/input/input';
import { fileName } from '../read/input/layout';
import { contentHash } from '../text/content-hash';
import { counted } from '../text/counted';

/** A file that was read. */
export interface ScopeFile {
  readonly file: string;
  /** Of its bytes. */
  readonly sha256: string;
  /** What was cut off before: then the sum is of the rest. */
  readonly cut?: string;
}

/** What an answer was made of, so that a reader can tell whether it is about given files. */
export interface Scope {
  readonly tool: { readonly name: string; readonly version: string };
  /** Address of RULES.md; undefined: the package names no address of its repository. */
  readonly rulesPage?: string;
  readonly tables: TableReach;
  /** Options that the answer depends on, as they were given. */
  readonly options: readonly string[];
  /** Sorted by name. */
  readonly inputs: readonly ScopeFile[];
  /** Of the list of the inputs, as `sha256sum` prints it. */
  readonly sum: string;
}

/** @param given what was handed in, before kustomizations are built */
export function scopeOf(
  { given, tool, rulesPage, options }: Pick<Scope, 'tool' | 'rulesPage' | 'options'> & { readonly given: readonly VerifyDirectory[] },
): Scope {
  const inputs = scopeFiles(given);
  const sum = contentHash(inputs.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(''));
  return { tool, rulesPage, tables: tableReach(), options, inputs, sum };
}

/** Digits of a sum that are shown to people. */
const SHORT = 12;

/** In one sentence, for people. */
export function scopeText({ tool, tables: { kubernetes, cloudProviderAws }, inputs, sum, options }: Scope, { counts, phases }: Seen): string {
  const ofPhases = phases === undefined ? '' : ` in ${phases.length} phases together`;
  return [
    `${counted(inputs.length, 'file')} (SHA-256 of their list ${sum.slice(0, SHORT)}), ${counted(counts.nodes, 'node')} and `
      + `${counted(counts.processes, 'controller manager')}${ofPhases}`,
    `${tool.name} ${tool.version}, which knows Kubernetes ${kubernetes.from} to ${kubernetes.to} and cloud-provider-aws to ${cloudProviderAws.to}`,
    ...options.length === 0 ? [] : [`with ${options.join(' ')}`],
  ].join('; ');
}

/** Each text that was handed in, once, sorted by name. */
export function scopeFiles(given: readonly VerifyDirectory[]): readonly ScopeFile[] {
  const files = given.flatMap(directory => [...directory.files].flatMap(([path, content]): readonly ScopeFile[] => {
    if (!('text' in content)) return [];
    const { text, sha256 = contentHash(text), cut } = content;
    return [{ file: fileName(directory, path), sha256, ...cut !== undefined && { cut } }];
  }));
  return [...firstOfEach(files, ({ file }) => file)].sort((one, other) => one.file < other.file ? -1 : 1);
}
