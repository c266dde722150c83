import { GoBinary } from '../../../scripts/go-binary';
import { trimSpace } from '../../../src/lib/cloud-config/gcfg-value';
import { Answer } from '../../committed-answers';
import { Sample } from '../../reader';

/** What the real reader said about one text. */
export interface GoResult {
  readonly fatal?: string;
  readonly unknown?: string;
  readonly invalid?: string;
  readonly config?: { readonly Global: Record<string, unknown>; readonly ServiceOverride: Record<string, Record<string, string>> | null };
}

export const CCM_READER: GoBinary = { name: 'gcfg-ccm', dir: 'conformance/gcfg' };
export const IN_TREE_READER: GoBinary = { name: 'gcfg-in-tree', dir: 'conformance/gcfg', modfile: 'in-tree.mod', tags: 'intree' };

/** Releases whose structs the two programs are built with. */
export const CCM_READER_RELEASE = 'v1.36.1';
export const IN_TREE_READER_VERSION = '1.26.15';

/** Decodes all texts with one run of the program. */
export function readWithGo(reader: Sample['reader'], texts: readonly string[]): readonly GoResult[] {
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.conf`, text]));
  return reader.json<readonly GoResult[]>({ args: Object.keys(files), files, inputs: texts }, asList);
}

/** One list of what is printed for the files, a line for each, without names of files and empty fields. */
function asList(answer: Answer): Answer {
  if (answer.status !== 0 && answer.status !== 1) throw new Error(`the reader ended with ${answer.status}: ${answer.stderr}`);
  const results = answer.stdout.trimEnd().split('\n').map(line => JSON.parse(line) as GoResult & { readonly file: string });
  const short = results.map(({ file, ...result }) => settled(result));
  return { status: 0, stdout: JSON.stringify(short), stderr: '', files: {} };
}

/**
 * Without what is another with each run: overrides are a map in Go. They are checked, and two of their fields cut, up to the first that is refused.
 */
function settled({ config, invalid, ...said }: GoResult): GoResult {
  const overrides = Object.entries(config?.ServiceOverride ?? {});
  const cut = overrides.map(([name, fields]) => [name, { ...fields, Service: trimSpace(fields.Service), Region: trimSpace(fields.Region) }]);
  return {
    ...said,
    invalid: invalid !== undefined && overrides.length > 1 ? 'one of the overrides' : invalid,
    config: config && { Global: withoutEmpty(config.Global), ServiceOverride: overrides.length > 0 ? Object.fromEntries(cut) : null },
  };
}

function withoutEmpty(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null));
}
