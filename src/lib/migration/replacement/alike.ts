import { parseKubeletFlags } from '../../edit/kubelet/kubelet-flags';
import { findStaticPod } from '../../edit/static-pod/static-pod';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { kubeletFlagFilesOf } from '../../kubernetes/kubelet-files';
import { NodeInput } from '../../kubernetes/node';
import { wordsOf } from '../../model/command-line';
import { printable } from '../../text/printable';

/** A node, by its files without what is its own. */
type Stripped = Pick<NodeInput, 'name' | 'files'>;

/**
 * One node of a group stands for all that come: where another one is started with other flags, a cluster would lose them.
 *
 * @throws with the first flag that one node has and another one has not
 */
export function refuseOtherFlags(group: string, [first, ...others]: readonly Stripped[], texts = new ParsedTexts()): void {
  const usual = flagsOf(first, texts);
  for (const other of others) {
    const own = flagsOf(other, texts);
    for (const program of new Set([...usual.keys(), ...own.keys()])) {
      const [here, there] = [usual, own].map(flags => flags.get(program) ?? []);
      const flag = here.find(one => !there.includes(one)) ?? there.find(one => !here.includes(one));
      if (flag === undefined) continue;
      const [has, lacks] = here.includes(flag) ? [first, other] : [other, first];
      throw new Error(printable(`${program} of '${has.name}' has ${flag}, and that of '${lacks.name}' has not; both are of group '${group}', whose `
        + 'nodes '
        + 'are replaced, and each that comes is made like the first; give them the same flags, or leave flags of a single node to what makes it'));
    }
  }
}

/** Words by component, and those of the kubelet. */
function flagsOf({ name, files }: Stripped, texts: ParsedTexts): ReadonlyMap<string, readonly string[]> {
  const pods = Object.entries(files).flatMap(([path, text]): [string, readonly string[]][] => {
    const pod = findStaticPod(text, `${name}:${path}`, texts);
    return pod ? [[pod.component, wordsOf(pod.flags)]] : [];
  });
  const kubelet = kubeletFlagFilesOf(Object.keys(files)).flatMap(path => wordsOf(parseKubeletFlags(files[path], { file: `${name}:${path}` }).flags));
  return new Map([...pods, ['kubelet', kubelet]]);
}
