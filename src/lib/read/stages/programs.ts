import { ReadNodes } from './nodes';
import { isProgram } from '../../facts/inputs/texts';
import { ProgramCommands } from '../interference/object-commands';

/** What commands do: of pods, and of texts that may be run (scripts and units beside the manifests; of the nodes, what no reader took). */
export function programsOf({ files, all, kinds }: ReadNodes): ProgramCommands {
  // Many nodes have the same.
  const pods = new Map(kinds.flatMap(({ kind }) => (kind.pods ?? []).flat()).map(pod => [pod.data, pod]));
  return new ProgramCommands([...all, ...pods.values()], [
    ...files.flatMap(({ rest, prose }) => [...rest, ...prose.filter(({ file }) => isProgram(file))]),
    ...kinds.flatMap(({ kind: { rest, units = [] } }) => [...rest, ...units]),
  ]);
}
