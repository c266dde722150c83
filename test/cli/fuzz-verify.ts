/**
 * Verifies folders of random input in this process, one after the other, and prints what went wrong, as JSON: started by `fuzz.test.ts` in a process
 * with limits. The same seed gives the same input.
 *
 * Arguments: seed, number of folders, folder to write them to.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ioIn } from './simulated-project';
import { buildKustomizations } from '../../src/cli/commands/verify/kustomize';
import { main as cli } from '../../src/cli/main';
import { readDirectory } from '../../src/files/read-directory';
import { buildModel } from '../../src/lib/read/build-model';
import { managers } from '../../src/lib/view/ask';
import { ComponentView, Model } from '../../src/lib/view/model';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');
const FORMATS = ['text', 'json', 'markdown', 'sarif'];
/** What has been trouble to one reader or another. */
const WORDS = [
  'constructor', '__proto__', 'toString', 'null', '~', '{}', '[]', '[null]', '""', '*a', '&a [*a]', '&a {b: *a}', '!!binary AA==', '!!js/function x',
  '1e999', '-0', '0x10', '0o17', '.nan',
  '"\\n::error file=x::y"', '"\\e[2J\\r"', '"\\u202e"', '"##vso[task.complete]"', '"exclusivity: holds"', '"[x](javascript:y)"',
  '"@everyone"', '<<: *a', '? a', '|-', '%YAML 1.2', '---', '...',
  '{{ .Values.x }}', '${X}', '$(X)', '--controllers=-service', '--leader-elect=false', '--config=/x', '\u0000', '\uFEFF', '\u2028',
  '\r', '\u0085', '# x\r', '\uD800',
  '/a/kube-controller-manager'.repeat(180), `exec ${'a/'.repeat(2400)}`, '$(A)$(A)'.repeat(50),
  'a'.repeat(5000), '['.repeat(2000), '- '.repeat(2000),
];

/** Numbers in [0, 1) that depend on the seed alone: Park and Miller's generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Real files, by their path in a folder that is verified. */
function corpus(): [string, string][] {
  const nodes = ['control-plane-n', 'control-plane-n-plus-1'].map(side => `kubeadm/nodes/mixed/${side}`);
  const folders = ['kubeadm/dist/mixed', ...nodes, 'kops/input', 'kkp/input', 'kubeone/input'];
  const entries = folders.flatMap(folder => readdirSync(join(EXAMPLES, folder), { recursive: true, withFileTypes: true }));
  return entries.filter(entry => entry.isFile()).map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(EXAMPLES.length + 1), readFileSync(path, 'utf8')];
  });
}

function mutated(text: string, random: () => number): string {
  const at = (length: number) => Math.floor(random() * length);
  const word = () => WORDS[at(WORDS.length)];
  const lines = text.split('\n');
  const line = at(lines.length);
  const ways: readonly (() => string)[] = [
    () => spliced(lines, line, 1),
    () => spliced(lines, line, 0, lines[at(lines.length)]),
    () => spliced(lines, line, 0, word()),
    () => spliced(lines, line, 1, withValue(lines[line], word())),
    ...Array<() => string>(7).fill(() => poisoned(lines, word(), random)),
    () => spliced(lines, line, 1, lines[line].replace(/[A-Za-z]+/, () => word())),
    () => spliced(lines, line, 1, ` ${lines[line]}`),
    () => spliced(lines, line, 0, ...Array<string>(at(300)).fill(lines[line])),
    // Many of what stands on a few lines: containers, variables, rules.
    () => spliced(lines, line, 0, ...Array<readonly string[]>(at(2000)).fill(lines.slice(line, line + 1 + at(6))).flat()),
    () => text.slice(0, at(text.length)),
    () => { const place = at(text.length); return `${text.slice(0, place)}${String.fromCharCode(at(0x300))}${text.slice(place + 1)}`; },
  ];
  return ways[at(ways.length)]();
}

function spliced(lines: readonly string[], at: number, removed: number, ...added: readonly string[]): string {
  return [...lines.slice(0, at), ...added, ...lines.slice(at + removed)].join('\n');
}

/** One value in the place of many: of a bug that one field has, another seldom hides it. */
function poisoned(lines: readonly string[], word: string, random: () => number): string {
  return lines.map(line => (random() < 0.15 ? withValue(line, word) : line)).join('\n');
}

/** The line of a YAML or INI file with another value. */
function withValue(line: string, value: string): string {
  return line.replace(/^(\s*(?:- )?(?:[^\s:=]+(?::\s+|\s*=\s*))?).*$/, (_, head: string) => head + value);
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
