import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildKustomizations } from '../../../src/cli/commands/verify/kustomize';
import { readDirectory } from '../../../src/files/read-directory';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { parseAssumption } from '../../../src/lib/read/component/assumption';
import { UnreadableInput } from '../../../src/lib/read/input/input';
import { unknowns, VerifyResult } from '../../../src/lib/verify/result';
import { verify } from '../../../src/lib/verify/verify';
import { writeWhole } from '../../golden';

export const ROOT = resolve(__dirname, '../../..');
export const SHARED = resolve(ROOT, '..', 'shared');

/** An input as a user gives it. */
export interface CorpusInput {
  /** Folder that its arguments are in. */
  readonly cwd: string;
  readonly args: readonly string[];
  readonly assume?: readonly string[];
  readonly kubernetesVersion?: string;
}

/** What `verify` says of it; undefined: there is nothing to check, or it is refused. */
export function resultOf({ cwd, args, assume = [], kubernetesVersion }: CorpusInput): VerifyResult | { readonly refused: string } {
  try {
    const built = buildKustomizations(args.map(arg => readDirectory(arg, cwd)), cwd);
    const version = kubernetesVersion === undefined ? undefined : KubernetesVersion.of(kubernetesVersion);
    return verify({ ...built, assume: assume.map(text => parseAssumption(text)), kubernetesVersion: version });
  } catch (error) {
    if (error instanceof UnreadableInput) return { refused: error.message };
    throw error;
  }
}

/** A row of the table of verdicts: both verdicts, and why one is unknown. */
export function rowOf(input: CorpusInput): string {
  const result = resultOf(input);
  if ('refused' in result) return `refused: ${result.refused.replace(/ in '.*$/, '').slice(0, 120)}`;
  const reasons = [...new Set(unknowns(result).map(({ what }) => what.slice(0, 160)))];
  return [`exclusivity ${result.exclusivity.verdict}, liveness ${result.liveness.verdict}`, ...reasons].join('; ');
}

const EXTERNAL = ['kcm=external:1.27.16'];
const PHASES = ['n', 'mixed', 'n-plus-1', 'disabled'];

/**
 * Every example and golden output, by what is handed in.
 *
 * @param folder to write golden outputs to, which keep a file once
 */
export function ownInputs(folder: string): ReadonlyMap<string, CorpusInput> {
  const golden = join(ROOT, 'test/golden');
  for (const name of readdirSync(golden)) writeWhole(join(golden, name), join(folder, name));
  const inputs: [string, CorpusInput][] = [
    ...PHASES.map(
      (phase): [string, CorpusInput] =>
        [`examples/kubeadm ${phase}`, { cwd: join(ROOT, 'examples/kubeadm'), args: [`dist/${phase}`, `nodes/${phase}`] }],
    ),
    ...['cluster-api', 'cluster-class'].flatMap(name => PHASES.map(
      (phase): [string, CorpusInput] => [`examples/${name} ${phase}`, { cwd: join(ROOT, 'examples', name), args: [`dist/${phase}`] }],
    )),
    ...['n-plus-1', 'disabled'].map(
      (phase): [string, CorpusInput] =>
        [`examples/gitops ${phase}`, { cwd: join(ROOT, 'examples/gitops'), args: [`dist/${phase}`], assume: EXTERNAL }],
    ),
    ['examples/minimal', { cwd: join(ROOT, 'examples/minimal'), args: ['dist'], assume: EXTERNAL }],
    ...readdirSync(golden).flatMap(name => (name.startsWith('disabled') ? [''] : PHASES).map((phase): [string, CorpusInput] => [
      `test/golden/${name} ${phase}`.trim(), { cwd: join(folder, name), args: [phase === '' ? '.' : phase] },
    ])),
  ];
  return new Map(inputs);
}

/** Folders of other projects' outputs: each folder of files, and each of a node. */
export function upstreamInputs(): ReadonlyMap<string, CorpusInput> {
  const root = join(SHARED, 'upstream');
  return new Map(existsSync(root) ? folders(root, '').map(path => [`upstream/${path}`, { cwd: root, args: [path] }]) : []);
}

function folders(root: string, path: string): readonly string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  if (entries.some(({ name }) => name === 'etc' || name === 'var')) return [path];
  const below = entries.filter(entry => entry.isDirectory()).flatMap(({ name }) => folders(root, join(path, name)));
  return [...path !== '' && entries.some(entry => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name)) ? [path] : [], ...below].sort();
}
