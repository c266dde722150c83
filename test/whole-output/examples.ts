import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationPhase } from '../../src';
import { readDirectory } from '../../src/files/read-directory';
import { VerifyDirectory } from '../../src/lib/read/input/input';

const ROOT = join(__dirname, '..', '..');

/** Where an example has all of a phase. Charts and kustomizations are rendered by their tools, and compared with `dist` where those are there. */
const FORMS: readonly ((example: string, phase: MigrationPhase) => readonly string[])[] = [
  (example, phase) => [`${example}/dist/${phase}`, `${example}/nodes/${phase}`],
  (example, phase) => ['kkp', 'kops', 'kubeone', 'rke2'].map(installer => `${example}/bundles/${installer}/${phase}`),
];

/** A phase of an example, as it is committed. */
export interface ExamplePhase {
  readonly example: string;
  readonly phase: string;
  readonly directories: readonly VerifyDirectory[];
  /** Files that say what is unknown. */
  readonly said: readonly string[];
}

export function examplePhases(): readonly ExamplePhase[] {
  const examples = readdirSync(join(ROOT, 'examples')).map(name => `examples/${name}`);
  const made = examples.flatMap(example =>
    Object.values(MigrationPhase).flatMap(phase => FORMS.flatMap(form => read(example, phase, form(example, phase)))));
  // A program of one phase writes to `dist` itself.
  return [...made, ...examples.filter(example => made.every(one => one.example !== example)).flatMap(example =>
    read(example, MigrationPhase.MIXED, [`${example}/dist`]))];
}

function read(example: string, phase: string, folders: readonly string[]): readonly ExamplePhase[] {
  const there = folders.filter(folder => existsSync(join(ROOT, folder)) && readdirSync(join(ROOT, folder)).length > 0);
  const said = there.flatMap(folder => ['NOTES.md', 'migration.json'].map(name => join(ROOT, folder, name))).filter(file => existsSync(file));
  return there.length === 0 ? [] : [{
    example, phase, directories: there.map(folder => readDirectory(folder, ROOT)), said: said.map(file => readFileSync(file, 'utf8')),
  }];
}
