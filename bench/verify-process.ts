import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Value, Values } from './bench';
import { inNode, processorTime } from './child';
import { controlPlane, Difference, manifestsOf } from './control-plane';
import { VERIFIED_NODES } from './figures';
import { checkCompiled } from './library';
import { kubeconform } from './peers';

const PROGRAM = resolve(__dirname, '..', 'bin', 'ccm-migration');
const NODES = VERIFIED_NODES.at(-1)!;

/** `verify` and kubeconform as processes of their own, over the same files. */
export function verifyProcessBench(): Values {
  checkCompiled();
  return { 'verify-kubeconform': besideKubeconform('none'), 'verify-line-kubeconform': besideKubeconform('line') };
}

function besideKubeconform(difference: Difference): Value {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-bench-'));
  try {
    const directory = controlPlane(NODES, 0, difference);
    for (const [path, content] of directory.files) {
      const place = join(folder, directory.name, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, (content as { readonly text: string }).text);
    }
    const command = kubeconform([...manifestsOf(directory).keys()].map(path => join(directory.name, path)));
    const verify = () => inNode(folder, [PROGRAM, 'verify', directory.name]).processor;
    verify(); // its code is kept
    const ours = verify();
    return { value: ours / processorTime(folder, command), here: ours / 1e3 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
