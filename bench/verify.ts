import { milliseconds, Values } from './bench';
import { controlPlane, Difference, manifestsOf } from './control-plane';
import { VERIFIED_NODES } from './figures';
import { exponent, marginal } from './growth';
import { libraryModule } from './library';
import { YAML_READERS, YamlReader } from './yaml-readers';

/** Of each size: the least is taken. */
const TIMES = 2;
const LARGEST = VERIFIED_NODES.at(-1)!;

/** Control planes of many nodes, each a folder with manifests that no other has, verified; against parsing the same texts. */
export function verifyBench(): Values {
  const [alike, flags, lines] = [verified('none', VERIFIED_NODES), verified('flag', [LARGEST]), verified('line', VERIFIED_NODES)];
  const perNode = ({ ours, bound }: Verified) => ({ value: marginal(ours) / (bound.yaml / LARGEST), here: marginal(ours) });
  return {
    'verify': against('yaml', alike),
    'verify-flag': against('yaml', flags),
    'verify-line': against('yaml', lines),
    'verify-line-js-yaml': against('js-yaml', lines),
    'verify-line-ast-parser': against('yaml-ast-parser', lines),
    'verify-growth': { value: exponent(alike.ours) },
    'verify-line-growth': { value: exponent(lines.ours) },
    'verify-marginal': perNode(alike),
    'verify-line-marginal': perNode(lines),
  };
}

/** Milliseconds. */
interface Verified {
  /** Of each size. */
  readonly ours: readonly { readonly n: number; readonly time: number }[];
  /** Of the largest. */
  readonly bound: Readonly<Record<YamlReader, number>>;
}

function against(reader: YamlReader, { ours, bound }: Verified): { readonly value: number } {
  return { value: ours.at(-1)!.time / bound[reader] };
}

function verified(difference: Difference, sizes: readonly number[]): Verified {
  const { verify } = libraryModule<typeof import('../src/lib/verify/verify')>('lib/verify/verify');
  const readers = Object.entries(YAML_READERS) as readonly [YamlReader, (text: string) => void][];
  const bound: Record<YamlReader, number> = { 'yaml': Infinity, 'js-yaml': Infinity, 'yaml-ast-parser': Infinity };
  const ours = sizes.map(n => {
    let time = Infinity;
    for (let run = 0; run < TIMES; run++) {
      const directory = controlPlane(n, run, difference);
      // In turns, so that a busy machine slows all of them.
      time = Math.min(time, milliseconds(() => { verify({ directories: [directory] }); }));
      if (n < LARGEST) continue;
      const texts = [...manifestsOf(directory).values()];
      for (const [name, read] of readers) bound[name] = Math.min(bound[name], milliseconds(() => texts.forEach(read)));
    }
    return { n, time };
  });
  return { ours, bound };
}
