import { withKkp } from './kkp/kkp-reader';
import { withKops } from './kops/kops-reader';
import { withKubeOne } from './kubeone/kubeone-reader';
import { SourceError } from '../edit/yaml/source-error';
import { ParsedBefore } from '../read/documents/documents';
import { FileContent, UnreadableInput, VerifyDirectory, VerifyInput } from '../read/input/input';
import { fileName } from '../read/input/layout';

/** What became of the documents of an installer: read, or why not. */
export type InstallerReading = 'read' | { readonly reason: string };

type Reader = (input: VerifyInput, parsed: ParsedBefore) => VerifyInput;

/** Readers of installers' own documents, by the API groups of those. */
const READERS: readonly { readonly groups: readonly string[]; readonly read: Reader }[] = [
  { groups: ['kops.k8s.io'], read: withKops },
  { groups: ['kubermatic.k8s.io', 'kubermatic.k8c.io'], read: withKkp },
  { groups: ['kubeone.io', 'kubeone.k8c.io'], read: withKubeOne },
];

/**
 * The input with what the documents of installers stand for: control-plane nodes that are made of them, and what is applied to the cluster. A
 * document that does not say enough stays as it is, and is unknown.
 */
export function withInstallers(
  input: VerifyInput, parsed: ParsedBefore,
): { readonly input: VerifyInput; readonly readings: ReadonlyMap<string, InstallerReading> } {
  const readings = new Map<string, InstallerReading>();
  let current = input;
  for (const { groups, read } of READERS) {
    const reading = attempt(current, groups, one => read(one, parsed));
    if (reading === undefined) continue;
    if ('input' in reading) current = reading.input;
    for (const group of groups) readings.set(group, 'input' in reading ? 'read' : reading);
  }
  return { input: current, readings };
}

/** What was made of a document stands, for a reader of findings, where the document does. */
function placed(made: VerifyDirectory, given: VerifyDirectory, groups: readonly string[]): VerifyDirectory {
  const document = [...given.files].flatMap(([path, content]) => {
    const lines = 'text' in content ? content.text.split('\n') : [];
    const line = lines.findIndex(text => /apiVersion/.test(text) && groups.some(group => text.includes(`${group}/`)));
    return line === -1 ? [] : [{ file: fileName(given, path), line: line + 1 }];
  })[0];
  if (!document) return made;
  const files = [...made.files].map(([path, content]): [string, FileContent] =>
    [path, given.files.has(path) || !('text' in content) ? content : { ...content, origin: () => document }]);
  return { ...made, files: new Map(files) };
}

function attempt(
  input: VerifyInput, groups: readonly string[], read: (input: VerifyInput) => VerifyInput,
): { readonly input: VerifyInput } | { readonly reason: string } | undefined {
  try {
    const made = read(input);
    const isChanged = made.directories.some((directory, index) => directory !== input.directories[index]);
    const directories = made.directories.map((directory, index) => {
      const given = input.directories[index];
      return directory === given ? directory : placed(directory, given, groups);
    });
    return isChanged ? { input: { ...made, directories } } : undefined;
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof SourceError) return { reason: error.message };
    throw error;
  }
}
