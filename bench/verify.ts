import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { Figure, milliseconds, pairedRatio } from './bench';
import { inNode, processorTime } from './child';
import { exponent } from './growth';
import { checkCompiled, libraryModule } from './library';
import { kubeconform } from './peers';
import { VerifyDirectory } from '../src/lib/read/input';
import { kubeadmNodes, nodeLike } from '../test/nodes';

/** Nodes of the control plane, each with files of its own. */
const SIZES = [50, 100, 200, 400];
const RUNS = 5;
const PROGRAM = resolve(__dirname, '..', 'bin', 'ccm-migration');

/** A control plane of many nodes, each a folder with manifests that no other has, verified; against parsing the same texts. */
export function verifyBench(): Figure[] {
  const { verify } = libraryModule<typeof import('../src/lib/verify/verify')>('lib/verify/verify');
  const measured = SIZES.map(n => {
    // No text is of two runs: nothing may be remembered.
    const runs = Array.from({ length: RUNS }, (_, run) => controlPlane(n, run));
    return {
      n,
      // In turns, so that a busy machine slows both.
      times: runs.map(directory => ({
        parsed: milliseconds(() => { for (const text of textsOf(directory)) parseAllDocuments(text).map(document => document.toJS() as unknown); }),
        verified: milliseconds(() => { verify({ directories: [directory] }); }),
      })),
    };
  });
  const least = (n: number, of: 'parsed' | 'verified') => Math.min(...measured.find(one => one.n === n)!.times.map(time => time[of]));
  const largest = SIZES.at(-1)!;
  return [
    besideKubeconform(largest),
    {
      name: 'verify',
      value: least(largest, 'verified') / least(largest, 'parsed'),
      atMost: 2,
      unit: 'ratio',
      about: `a control plane of ${largest} nodes verified, every rule / its manifests parsed by \`yaml\` alone`,
    },
    {
      name: 'verify-growth',
      value: exponent(SIZES.map(n => ({ n, time: least(n, 'verified') }))),
      atMost: 1.15,
      unit: 'exponent',
      about: `exponent of the time of ${SIZES.join(', ')} nodes`,
    },
  ];
}

/** Both as processes of their own, over the same files. */
function besideKubeconform(nodes: number): Figure {
  checkCompiled();
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  try {
    const { name, files } = controlPlane(nodes, RUNS);
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), (content as { readonly text: string }).text);
    }
    const command = kubeconform([...files.keys()].filter(path => path.includes('/manifests/')).map(path => join(name, path)));
    return {
      name: 'verify-kubeconform',
      value: pairedRatio(3, () => inNode(folder, [PROGRAM, 'verify', name]).processor, () => processorTime(folder, command)),
      atMost: 5,
      unit: 'ratio',
      about: `ccm-migration verify of a control plane of ${nodes} nodes / kubeconform over its manifests, which it only parses`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function controlPlane(nodes: number, run: number): VerifyDirectory {
  const [first] = kubeadmNodes();
  const files = Array.from({ length: nodes }, (_, index) => {
    const node = nodeLike(first, `10-${run}-${Math.floor(index / 250)}-${index % 250 + 1}`);
    return Object.entries(node.files).map(([path, text]) => [`${node.name}${path}`, { text }] as const);
  });
  return { name: 'control-plane', files: new Map(files.flat()) };
}

function textsOf({ files }: VerifyDirectory): readonly string[] {
  return [...files].flatMap(([path, content]) => path.endsWith('.yaml') && 'text' in content ? [content.text] : []);
}
