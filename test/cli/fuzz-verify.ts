/**
 * Verifies folders of random input in this process, one after the other, and prints what went wrong, as JSON: started by `fuzz.test.ts` in a process
 * with limits. The same seed gives the same input.
 *
 * Arguments: seed, number of folders, folder to write them to.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mutated, randomFrom } from './mutated-text';
import { ioIn } from './simulated-project';
import { buildKustomizations } from '../../src/cli/commands/verify/kustomize';
import { main as cli } from '../../src/cli/main';
import { readDirectory } from '../../src/files/read-directory';
import { buildModel } from '../../src/lib/read/build-model';
import { managers } from '../../src/lib/view/ask';
import { ComponentView, Model } from '../../src/lib/view/model';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');
const FORMATS = ['text', 'json', 'markdown', 'sarif'];

/** Real files, by their path in a folder that is verified. */
function corpus(): [string, string][] {
  const nodes = ['control-plane-n', 'control-plane-n-plus-1'].map(side => `kubeadm/nodes/mixed/${side}`);
  const folders = ['kubeadm/dist/mixed', ...nodes, 'kops/input', 'kkp/input', 'kubeone/input', 'rke2/input'];
  const entries = folders.flatMap(folder => readdirSync(join(EXAMPLES, folder), { recursive: true, withFileTypes: true }));
  return entries.filter(entry => entry.isFile()).map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(EXAMPLES.length + 1), readFileSync(path, 'utf8')];
  });
}

/** Words of JavaScript's own errors. */
const ENGINE = new RegExp('Cannot (read|convert|set)|is not (a function|iterable|defined)|Maximum call stack|Invalid array length|\\bundefined\\b'
  + '|Unexpected token');

/** What is wrong with what the command said; undefined if nothing is. */
function problem(code: number, out: string, err: string): string | undefined {
  if (![0, 1, 2].includes(code)) return `it ended with ${code}`;
  if (!/^(error: .+\n)?$/.test(err)) return 'it said more than one sentence on standard error';
  if (ENGINE.test(err + out)) return 'it shows an error of the engine';
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\uFEFF]/u.test((out + err).replaceAll('\n', ''))) {
    return 'a character of the input came through raw';
  }
  if (/^\s*::.*::|##\[|##vso\[/m.test(out + err)) return 'a command to a build server came through';
  if ((out.match(/^exclusivity: /gm) ?? []).length > 1) return 'a verdict was forged';
  return undefined;
}

/** Whether liveness holds in a folder of which no manager runs, as its own errors say. */
function contradiction(dir: string, cwd: string): string | undefined {
  let model: Model;
  try {
    model = buildModel(buildKustomizations([readDirectory(dir, cwd)], cwd));
  } catch {
    return undefined;
  }
  const all = managers(model);
  const runs = ({ stopped, stops = [], process }: ComponentView) =>
    process === undefined || (process.fate.kind === 'runs' && (stopped === undefined || stops.every(({ isDoubtful }) => isDoubtful)));
  return all.length > 0 && !all.some(runs) && model.judgements.liveness.answer === 'holds' ? 'liveness holds, and nothing runs' : undefined;
}

async function run(seed: number, cases: number, folder: string): Promise<unknown[]> {
  const random = randomFrom(seed);
  const files = corpus();
  const failures: unknown[] = [];
  for (let index = 0; index < cases; index++) {
    const dir = join(folder, `case-${index}`);
    const components = files.filter(([path]) => /controller-manager|30-ccm/.test(path));
    const main = components[Math.floor(random() * components.length)];
    const some = files.filter(file => file === main || random() < 0.1);
    for (const [path, text] of some) {
      let content = text;
      do content = mutated(content, random); while (random() < 0.4);
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    }
    mkdirSync(dir, { recursive: true });
    const io = ioIn(folder);
    const format = FORMATS[index % FORMATS.length];
    let wrong: string | undefined;
    try {
      wrong = problem(await cli(['verify', `case-${index}`, '--format', format], io), io.text.out, io.text.err)
        ?? contradiction(`case-${index}`, folder);
    } catch (error) {
      wrong = `it threw ${(error as Error).stack}`;
    }
    if (wrong === undefined) rmSync(dir, { recursive: true });
    else failures.push({ seed, index, format, wrong, err: io.text.err, files: some.map(([path]) => path) });
  }
  return failures;
}

const [seed, cases, folder] = process.argv.slice(-3);
void run(Number(seed), Number(cases), folder).then(failures => process.stdout.write(JSON.stringify(failures, undefined, 1)));
